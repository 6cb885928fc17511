"""What a text in TypeScript or JavaScript tells without being parsed: see `extract.outline`."""

from __future__ import annotations

from seamark.extract.facts import ALL, ONLY
from seamark.extract.outline import Outline, after_keyword
from seamark.patterns import regex

_DECLARED = rb"(?:const|let|var|type)\b\s*+[\w$\x80-\xff{\[]"
_ALL = after_keyword("export", rb"\s*+(?:type\s*+)?[*/]")
"""Behind a comment there may be anything."""
_ONLY = after_keyword("export", rb"\s*+(?:(?!" + _DECLARED + rb")[\w$\x80-\xff]++\s*+){0,5}[=/]")
"""What stands before `=`, and is not declared there."""
_NODE = regex(rb"exports(?<!\wexports)\b")
"""How Node.js exports."""
_LOADED = regex(rb"(?<![\w$.\x80-\xff])define\s*(?:/\*|//|\()")
"""How a module of a loader offers what its function returns; there may be a comment before what that is given."""


def outline(data: bytes) -> Outline:
    """What a text may export without a name of its own."""
    if _NODE.search(data) is not None:
        return Outline(nameless={ALL, ONLY})
    marks = ((ALL, _ALL), (ONLY, _ONLY), (ONLY, _LOADED))
    return Outline(nameless={mark for mark, marked in marks if marked.search(data) is not None})
