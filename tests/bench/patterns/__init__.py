"""Workspaces that grow: `PATTERNS[name]` makes one of a size, and says which sizes it is tried at.

Twice the size is twice the text, and twice the work: see `tests/bench/growing.py`.
"""

from __future__ import annotations

from . import alternatives, chains, documents, doublings, many, many_files, nesting
from .pattern import Files, Pattern

__all__ = ["PATTERNS", "Files", "Pattern"]

PATTERNS = {
    name: value
    for module in (doublings, alternatives, chains, many_files, many, documents)
    for name, value in vars(module).items()
    if isinstance(value, Pattern)
} | nesting.PATTERNS
