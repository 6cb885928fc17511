"""Attributes: what stands in them, and which ones a definition has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seamark.extract.facts import Argument, Call, Hole, Value
from seamark.extract.language import call_of
from seamark.extract.nodes import items

from .macros import as_macro
from .tokens import token_arguments

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading

_SAY_NOTHING = frozenset(
    [
        "allow",
        "cfg_attr",
        "deny",
        "derive",
        "diesel",
        "doc",
        "expect",
        "inline",
        "instrument",
        "must_use",
        "repr",
        "serde",
        "warn",
    ]
)

_DEFAULTS = ("default_value", "default_value_t")
_MAX_LINE = 400
"""How far a comment is looked for that stands behind an attribute, or below it."""


def attributes_of(node: Node, reading: Reading) -> list[Node]:
    """The attributes of an item: they stand before it, comments between them."""
    if node.type == "closure_expression" or not _follows_attribute(node.start_byte, reading.data):
        return []
    attributes: list[Node] = []
    sibling = node.prev_sibling
    while sibling is not None and sibling.type in ("attribute_item", "line_comment", "block_comment"):
        if sibling.type == "attribute_item":
            attributes.append(sibling)
        sibling = sibling.prev_sibling
    return attributes[::-1]


def _follows_attribute(position: int, data: bytes) -> bool:
    """Whether an attribute may stand before `position`, by the text: looking for siblings searches the whole tree."""
    while True:
        while position > 0 and data[position - 1] in b" \t\r\n":
            position -= 1
        if position == 0 or (data[position - 1] in b"{};," and not _may_be_comment(position, data)):
            return False
        if data[position - 1] in b"]":
            return True
        if data.endswith(b"*/", 0, position):
            position = max(data.rfind(b"/*", 0, position), 0)
            continue
        start = data.rfind(b"\n", 0, position) + 1
        line = data[start:position].lstrip()
        if not line.startswith(b"//"):
            return line.startswith(b"#[")
        position = start


def _may_be_comment(position: int, data: bytes) -> bool:
    """Whether what ends at `position` may be the end of a comment: `// …;`"""
    start = data.rfind(b"\n", max(position - _MAX_LINE, 0), position) + 1
    return data.find(b"//", max(start, position - _MAX_LINE), position) >= 0


def decorators_of(node: Node, reading: Reading) -> tuple[Value, ...]:
    """The attributes of an item that may say something."""
    attributes = [child for item in attributes_of(node, reading) for child in items(item) if child.type == "attribute"]
    stated = [child for child in attributes if child.children and reading.text(child.children[0]) not in _SAY_NOTHING]
    return tuple(reading.value(child) for child in stated)


def default(field: Node, reading: Reading) -> Value:
    """What a field is where nothing else is said, as its attributes tell: `#[arg(long, default_value = "…")]`."""
    stated = (value for value in decorators_of(field, reading) if isinstance(value, Call))
    given = (one.value for value in stated for one in value.arguments if one.name in _DEFAULTS)
    return next(given, Hole())


def attribute(node: Node, reading: Reading) -> Value:
    """`#[get("/x", data = "<u>")]`: a call if it is given something."""
    children = items(node)
    tokens, value = node.child_by_field_name("arguments"), node.child_by_field_name("value")
    called = as_macro(reading.value(children[0])) if children else Hole()
    if value is not None:
        return call_of(called, [Argument("", reading.value(value))], node)
    return called if tokens is None else call_of(called, token_arguments(tokens, reading), node)
