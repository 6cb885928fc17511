"""Go's syntax: from its trees to facts."""

from .syntax import GO

__all__ = ["GO"]
