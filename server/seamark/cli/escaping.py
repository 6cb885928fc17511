"""Texts of others, as a terminal can show them without harm."""

from __future__ import annotations


def printable(text: str) -> str:
    """The text with everything escaped that could move a terminal's cursor, or hide."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
