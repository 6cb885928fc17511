"""What the operators of C and C++ make of expressions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seamark.extract.expressions import named_flags, plain_sum
from seamark.extract.facts import Concat, Hole, Value
from seamark.extract.nodes import operands, operator, part

from .guards.conditions import equality

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading


def binary(node: Node, reading: Reading) -> Value:
    """`a == "b"`; in C++ `a + b` and `a << b`, too."""
    kind = operator(node)
    if kind == "==" and "string_literal" in (part(node, "left").type, part(node, "right").type):
        return equality(node, reading)
    if kind == "|":
        return named_flags(node, reading)
    if reading.language.name == "c":
        return Hole()
    if kind == "+":
        return plain_sum(node, reading)  # A text plus a number is a place within the text.
    if kind == "<<":
        return Concat(tuple(reading.value(part) for part in operands(node, "<<")), node.start_byte, node.end_byte)
    return Hole()
