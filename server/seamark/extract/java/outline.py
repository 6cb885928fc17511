"""What a text in Java tells without being parsed: see `extract.outline`."""

from __future__ import annotations

import re

from seamark.extract.facts import PACKAGE, Preamble
from seamark.extract.outline import Outline, after_keyword
from seamark.patterns import regex
from seamark.source import identifiers

_DECLARING = ("class", "interface", "enum", "record")
_NAME = rb"\s+[\w$\x80-\xff]+"
_DECLARED = [after_keyword(one, _NAME) for one in _DECLARING]
_IMPORT = after_keyword("import", rb"\s[^;\n]*")
_PACKAGE = regex(rb"^[ \t]*package[ \t]+([\w.]+)[ \t]*;", re.MULTILINE)


def outline(data: bytes) -> Outline:
    """The identifiers that a text can declare at its top level: its types, and what it imports."""
    declared = b" ".join(part for one in (*_DECLARED, _IMPORT) for part in one.findall(data))
    return Outline(names=identifiers(declared) | {PACKAGE.encode(), b"*"})


def preamble(data: bytes) -> Preamble:
    """The package that a text is a part of (language specification, 7.4)."""
    package = _PACKAGE.search(data)
    return Preamble("" if package is None else package[1].decode())
