"""Texts in code that are GraphQL documents: what they hold tells, whoever is given them.

Such a text is a site, a call of `facts.DOCUMENT` with the text. Escapes are blank in it, so that each byte of the
document is where it is in the file.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from seamark.patterns import regex

from .facts import DOCUMENT, Argument, Call, Concat, Literal, Name, Value

if TYPE_CHECKING:
    from tree_sitter import Node

    from .language import Reading

_ROOTS = "Query", "Mutation", "Subscription"
OPENINGS: tuple[tuple[str, bytes], ...] = (
    *(
        (root.lower(), rb"""(?:["'`}#,\n]|\\n)[^\S\n]*%s(?:\s+\w+)?\s*(?:\(\s*\$|[{@])""" % root.lower().encode())
        for root in _ROOTS
    ),
    *((root, rb"type\s+%s\b[^=(]{0,200}?\{" % root.encode()) for root in _ROOTS),
    ("fragment", rb"fragment\s+\w+\s+on\s+(?:%s)\b" % "|".join(_ROOTS).encode()),
    ("schema", rb"schema\b[^{}=]{0,200}\{\s*(?:%s)\s*:" % "|".join(_ROOTS).lower().encode()),
    ("query", rb"""["'`]\s*\{\s*(?:\w+\s*:\s*)?[A-Za-z_]\w*\s*(?:\([^()]*\)\s*)?\{"""),
)
"""How a part of a document begins that asks for fields of root types, or declares some; and a word in the file.

That is a word in it, but for the short form of a query: who sends that speaks of one.
"""

_ESCAPED = regex(r"\\.", re.DOTALL)
_BRACES = regex(r"\{\{|\}\}")
_MAX_CLIMB = 3
_JOINS = ("binary", "concatenated", "parenthesized")
"""How the types of nodes begin, in whatever language, that join texts, or stand around one."""
_MAX_JOINED = 200


def speaks_of_queries(data: bytes) -> bool:
    """Whether a text has the word on which it depends what its short forms of queries are, wherever it stands."""
    return OPENINGS[-1][0].encode() in data


def texts(root: Node, data: bytes, values: Container[str]) -> Iterator[Node]:
    """The nodes of a tree, each of a type that is one of `values`, in whose text a part of a document begins.

    What joins such a text with others is one, too.
    """
    seen: set[int] = set()
    for begin in _beginnings(data):
        for found in begin.finditer(data, root.start_byte, root.end_byte):
            node = _around(root, found.start(), values)
            for one in (node, _whole_text(node)) if node is not None else ():
                if one.id not in seen:
                    seen.add(one.id)
                    yield one


@lru_cache(1)
def _beginnings(data: bytes) -> list[re.Pattern[bytes]]:
    """What of a document's beginnings may stand in a text: there may be thousands of trees of one."""
    return [_compile_pattern(pattern) for word, pattern in OPENINGS if word.encode() in data]


@cache
def _compile_pattern(pattern: bytes) -> re.Pattern[bytes]:
    return re.compile(pattern)


def _around(root: Node, at: int, values: Container[str]) -> Node | None:
    node = root.descendant_for_byte_range(at, at + 1) if root.start_byte <= at < root.end_byte else None
    for _ in range(_MAX_CLIMB):
        if node is None or node.type in values:
            return node
        node = node.parent
    return None


def _whole_text(node: Node) -> Node:
    """The outermost of what joins a text with others."""
    for _ in range(_MAX_JOINED):
        if node.parent is None or not node.parent.type.startswith(_JOINS):
            break
        node = node.parent
    return node


def document(node: Node, reading: Reading) -> Call | None:
    """The call that a node stands for, if it is a text."""
    text = None if _names(node) else _in_place(reading.value(node), reading)
    if text is None:
        return None
    callee = Name(DOCUMENT, node.start_byte, node.start_byte)
    return Call(callee, (Argument("", text),), False, node.start_byte, node.end_byte)


def _names(node: Node) -> bool:
    """Whether a text is the key of something, or a type: generated code has documents as both."""
    around = node.parent
    return around is not None and (around.type == _TYPE or around.child_by_field_name("key") == node)


_TYPE = "literal_type"


def _in_place(text: Value, reading: Reading) -> Value | None:
    match text:
        case Literal():
            return _exact(text, reading)
        case Concat(parts=parts):
            exact = (_in_place(part, reading) or part for part in parts)
            return Concat(tuple(exact), text.start, text.end)
    return None


def _exact(text: Literal, reading: Reading) -> Literal:
    """A text as it is written, without what is none of it."""
    written = reading.slice(text.start, text.end)
    if written.count("{") != text.text.count("{"):
        written = _BRACES.sub(lambda found: f" {found[0][0]}", written)
    if written != text.text:
        written = _ESCAPED.sub(lambda found: ' "' if found[0] == r"\"" else "  ", written)
    return Literal(written, text.start, text.end)
