"""What a text in TypeScript or JavaScript tells without being parsed: see `extract.outline`."""

from __future__ import annotations

import re

from seamark.extract.outline import ALL, ONLY, Outline, after_keyword
from seamark.source import identifiers

_TAKEN_APART = rb"\s*(?:declare\s+)?(?:const|let|var)\s*[{\[].*?[}\]]\s*(?::[^=]*)?=(?!>)"
_IN_BRACES = rb"\s*(?:type\s*)?\{[^{}]*\}"
_BEGIN = rb"(?:[^=({;e]|e(?!xport\b))*=?"
_EXPORTED = after_keyword("export", rb"(?!-)(?:" + rb"|".join((_TAKEN_APART, _IN_BRACES, _BEGIN)) + rb")")
"""One export, as far as it names what it offers."""
_UNCLEAR = re.compile(rb"exports(?<!\wexports)\b|export(?<!\wexport)\s*[@/]")
"""How Node.js exports, and where something stands before what is exported."""
_LISTING = re.compile(rb"export\s+(?:declare\s+)?(?:const|let|var)\b")
_FURTHER = re.compile(rb",\s*([\w$]+)\s*(?::[^=,;(){}]*)?(?:=(?![=>])|;)")
"""One more of those that one statement declares."""
_ALL = re.compile(rb"export\s*(?:type\s*)?\*")
_ONLY = re.compile(rb"export\s*=")


def outline(data: bytes) -> Outline:
    """The identifiers that a text can export, if it does so by the syntax of modules."""
    if _UNCLEAR.search(data) is not None:
        return Outline()
    found = _EXPORTED.findall(data)
    further = _FURTHER.findall(data) if _LISTING.search(data) is not None else []
    marks = {mark.encode() for mark, marked in ((ALL, _ALL), (ONLY, _ONLY)) if marked.search(data) is not None}
    return Outline(exports=identifiers(b" ".join([*found, *further])) | marks)
