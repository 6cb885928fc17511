"""Python's string escapes (language reference, 2.5.1)."""

from __future__ import annotations

from seamark.extract.escapes import decoder

_SIMPLE = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}
_SIMPLE |= {"\\": "\\", "'": "'", '"': '"'}

decoded = decoder(
    r"\r\n|[0-7]{1,3}|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.",
    _SIMPLE,
    unknown_stay=True,
)
"""A string's text with its escapes replaced."""
