"""What the operators of C and C++ make of expressions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seamark.extract.facts import Choice, Concat, Hole, List, Member, Name, Scalar, Value
from seamark.extract.nodes import summed

from .guards.conditions import equality

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading


def binary(node: Node, reading: Reading) -> Value:
    """`a == "b"`; in C++ `a + b` and `a << b`, too."""
    operator = node.child_by_field_name("operator")
    kind = "" if operator is None else operator.type
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if operator is None or left is None or right is None:
        return Hole()
    if kind == "==" and "string_literal" in (left.type, right.type):
        return equality(node, reading)
    if kind == "|":
        return _flags(node, reading)
    if reading.language.name == "c":
        return Hole()
    if kind == "+":
        found = summed(node, reading)
        # A text plus a number is a place within the text.
        return Hole() if isinstance(found, Concat) and any(isinstance(part, Scalar) for part in found.parts) else found
    if kind == "<<":
        return Concat(tuple(reading.value(part) for part in operands(node, "<<")), node.start_byte, node.end_byte)
    return Hole()


def _flags(node: Node, reading: Reading) -> Value:
    """Named flags that are set together: `HTTP_GET | HTTP_PUT`."""
    named = [reading.value(part) for part in operands(node, "|")]
    is_named = all(isinstance(one, Name | Member) for one in named)
    return List(tuple(named), node.start_byte, node.end_byte) if is_named else Hole()


def operands(node: Node | None, sign: str) -> list[Node]:
    """The operands of `a << b << c`, which nests to the left, as deep as it is long."""
    parts: list[Node] = []
    while node is not None and node.type == "binary_expression":
        operator, right = node.child_by_field_name("operator"), node.child_by_field_name("right")
        if operator is None or operator.type != sign:
            break
        parts += [] if right is None else [right]
        node = node.child_by_field_name("left")
    parts += [] if node is None else [node]
    return parts[::-1]


def unary(node: Node, reading: Reading) -> Value:
    """`-1`"""
    argument, operator = node.child_by_field_name("argument"), node.child_by_field_name("operator")
    value = reading.value(argument) if argument is not None and argument.type == "number_literal" else Hole()
    return (
        Scalar(f"-{value.text}")
        if isinstance(value, Scalar) and operator is not None and operator.type == "-"
        else Hole()
    )


def conditional(node: Node, reading: Reading) -> Value:
    """`a ? b : c`, `a ?: c`"""
    consequence = node.child_by_field_name("consequence")
    other = reading.value(node.child_by_field_name("alternative"))
    if consequence is None:
        return Choice((reading.value(node.child_by_field_name("condition")), other), ordered=True)
    return Choice((reading.value(consequence), other))
