"""Identifiers, as they are written in any of the languages that are read."""

from __future__ import annotations

IDENTIFIER = bytes(c if chr(c).isalnum() or c in b"_$" or c > 127 else 32 for c in range(256))
"""A table for `bytes.translate`: a space for each byte that is no part of an identifier."""

MAX_IDENTIFIER = 160
"""What is as long as this is no name. Those of generated functions have a hundred characters and more."""


def is_identifier(name: str) -> bool:
    """Whether a name is among the `identifiers` of each text that has it."""
    return name.isidentifier() and len(name.encode()) < MAX_IDENTIFIER


def identifiers(data: bytes) -> set[bytes]:
    """The identifiers of a text."""
    words = set(data.translate(IDENTIFIER).split())
    return {word for word in words if len(word) < MAX_IDENTIFIER and not 48 <= word[0] <= 57}
