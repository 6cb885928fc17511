"""PHP's string escapes (manual, "Strings")."""

from __future__ import annotations

from seamark.extract.escapes import decoder
from seamark.patterns import regex

_SIMPLE = {"n": "\n", "t": "\t", "r": "\r", "v": "\v", "e": "\x1b", "f": "\f", "\\": "\\", "$": "$", '"': '"'}
_KEPT = {end: f"\\{end}" for end in "\n\r"}
_QUOTED = regex(r"\\([\\'])")

decoded = decoder(
    r"[0-7]{1,3}|x[0-9a-fA-F]{1,2}|u\{[0-9a-fA-F]{1,6}\}|.",
    _SIMPLE | _KEPT,
    unknown_stay=True,
)
"""A double-quoted string's or heredoc's text with its escapes replaced."""


def decode_single_quoted(text: str) -> str:
    """A single-quoted string's `text` with its escapes replaced."""
    return _QUOTED.sub(r"\1", text) if "\\" in text else text
