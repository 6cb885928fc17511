"""C's and C++'s syntax: from their trees to facts."""

from .syntax import CPP, C

__all__ = ["CPP", "C"]
