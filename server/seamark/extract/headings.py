"""How a definition introduces itself to people: its signature as declared, and the first line of its documentation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from seamark.source.regions import regions

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.source import Dialect

MAX_SIZE = 300_000
"""A text of more bytes takes too long to parse for somebody who only looks at a definition."""
_LONGEST = 240
"""So many characters of a signature, and of a line, are shown."""

_COMMENTS = frozenset(("comment", "line_comment", "block_comment"))
_APART = _COMMENTS | {"decorator", "attribute_list", "attribute_item", "attributes", "attribute_declaration"}
"""What stands before a definition and is no part of its signature."""
_AROUND = frozenset(("export_statement", "lexical_declaration", "variable_declaration", "template_declaration"))
"""What stands around a definition, and begins no block of others."""


def heading(data: bytes, dialect: Dialect, name_start: int, *, documented_within: bool) -> tuple[str, str] | None:
    """A definition's signature in one line, and the first line of its documentation, if its name begins at an offset.

    None if there is no such definition. It is documented by the text with which its body begins (`documented_within`),
    or by the comment before it. Raises `ParseLimitError`.
    """
    if len(data) > MAX_SIZE:
        return None
    for region in regions(dialect, data):
        name = region.tree.root_node.descendant_for_byte_range(name_start, name_start + 1)
        found = None if name is None or not _holds(region.ranges, name_start) else _defined(name)
        if found is not None:
            definition, body = found
            signature = _signature(definition, body, data)
            documented = _text_at_begin(body) if documented_within else _comment_before(definition, data)
            return signature, _first_line(documented, data)
    return None


def _holds(ranges: tuple[tuple[int, int], ...], offset: int) -> bool:
    return any(start <= offset < end for start, end in ranges)


def _defined(name: Node) -> tuple[Node, Node] | None:
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


def _signature(definition: Node, body: Node, data: bytes) -> str:
    parts = [child for child in definition.children if child.type not in _APART]
    start = parts[0].start_byte if parts else definition.start_byte
    written = bytearray()
    for comment in _comments(definition, body.start_byte):
        written += data[start : comment.start_byte]
        start = max(start, comment.end_byte)
    written += data[start : body.start_byte]
    words = _TIGHT.sub(r"\1\2", " ".join(written.decode(errors="replace").split()))
    return _shortened(words.removesuffix(":").removesuffix("=>").rstrip())


def _comments(node: Node, end: int) -> Iterator[Node]:
    """The comments in what is declared before an offset, in their order."""
    waiting = [node]
    while waiting:
        one = waiting.pop()
        if one.type in _COMMENTS:
            yield one
        elif one.start_byte < end:
            waiting += reversed(one.children)


_TIGHT = re.compile(r"([(\[]) |,? ([)\]])")
"""The space that is left of a line's end within brackets."""


def _text_at_begin(body: Node) -> Node | None:
    first = next((child for child in body.named_children if child.type not in _COMMENTS), None)
    inner = first.named_child(0) if first is not None and first.type == "expression_statement" else first
    return inner if inner is not None and inner.type == "string" else None


def _comment_before(definition: Node, data: bytes) -> Node | None:
    """The first of the comments that stand directly before a definition, its decorators, or what it is a part of."""
    node = definition
    while node.parent is not None and node.parent.type in _AROUND:
        node = node.parent
    found, line, one = None, node.start_point[0], node.prev_sibling
    while one is not None and one.type in _APART and one.end_point[0] >= line - 1:
        if data[data.rfind(b"\n", 0, one.start_byte) + 1 : one.start_byte].strip():
            break  # It is about what stands before it in its line.
        found, line, one = one if one.type in _COMMENTS else found, one.start_point[0], one.prev_sibling
    return found


def _first_line(node: Node | None, data: bytes) -> str:
    """The first line of a text or a comment that has words, without its marks."""
    if node is None:
        return ""
    lines = data[node.start_byte : node.end_byte].decode(errors="replace").splitlines()
    stripped = (_MARKS.sub("", line[:_LONGEST]).strip() for line in lines)
    return _shortened(next((line for line in stripped if any(map(str.isalnum, line))), ""))


_MARKS = re.compile(r"""^\s*+(?:[rRuUbB]?+["']{1,3}|/[/*]++!?|\*++/?|#++)?\s*+|(?:["']{1,3}|\*++/)?\s*+$""")
"""What stands around a line: quotes, or the signs of a comment."""


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
