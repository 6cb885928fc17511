"""TypeScript's type annotations as values: `Router` in `app: Router`, the choices of `A | B`, the element of `X[]`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seamark.extract.expressions import generic_of, inner, name
from seamark.extract.facts import (
    Choice,
    Element,
    Entry,
    Hole,
    Name,
    Object,
    Scalar,
    Value,
)
from seamark.extract.language import Readers
from seamark.extract.nodes import items

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading


def _array_type(node: Node, reading: Reading) -> Value:
    """`X[]` is `Array<X>`."""
    return Element(Name("Array", node.start_byte, node.start_byte), inner(node, reading))


def _union(node: Node, reading: Reading) -> Value:
    """`A | B | C` nests to the left, as deep as it is long. An intersection has what any of its parts has."""
    options: list[Value] = []
    left: Node | None = node
    while left is not None and left.type == node.type:
        children = items(left)
        options += [reading.value(child) for child in reversed(children[1:])]
        left = children[0] if children else None
    if left is not None:
        options.append(reading.value(left))
    return options[0] if len(options) == 1 else Choice(tuple(reversed(options)))


def _predefined_type(node: Node, reading: Reading) -> Value:
    """The language's own types are nothing that is known, but for those that may be null."""
    return Choice((Hole(), Scalar("null"))) if reading.text(node) in ("any", "unknown", "void", "null") else Hole()


def _lookup(node: Node, reading: Reading) -> Value:
    children = items(node)
    return Element(reading.value(children[0]), reading.value(children[1])) if len(children) == 2 else Hole()


def _object_type(node: Node, reading: Reading) -> Value:
    """`{ kind: "a" | "b" }`, where it stands: the types of its properties."""
    entries: list[Entry] = []
    for child in items(node):
        key, kind = child.child_by_field_name("name"), child.child_by_field_name("type")
        if child.type == "property_signature" and key is not None and kind is not None:
            entries.append(Entry(reading.text(key).strip("'\""), reading.value(kind)))
    return Object(tuple(entries), node.start_byte, node.end_byte)


TYPES: Readers = {
    "type_annotation": inner,
    "predefined_type": _predefined_type,
    "type_identifier": name,
    "generic_type": generic_of("name"),
    "array_type": _array_type,
    "union_type": _union,
    "intersection_type": _union,
    "lookup_type": _lookup,
    "object_type": _object_type,
    "readonly_type": inner,
    "parenthesized_type": inner,
    "literal_type": inner,
    "type_query": inner,
}
