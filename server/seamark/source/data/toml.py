"""TOML, unless its keys have very many parts: `tomllib` takes memory by the square of that."""

from __future__ import annotations

import tomllib
from typing import Any

from seamark.patterns import regex

MAX_PARTS = 100

PART = r"""(?:[A-Za-z0-9_-]++|"(?>(?:[^"\\\n]|\\.)*)"|'[^'\n]*+')"""
"""A part of a key."""
# What is not closed is closed at the end of its line, so that no character is looked at twice.
_ANY_PART = r"""(?:[A-Za-z0-9_-]++|"(?>(?:[^"\\\n]|\\.)*)"?+|'[^'\n]*+'?+)"""
_FURTHER = rf"[ \t]*+\.[ \t]*+{_ANY_PART}"
_KEY = regex(rf"{_ANY_PART}(?:{_FURTHER}){{0,{MAX_PARTS - 1}}}+(?P<more>{_FURTHER})?")


def toml(text: str) -> dict[str, Any]:
    """What a text says. Raises `ValueError` for one that is no TOML or has such keys, and `RecursionError`."""
    # What looks like a key in a text or a comment counts as well: nobody writes so many words between dots.
    if any(key["more"] is not None for key in _KEY.finditer(text)):
        raise ValueError(f"A key has more than {MAX_PARTS} parts")
    return tomllib.loads(text)
