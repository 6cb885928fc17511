"""JavaScript's string escapes (ECMAScript, 12.9.4)."""

from __future__ import annotations

from seamark.extract.escapes import decoder

decoded = decoder(
    r"\r\n|u\{[0-9a-fA-F]{1,6}\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[0-7]{1,3}|.",
    {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"},
    unknown_stay=False,
)
"""A string's text with its escapes replaced."""
