"""What a text in Kotlin tells without being parsed: its package."""

from __future__ import annotations

import re

from seamark.extract.facts import Preamble
from seamark.patterns import regex

_PACKAGE = regex(rb"^[ \t]*package[ \t]+([\w.`]+)", re.MULTILINE)


def preamble(data: bytes) -> Preamble:
    """The package that a text is a part of (language specification, 13)."""
    package = _PACKAGE.search(data)
    return Preamble("" if package is None else package[1].decode().replace("`", ""))
