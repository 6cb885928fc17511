"""What operators make of values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from seamark.extract.conditions import tests
from seamark.extract.facts import Choice, Concat, Hole, Import, Scalar, Value
from seamark.extract.nodes import items, joined

from .conditions import CONDITIONS
from .required import module

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading


def binary(node: Node, reading: Reading) -> Value:
    """`a . b`, `a ?? b`; no other operator makes texts."""
    operator = node.child_by_field_name("operator")
    symbol = "" if operator is None else operator.type
    if symbol == ".":
        return _sum(node, reading)
    if symbol == "??":
        return _chosen([node.child_by_field_name(side) for side in ("left", "right")], reading, ordered=True)
    return Hole()


def _sum(node: Node, reading: Reading) -> Value:
    """`a . b . c`, which can be the name of a file beside this one."""
    whole = joined(node, reading, ".")
    path = module(whole)
    return whole if path is None else Import(path, "")


def _chosen(arms: list[Node | None], reading: Reading, *, ordered: bool = False) -> Value:
    """One of several arms; one that throws gives nothing."""
    values = tuple(reading.value(arm) for arm in arms if arm is None or arm.type != "throw_expression")
    if len(values) == 1:
        return values[0]
    return Choice(values, ordered) if values else Hole()


def conditional(node: Node, reading: Reading) -> Value:
    """`a ? b : c`, `a ?: c`."""
    condition, body = node.child_by_field_name("condition"), node.child_by_field_name("body")
    arms = [condition if body is None else body, node.child_by_field_name("alternative")]
    found = _chosen(arms, reading, ordered=body is None)
    is_told = body is not None and isinstance(found, Choice)
    return replace(found, tests=tests(condition, reading, CONDITIONS)) if is_told else found


def match(node: Node, reading: Reading) -> Value:
    """`match (a) { … }`."""
    arms = [arm.child_by_field_name("return_expression") for arm in items(node.child_by_field_name("body"))]
    return _chosen([arm for arm in arms if arm is not None], reading)


def unary(node: Node, reading: Reading) -> Value:
    """`-1`."""
    argument = node.child_by_field_name("argument")
    number = argument is not None and argument.type in ("integer", "float")
    return Scalar(reading.text(node).replace("_", "")) if number else Hole()


def augmented(node: Node, reading: Reading) -> Value:
    """What a variable holds after `node`: `$x .= v`, `$x ??= v`, …."""
    operator = node.child_by_field_name("operator")
    symbol = "" if operator is None else operator.type
    if symbol not in (".=", "??="):
        return Hole()
    sides = tuple(reading.value(node.child_by_field_name(side)) for side in ("left", "right"))
    return Concat(sides, node.start_byte, node.end_byte) if symbol == ".=" else Choice(sides, ordered=True)


def assigned(node: Node, reading: Reading) -> Value:
    """`a = b` where it is a value."""
    return reading.value(node.child_by_field_name("right"))
