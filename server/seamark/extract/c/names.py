"""Names in their scopes, types, and members of things."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seamark.extract.expressions import name
from seamark.extract.facts import Element, Hole, List, Member, Name, Scalar, Value
from seamark.extract.nodes import items, part

from .bindings.loops import counted_item

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading

MAX_QUALIFIERS = 16
"""A name in more scopes than this says nothing."""

POINTERS = ("shared_ptr", "unique_ptr", "weak_ptr", "optional", "reference_wrapper", "atomic")


def qualified_name(node: Node, reading: Reading) -> Value:
    """`a::b::c`"""
    of, last = split_scope(node, reading)
    return Hole() if last is None or last.type == node.type else _name_in_scope(of, last, reading)


def split_scope(node: Node | None, reading: Reading) -> tuple[Value | None, Node | None]:
    """What stands before the last name in `a::b::c`, which nests to the right, and the node of that name."""
    of: Value | None = None
    for _ in range(MAX_QUALIFIERS):
        if node is None or node.type != "qualified_identifier":
            break
        scope = node.child_by_field_name("scope")
        if scope is not None:
            plain = scope.child_by_field_name("name") if scope.type == "template_type" else scope
            of = _member(of, plain or scope, reading)
        node = node.child_by_field_name("name")
    return of, node


def _name_in_scope(of: Value | None, node: Node, reading: Reading) -> Value:
    """A name, alone or in a scope; a type's parameters are kept, those of a function are not."""
    plain = node.child_by_field_name("name") or node
    arguments = node.child_by_field_name("arguments")
    named = _member(of, plain, reading)
    if node.type != "template_type" or not isinstance(named, Name | Member):
        return named
    given = [reading.value(argument) for argument in items(arguments)]
    if named.name in POINTERS and len(given) > 0:
        return given[0]
    key = given[0] if len(given) == 1 else List(tuple(given), node.start_byte, node.end_byte)
    return Element(named, key)


def _member(of: Value | None, node: Node, reading: Reading) -> Value:
    if of is None:
        return reading.value(node) if node.type in ("identifier", "this") else name(node, reading)
    return Member(of, reading.text(node), node.start_byte, node.end_byte)


def template(node: Node, reading: Reading) -> Value:
    """`a<b>`"""
    return _name_in_scope(None, node, reading)


def struct(node: Node, reading: Reading) -> Value:
    """`struct x`; one with a body is defined in place."""
    if node.child_by_field_name("body") is not None:
        return reading.function(node)
    named = node.child_by_field_name("name")
    return Hole() if named is None else reading.value(named)


def field(node: Node, reading: Reading) -> Value:
    """`a.b`, `a->b`"""
    named = part(node, "field")
    of = reading.value(part(node, "argument"))
    if named.type == "dependent_name" and named.named_children:
        named = named.named_children[-1]
    if named.type == "qualified_identifier":  # `x.Base::f()`
        named = named.child_by_field_name("name") or named
    named = named.child_by_field_name("name") or named
    return Member(of, reading.text(named), named.start_byte, named.end_byte)


def subscript(node: Node, reading: Reading) -> Value:
    """`a[b]`"""
    indices = node.child_by_field_name("index") or node.child_by_field_name("indices")
    if indices is not None and indices.type == "subscript_argument_list":
        indices = indices.named_children[0] if indices.named_child_count == 1 else None
    of = node.child_by_field_name("argument")
    return counted_item(node, of, indices, reading) or Element(reading.value(of), reading.value(indices))


def pointer_value(node: Node, reading: Reading) -> Value:
    """`*a`, `&a`, and `&a[0]`, which is `a`."""
    value = reading.value(node.child_by_field_name("argument"))
    is_first = isinstance(value, Element) and value.key == Scalar("0") and reading.data[node.start_byte] == ord("&")
    return value.of if is_first and isinstance(value, Element) else value
