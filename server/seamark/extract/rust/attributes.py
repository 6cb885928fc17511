"""Attributes: what stands in them, and which ones a definition has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from seamark.extract.facts import Argument, Call, Entry, Hole, Import, List, Member, Name, Object, Value
from seamark.extract.language import MAX_DEPTH, call_of
from seamark.extract.nodes import BESIDE, items

from .macros import as_macro
from .nodes import identifier

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
    return called if tokens is None else call_of(called, _token_arguments(tokens, reading), node)


def _token_arguments(tokens: Node, reading: Reading, depth: int = 0) -> list[Argument]:
    """What stands between commas in a text that the grammar does not read."""
    if depth > MAX_DEPTH:
        return []
    arguments: list[Argument] = []
    argument: list[Node] = []
    for child in tokens.children[1:]:
        if child.type in (",", ";", ")", "]", "}"):
            if argument:
                arguments.append(_token_argument(argument, reading, depth))
            argument = []
            if child.type == ";":  # What follows is no argument: a case's name, a list's length.
                break
        elif child.type not in BESIDE:
            argument.append(child)
    return _gather_lists(arguments, tokens)


def _gather_lists(arguments: list[Argument], tokens: Node) -> list[Argument]:
    """The arguments, what is given several times under one name as a list: `method = "GET", method = "POST"`."""
    named: dict[str, list[Value]] = {}
    for argument in arguments:
        named.setdefault(argument.name, []).append(argument.value)
    lists = {
        name: List(tuple(values), tokens.start_byte, tokens.end_byte)
        for name, values in named.items()
        if name and len(values) > 1
    }
    return list(dict.fromkeys(replace(a, value=lists[a.name]) if a.name in lists else a for a in arguments))


def _token_argument(tokens: list[Node], reading: Reading, depth: int) -> Argument:
    if len(tokens) > 2 and tokens[1].type == "=":
        return Argument(identifier(tokens[0], reading), _token_value(tokens[2:], reading, depth))
    return Argument("", _token_value(tokens, reading, depth))


def _token_value(tokens: list[Node], reading: Reading, depth: int) -> Value:
    first, *others = tokens
    if first.type == "token_tree":
        given = _token_arguments(first, reading, depth + 1)
        if any(argument.name for argument in given):
            entries = tuple(Entry(argument.name, argument.value) for argument in given)
            return Object(entries, first.start_byte, first.end_byte)
        return List(tuple(argument.value for argument in given), first.start_byte, first.end_byte)
    value = reading.value(first)
    if others and others[0].type == "::" and isinstance(value, Name) and not value.name[:1].isupper():
        value = Import(value.name, "")
    while len(others) > 1 and others[0].type == "::":
        value = Member(value, identifier(others[1], reading), others[1].start_byte, others[1].end_byte)
        others = others[2:]
    if len(others) == 1 and others[0].type == "token_tree":
        given = _token_arguments(others[0], reading, depth + 1)
        return Call(value, tuple(given), False, first.start_byte, others[0].end_byte)
    return Hole() if others else value
