"""The escapes of C's and C++'s strings (C11, 6.4.4.4; C++20, 5.13.3)."""

from __future__ import annotations

from seamark.extract.escapes import decoder

decoded = decoder(
    r"\r\n|[0-7]{1,3}|x[0-9a-fA-F]+|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.",
    {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v", "e": "\x1b"},
    unknown_stay=False,
)
"""A string's text with its escapes replaced."""
