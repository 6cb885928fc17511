"""PHP's syntax: from its trees to facts."""

from .syntax import PHP

__all__ = ["PHP"]
