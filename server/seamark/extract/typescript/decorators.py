"""Decorators of classes and methods, and where these begin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seamark.extract.facts import Hole, Value
from seamark.extract.nodes import items

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading

CLASSES = ("class_declaration", "abstract_class_declaration", "class")


def span(node: Node, reading: Reading) -> tuple[int, int]:
    """Where a definition begins and ends, its decorators included."""
    decorators = decorators_of(node, reading)
    return min(node.start_byte, decorators[0].start_byte) if decorators else node.start_byte, node.end_byte


def decorators_of(node: Node, reading: Reading) -> list[Node]:
    """The decorators of a class or method: its own nodes, or beside it in the class's body or the export."""
    if node.type == "method_definition":
        return _beside(node, reading) + node.children_by_field_name("decorator")
    if node.type not in CLASSES:
        return []
    own = node.children_by_field_name("decorator")
    if byte_before(node, reading) in b"t":  # export, default
        parent = node.parent
        if parent is not None and parent.type == "export_statement":
            return parent.children_by_field_name("decorator") + own
    return own


def _beside(node: Node, reading: Reading) -> list[Node]:
    if byte_before(node, reading) in b"{};,":
        return []
    decorators: list[Node] = []
    sibling = node.prev_sibling
    while sibling is not None and sibling.type in ("decorator", "comment"):
        if sibling.type == "decorator":
            decorators.append(sibling)
        sibling = sibling.prev_sibling
    return decorators[::-1]


def byte_before(node: Node, reading: Reading) -> bytes:
    """The last byte before `node` that is no space, a slash behind a line that may end in a comment.

    It is cheap, where `parent` and `prev_sibling` search the whole tree.
    """
    data, position = reading.data, node.start_byte - 1
    while position >= 0 and data[position] in b" \t\r\n":
        position -= 1
    if position < 0:
        return b";"
    is_line_above = b"\n" in data[position + 1 : node.start_byte]
    if is_line_above and b"//" in data[data.rfind(b"\n", 0, position) + 1 : position]:
        return b"/"
    return data[position : position + 1]


def decorator_value(node: Node, reading: Reading) -> Value:
    """What stands behind the `@` of a decorator."""
    inner = items(node)
    return reading.value(inner[0]) if inner else Hole()
