"""Patterns: what is taken apart, and the names and members that are given its parts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from seamark.extract.facts import Choice, Element, Hole, Scalar, Value
from seamark.extract.language import MAX_DEPTH
from seamark.extract.nodes import items

from .values import member

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading

NAMES = ("identifier", "type_identifier", "shorthand_property_identifier_pattern")


def targets(pattern: Node, value: Value, reading: Reading, depth: int = 0) -> Iterator[tuple[Node, Value]]:
    """The names and members to which `pattern` gives parts of `value`."""
    if depth > MAX_DEPTH:
        return
    if pattern.type in ("assignment_pattern", "object_assignment_pattern"):
        left, default = pattern.child_by_field_name("left"), pattern.child_by_field_name("right")
        if left is not None:
            value = Choice((value, reading.value(default)), ordered=True)
            yield from targets(left, value, reading, depth + 1)
    elif pattern.type in ("object_pattern", "array_pattern"):
        for part, taken in _parts(pattern, value, reading):
            yield from targets(part, taken, reading, depth + 1)
    else:
        yield pattern, value


def _parts(pattern: Node, value: Value, reading: Reading) -> Iterator[tuple[Node, Value]]:
    """The patterns of which an object or array pattern consists, with the part of `value` that each is given."""
    if pattern.type == "array_pattern":
        yield from _items_taken(pattern, value)
    elif pattern.type == "object_pattern":
        for child in pattern.named_children:
            yield from _property_taken(child, value, reading)


def _items_taken(pattern: Node, value: Value) -> Iterator[tuple[Node, Value]]:
    index = 0
    for child in pattern.children:
        if child.type == ",":
            index += 1
        elif child.type == "rest_pattern":
            yield from ((inner, Hole()) for inner in items(child))
        elif child.is_named and child.type != "comment":
            yield child, Hole() if isinstance(value, Hole) else Element(value, Scalar(str(index)))


def _property_taken(part: Node, value: Value, reading: Reading) -> Iterator[tuple[Node, Value]]:
    if part.type == "shorthand_property_identifier_pattern":
        yield part, member(value, part, reading)
    elif part.type == "object_assignment_pattern":
        yield part, member(value, part.child_by_field_name("left"), reading)
    elif part.type == "pair_pattern":
        inner = part.child_by_field_name("value")
        if inner is not None:
            yield inner, member(value, part.child_by_field_name("key"), reading)
    elif part.type == "rest_pattern":
        yield from ((inner, value) for inner in items(part))
