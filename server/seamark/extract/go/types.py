"""What Go's types say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seamark.extract.expressions import generic_of, inner, member_of, name
from seamark.extract.facts import (
    Choice,
    Hole,
    List,
    Name,
    Value,
)
from seamark.extract.language import Readers
from seamark.extract.nodes import first, items

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading

PREDECLARED = frozenset(
    [
        *("any", "bool", "byte", "comparable", "complex64", "complex128", "error", "float32", "float64", "int", "int8"),
        *("int16", "int32", "int64", "rune", "string", "uint", "uint8", "uint16", "uint32", "uint64", "uintptr"),
    ]
)
"""The types that Go itself has. They are functions, too: `string(x)` is `x`."""


_LISTS = ("slice_type", "array_type", "implicit_length_array_type")


WRAPPED = ("pointer_type", "parenthesized_type")


_BUILT = (*WRAPPED, *_LISTS, "map_type", "channel_type")


def declared_type(node: Node | None, reading: Reading) -> Value | None:
    """The type that a declaration states; None if nothing can follow from it, as from `[]string`."""
    core = node
    while core is not None and core.type in _BUILT:
        core = first(core) if core.type in WRAPPED else element_type(core)
    if core is None or core.type == "function_type":
        return None
    if core.type == "type_identifier" and reading.text(core) in PREDECLARED:
        return None
    value = reading.value(node)
    return None if isinstance(value, Hole) else value


def element_type(node: Node) -> Node | None:
    """The type of what a list, map or channel holds."""
    if node.type in _LISTS:
        return node.child_by_field_name("element")
    return node.child_by_field_name("value") if node.type in ("map_type", "channel_type") else None


def _list_type(node: Node, reading: Reading) -> Value:
    """As a type, a list is one of what it holds: an element of it is such a thing. So is a map."""
    return List((reading.value(element_type(node)),), node.start_byte, node.end_byte)


def _channel_type(node: Node, reading: Reading) -> Value:
    """`<-x` is taken as `x`, and so its type as that of what it gives."""
    return reading.value(element_type(node))


def _function_type(node: Node, _reading: Reading) -> Value:
    return Name("func", node.start_byte, node.start_byte + len("func"))


def _type_element(node: Node, reading: Reading) -> Value:
    kinds = tuple(reading.value(child) for child in items(node))
    return kinds[0] if len(kinds) == 1 else Choice(kinds)


TYPES: Readers = {
    "type_identifier": name,
    "qualified_type": member_of("package", "name"),
    "generic_type": generic_of("type"),
    "pointer_type": inner,
    "parenthesized_type": inner,
    "slice_type": _list_type,
    "array_type": _list_type,
    "implicit_length_array_type": _list_type,
    "map_type": _list_type,
    "channel_type": _channel_type,
    "function_type": _function_type,
    "type_elem": _type_element,
}
