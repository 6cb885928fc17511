"""Rust's expressions as values: for each type of node the function that reads it (`VALUES`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seamark.extract.expressions import (
    arguments,
    by_sign,
    function,
    inner,
    list_value,
    named_flags,
    plain_sum,
    signed_number,
    slice_from,
    value_of,
)
from seamark.extract.facts import Argument, Call, Element, Hole, List, Member, This, Value
from seamark.extract.language import Readers, call_of
from seamark.extract.nodes import items, operands, part

from .attributes import attribute
from .blocks import BLOCKS
from .macros import macro
from .nodes import identifier
from .paths import PATHS, name_of, strip_types
from .texts import TEXTS

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading

_MAX_SEGMENTS = 32


def _division(node: Node, reading: Reading) -> Value:
    """`a / b / c`, as calls: what it means depends on `a`."""
    parts, sign = operands(node, "/"), node.child_by_field_name("operator") or node
    stated = [part for part in parts if part.type != "range_expression"]
    if not stated:
        return Hole()
    first, *others = stated
    value = reading.value(first) if len(others) < _MAX_SEGMENTS else Hole()
    for other in others[-_MAX_SEGMENTS:]:
        value = Member(value, "div", sign.start_byte, sign.end_byte)
        value = Call(value, (Argument("", reading.value(other)),), False, first.start_byte, other.end_byte)
    return value


def _unary(node: Node, reading: Reading) -> Value:
    return inner(node, reading) if node.children[0].type == "*" else signed_number(node, reading)


def _index(node: Node, reading: Reading) -> Value:
    children = items(node)
    if len(children) != 2:
        return Hole()
    if children[1].type == "range_expression":
        of, (start, *signs) = reading.value(children[0]), children[1].children
        return of if start.type == ".." and not signs else slice_from(of, start if len(signs) == 1 else None, reading)
    return Element(reading.value(children[0]), reading.value(children[1]))


def _list(node: Node, reading: Reading) -> Value:
    """A tuple or an array; `[value; length]` holds the one value."""
    if node.child_by_field_name("length") is None:
        return list_value(node, reading)
    return List((inner(node, reading),), node.start_byte, node.end_byte)


def _struct(node: Node, reading: Reading) -> Value:
    """`Api { base, client: c, ..other }`."""
    name = node.child_by_field_name("name")
    fields: list[Argument] = []
    for child in items(node.child_by_field_name("body")):
        if child.type == "field_initializer":
            field = child.child_by_field_name("field")
            if field is not None:
                fields.append(Argument(identifier(field, reading), reading.value(child.child_by_field_name("value"))))
        elif child.type == "shorthand_field_initializer":
            fields += [Argument(identifier(field, reading), name_of(field, reading)) for field in items(child)]
        elif child.type == "base_field_initializer":
            fields.append(Argument("**", inner(child, reading)))
    return call_of(Hole() if name is None else reading.value(strip_types(name)), fields, node, new=True)


def _field(node: Node, reading: Reading) -> Value:
    field = node.child_by_field_name("field")
    of = reading.value(node.child_by_field_name("value"))
    return of if field is None else Member(of, identifier(field, reading), field.start_byte, field.end_byte)


def _call(node: Node, reading: Reading) -> Value:
    """A call; one of `Self` makes an object of the type around, whose fields have no names."""
    called = part(node, "function")
    callee = reading.value(called)
    given = arguments(items(node.child_by_field_name("arguments")), reading)
    return call_of(callee, given, node, new=called.type == "identifier" and isinstance(callee, This))


LINKS = {
    "field_expression": "value",
    "call_expression": "function",
    "generic_function": "function",
    "await_expression": "",
    "try_expression": "",
}

VALUES: Readers = {
    **PATHS,
    **TEXTS,
    **BLOCKS,
    "binary_expression": by_sign({"+": plain_sum, "/": _division, "|": named_flags}),
    "unary_expression": _unary,
    "reference_expression": value_of("value"),
    "type_cast_expression": value_of("value"),
    "parenthesized_expression": inner,
    "index_expression": _index,
    "tuple_expression": _list,
    "tuple_type": _list,
    "array_expression": _list,
    "closure_expression": function,
    "struct_expression": _struct,
    "field_expression": _field,
    "call_expression": _call,
    "await_expression": inner,
    "try_expression": inner,
    "macro_invocation": macro,
    "attribute": attribute,
}
