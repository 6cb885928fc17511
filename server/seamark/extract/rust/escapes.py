"""Rust's string escapes (reference, "Tokens")."""

from __future__ import annotations

from seamark.extract.escapes import decoder

decoded = decoder(
    r"\r?\n\s*|u\{[0-9a-fA-F_]{1,8}\}|x[0-9a-fA-F]{2}|.",
    {"n": "\n", "r": "\r", "t": "\t", "0": "\0", "\\": "\\", "'": "'", '"': '"'},
    unknown_stay=True,
)
"""A string's text with its escapes replaced."""
