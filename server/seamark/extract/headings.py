"""How a definition introduces itself to people: its signature as declared, and the first line of its documentation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import Struct

from seamark.languages import LANGUAGES
from seamark.patterns import regex
from seamark.source.regions import regions

from .nodes import COMMENTS

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.source import Dialect

    from .language import Introduction

MAX_SIZE = 300_000
"""A text of more bytes takes too long to parse for somebody who only looks at a definition."""
_LONGEST = 240
"""So many characters of a signature, and of a line, are shown."""


class Heading(Struct, frozen=True):
    """A definition's signature in one line, and the first line of its documentation, empty if it has none."""

    signature: str
    summary: str


def heading(data: bytes, dialect: Dialect, name_start: int, introduction: Introduction) -> Heading | None:
    """How the definition whose name begins at an offset introduces itself; None if there is none.

    Raises `ParseLimitError`.
    """
    if len(data) > MAX_SIZE:
        return None
    for region in regions(dialect, data):
        name = region.tree.root_node.descendant_for_byte_range(name_start, name_start + 1)
        found = None if name is None or not _holds(region.ranges, name_start) else _definition_and_body(name)
        if found is not None:
            definition, body = found
            is_within = introduction.documented_within
            documented = _text_at_begin(body) if is_within else _comment_before(definition, data, introduction)
            return Heading(_signature(definition, body, data, introduction), _first_line(documented, data))
    return None


def _holds(ranges: tuple[tuple[int, int], ...], offset: int) -> bool:
    return any(start <= offset < end for start, end in ranges)


def _definition_and_body(name: Node) -> tuple[Node, Node] | None:
    """What has this name, and its body."""
    node = name.parent
    while node is not None:
        body = _body(node)
        if body is not None:
            return (node, body) if name.end_byte <= body.start_byte else None
        node = node.parent
    return None


def _body(node: Node) -> Node | None:
    """The body of a definition, or of the function that it gives a name, be it handed to another one on the way."""
    body = node.child_by_field_name("body")
    value = node.child_by_field_name("value") if body is None else None
    if value is None:
        return body
    arguments = value.child_by_field_name("arguments")
    functions = (value, *(arguments.named_children if arguments is not None else ()))
    return next((found for one in functions if (found := one.child_by_field_name("body")) is not None), None)


def _signature(definition: Node, body: Node, data: bytes, introduction: Introduction) -> str:
    apart = COMMENTS | introduction.apart
    parts = [child for child in definition.children if child.type not in apart]
    start = parts[0].start_byte if parts else definition.start_byte
    written = bytearray()
    for comment in _comments(definition, body.start_byte):
        written += data[start : comment.start_byte]
        start = max(start, comment.end_byte)
    written += data[start : body.start_byte]
    words = _TIGHT.sub(r"\1\2", " ".join(written.decode(errors="replace").split()))
    return _shorten_text(words.removesuffix(":").removesuffix("=>").rstrip())


def _comments(node: Node, end: int) -> Iterator[Node]:
    """The comments in what is declared before an offset, in their order."""
    waiting = [node]
    while waiting:
        one = waiting.pop()
        if one.type in COMMENTS:
            yield one
        elif one.start_byte < end:
            waiting += reversed(one.children)


_TIGHT = regex(r"([(\[]) |,? ([)\]])")
"""The space that is left of a line's end within brackets."""


def _text_at_begin(body: Node) -> Node | None:
    first = next((child for child in body.named_children if child.type not in COMMENTS), None)
    inner = first.named_child(0) if first is not None and first.type == "expression_statement" else first
    return inner if inner is not None and inner.type == "string" else None


def _comment_before(definition: Node, data: bytes, introduction: Introduction) -> Node | None:
    """The first of the comments that stand directly before a definition, its decorators, or what it is a part of."""
    node, parent = definition, definition.parent
    while parent is not None and parent.type in introduction.around:
        node, parent = parent, parent.parent
    apart = COMMENTS | introduction.apart
    siblings = () if parent is None else parent.children  # To ask one for that before it searches all of them.
    found, line = None, node.start_point[0]
    for one in reversed([sibling for sibling in siblings if sibling.end_byte <= node.start_byte]):
        if one.type not in apart or one.end_point[0] < line - 1:
            break
        if data[data.rfind(b"\n", 0, one.start_byte) + 1 : one.start_byte].strip():
            break  # It is about what stands before it in its line.
        found, line = one if one.type in COMMENTS else found, one.start_point[0]
    return found


def _first_line(node: Node | None, data: bytes) -> str:
    """The first line of a text or a comment that has words, without its marks."""
    if node is None:
        return ""
    lines = data[node.start_byte : node.end_byte].decode(errors="replace").splitlines()
    stripped = (_MARKS.sub("", line[:_LONGEST]).strip() for line in lines)
    return _shorten_text(next((line for line in stripped if any(map(str.isalnum, line))), ""))


_COMMENTS = "|".join(
    rf"{re.escape(sign)}{re.escape(sign[-1])}*+!?" for sign in sorted({language.comment for language in LANGUAGES})
)
_MARKS = regex(rf"""^\s*+(?:[rRuUbB]?+["']{{1,3}}|/\*++!?|{_COMMENTS}|\*++/?)?\s*+|(?:["']{{1,3}}|\*++/)?\s*+$""")
"""What stands around a line: quotes, or the signs of a comment."""


def _shorten_text(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
