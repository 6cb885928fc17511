"""Python's syntax: from its trees to facts."""

from .syntax import PYTHON

__all__ = ["PYTHON"]
