"""Patterns: what is taken apart, and the names and members that are given its parts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from seamark.extract.facts import Choice, Element, Hole, Scalar, Value
from seamark.extract.language import MAX_DEPTH
from seamark.extract.nodes import items, part

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
        value = Choice((value, reading.value(part(pattern, "right"))), ordered=True)
        yield from targets(part(pattern, "left"), value, reading, depth + 1)
    elif pattern.type in ("object_pattern", "array_pattern"):
        for inner, taken in _parts(pattern, value, reading):
            yield from targets(inner, taken, reading, depth + 1)
    else:
        yield pattern, value


def _parts(pattern: Node, value: Value, reading: Reading) -> Iterator[tuple[Node, Value]]:
    """The patterns of which an object or array pattern consists, with the part of `value` that each is given."""
    if pattern.type == "array_pattern":
        yield from _items_taken(pattern, value)
    else:
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


def _property_taken(taken: Node, value: Value, reading: Reading) -> Iterator[tuple[Node, Value]]:
    if taken.type == "shorthand_property_identifier_pattern":
        yield taken, member(value, taken, reading)
    elif taken.type == "object_assignment_pattern":
        yield taken, member(value, part(taken, "left"), reading)
    elif taken.type == "pair_pattern":
        yield part(taken, "value"), member(value, part(taken, "key"), reading)
    elif taken.type == "rest_pattern":
        yield from ((inner, value) for inner in items(taken))
