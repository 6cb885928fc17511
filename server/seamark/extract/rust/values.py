"""Rust's expressions as values: for each type of node the function that reads it (`VALUES`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seamark.extract.facts import Argument, Call, Element, Hole, List, Member, Scalar, Value
from seamark.extract.language import Readers, call_of
from seamark.extract.nodes import joined, operands

from .attributes import attribute
from .blocks import BLOCKS
from .macros import macro
from .nodes import identifier, inner, items, value_of
from .paths import PATHS, name_of, untyped
from .texts import TEXTS

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading

_MAX_SEGMENTS = 32


def _binary(node: Node, reading: Reading) -> Value:
    operator = node.child_by_field_name("operator")
    sign = "" if operator is None else operator.type
    if sign == "+":
        return joined(node, reading)
    return _divided(operator, operands(node, sign), reading) if operator is not None and sign == "/" else Hole()


def _divided(operator: Node, parts: list[Node], reading: Reading) -> Value:
    """`a / b / c`, as calls: what it means depends on `a`."""
    stated = [part for part in parts if part.type != "range_expression"]
    if not stated:
        return Hole()
    first, *others = stated
    value = reading.value(first) if len(others) < _MAX_SEGMENTS else Hole()
    for other in others[-_MAX_SEGMENTS:]:
        value = Member(value, "div", operator.start_byte, operator.end_byte)
        value = Call(value, (Argument("", reading.value(other)),), False, first.start_byte, other.end_byte)
    return value


def _unary(node: Node, reading: Reading) -> Value:
    operator, operand = node.children[0].type, next(iter(items(node)), None)
    if operator == "*":
        return reading.value(operand)
    number = reading.value(operand) if operator == "-" else Hole()
    return Scalar(f"-{number.text}") if isinstance(number, Scalar) else Hole()


def _index(node: Node, reading: Reading) -> Value:
    children = items(node)
    if len(children) != 2 or children[1].type == "range_expression":
        return Hole()
    return Element(reading.value(children[0]), reading.value(children[1]))


def _list(node: Node, reading: Reading) -> Value:
    """A tuple or an array; `[value; length]` holds the one value."""
    children = items(node)[:1] if node.child_by_field_name("length") is not None else items(node)
    return List(tuple(reading.value(child) for child in children), node.start_byte, node.end_byte)


def _function(node: Node, reading: Reading) -> Value:
    return reading.function(node)


def _struct(node: Node, reading: Reading) -> Value:
    """`Api { base, client: c, ..other }`."""
    name = node.child_by_field_name("name")
    arguments: list[Argument] = []
    for child in items(node.child_by_field_name("body")):
        if child.type == "field_initializer":
            field = child.child_by_field_name("field")
            if field is not None:
                arguments.append(Argument(identifier(field, reading), value_of(child, reading)))
        elif child.type == "shorthand_field_initializer":
            arguments += [Argument(identifier(field, reading), name_of(field, reading)) for field in items(child)]
        elif child.type == "base_field_initializer":
            arguments.append(Argument("**", inner(child, reading)))
    return call_of(Hole() if name is None else reading.value(untyped(name)), arguments, node, new=True)


def _field(node: Node, reading: Reading) -> Value:
    field = node.child_by_field_name("field")
    of = reading.value(node.child_by_field_name("value"))
    return of if field is None else Member(of, identifier(field, reading), field.start_byte, field.end_byte)


def _call(node: Node, reading: Reading) -> Value:
    callee = reading.value(node.child_by_field_name("function"))
    return call_of(callee, _arguments(node.child_by_field_name("arguments"), reading), node)


def _arguments(listed: Node | None, reading: Reading) -> list[Argument]:
    return [Argument("", reading.value(child)) for child in items(listed)]


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
    "binary_expression": _binary,
    "unary_expression": _unary,
    "reference_expression": value_of,
    "type_cast_expression": value_of,
    "parenthesized_expression": inner,
    "index_expression": _index,
    "tuple_expression": _list,
    "tuple_type": _list,
    "array_expression": _list,
    "closure_expression": _function,
    "struct_expression": _struct,
    "field_expression": _field,
    "call_expression": _call,
    "await_expression": inner,
    "try_expression": inner,
    "macro_invocation": macro,
    "attribute": attribute,
}
