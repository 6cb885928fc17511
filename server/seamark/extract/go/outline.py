"""What a text in Go tells without being parsed: see `extract.outline`."""

from __future__ import annotations

import re

from seamark.extract.facts import PACKAGE, Preamble
from seamark.extract.outline import Outline
from seamark.source import identifiers

_NAME = rb"[\w\x80-\xff]+"
_NAMES = _NAME + rb"(?:\s*,\s*" + _NAME + rb")*"
_DECLARED = re.compile(rb"\b(?:func|type|var|const)\b[ \t]*(?:\([^()]*\)[ \t]*)?(?:" + _NAMES + rb")?")
"""One declaration, with the receiver of a method."""
_GROUP = re.compile(
    rb"^[ \t]*(?:type|var|const|import)\b[ \t]*\(.*?(?=^(?:func|type|var|const|import)\b|\Z)", re.MULTILINE | re.DOTALL
)
"""Several, to where others begin."""
_IMPORT = re.compile(rb"^[ \t]*import\b[^\n]*", re.MULTILINE)
_ITEM = _NAME + rb"(?:\s*\.\s*" + _NAME + rb"|\s*\][^\]\n]*\[)*"
_SET = re.compile(rb"=(?!=)[-+*/|&^%:<>]{0,2}\s*+(?:\][^\]\n]*\[\s*+){0,8}(" + _ITEM + rb"(?:\s*,\s*" + _ITEM + rb")*)")
"""What is set, read from its end: that begins with a mark for which `re` can look fast."""
_KEY = re.compile(rb":\s*(" + _NAME + rb")")
"""The key of an entry, in the same way."""
_FUNCTION = re.compile(rb"\bcnuf\s*(?:=:?|:)\s*(" + _NAME + rb")")
"""A function in place, and the name or key that it is given, from its end."""
_RECEIVER = re.compile(rb"\bfunc\s*\(([^()]*)\)\s*\w")
_PACKAGE = re.compile(rb"^[ \t]*package[ \t]+(\w+)[ \t]*(?:;|//.*|/\*.*)?\r?$", re.MULTILINE)


def outline(data: bytes) -> Outline:
    """The identifiers that a text can declare or set, those of the types of its methods, and of fields."""
    backwards = data[::-1]
    found = b" ".join([*_SET.findall(backwards), *_FUNCTION.findall(backwards)])[::-1]
    keys = b" ".join(_KEY.findall(backwards))[::-1]
    declared = b" ".join([*_DECLARED.findall(data), *_GROUP.findall(data), *_IMPORT.findall(data), found])
    return Outline(
        names=identifiers(declared) | {PACKAGE.encode()},
        classes=identifiers(b" ".join(_RECEIVER.findall(data))),
        fields=identifiers(found + b" " + keys),
    )


def preamble(data: bytes) -> Preamble:
    """The package that a text is a part of (go.dev/ref/spec, Package clause)."""
    package = _PACKAGE.search(data)
    return Preamble("" if package is None else package[1].decode())
