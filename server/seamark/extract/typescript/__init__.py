"""The syntax of TypeScript, TSX, JavaScript and JSX: from their trees to facts."""

from .syntax import TYPESCRIPT

__all__ = ["TYPESCRIPT"]
