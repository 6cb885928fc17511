"""What is known to hold where an expression stands: in the same condition, in those around it, and before it.

What holds is said by expressions that are true; of a `Choice` of lists, all of one list are. That two things are equal
is a call of the operator: `a == b` is `a`'s method `==`, given `b`; so it is with `!=`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from seamark.extract.facts import Argument, Call, Choice, Hole, List, Member, Scalar, Value
from seamark.extract.nodes import first, items

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.reading import Reading

MAX_CLIMB = 60
"""A condition that is further out than this says nothing."""

MAX_DEPTH = 60
"""Nor does one that is nested deeper than this."""

MAX_STATEMENTS = 512
"""A longer block is not searched for what leaves it."""

_FUNCTIONS = ("function_definition", "lambda_expression")
_CHOOSES = ("if_statement", "conditional_expression")
_WITHIN = (
    "binary_expression",
    "unary_expression",
    "parenthesized_expression",
    "condition_clause",
    "else_clause",
    *_CHOOSES,
)
_LEAVES = ("return_statement", "break_statement", "continue_statement", "goto_statement", "throw_statement")


def holding(node: Node, reading: Reading) -> tuple[Value, ...]:
    """What holds where the expression `node` counts, if it is a part of a condition."""
    found: list[Value] = []
    inner, outer = node, node.parent
    if outer is None or outer.type not in _WITHIN:
        return ()
    for _ in range(MAX_CLIMB):
        if outer is None or outer.type in _FUNCTIONS:
            break
        if outer.type == "binary_expression":
            left, right = outer.child_by_field_name("left"), outer.child_by_field_name("right")
            if _operator(outer) in ("&&", "||"):
                found += _said(left if right == inner else right, reading, true=_operator(outer) == "&&")
        elif outer.type in _CHOOSES and inner != outer.child_by_field_name("condition"):
            consequence = outer.child_by_field_name("consequence")
            found += _said(outer.child_by_field_name("condition"), reading, true=consequence == inner)
        elif outer.type == "case_statement" and outer.child_by_field_name("value") not in (None, inner):
            value = reading.value(outer.child_by_field_name("value"))
            found.append(_call(Hole(), value, outer.start_byte, outer.start_byte))
        elif outer.type == "compound_statement" and outer.named_child_count <= MAX_STATEMENTS:
            found += _left(outer, inner, reading)
        inner, outer = outer, outer.parent
    return tuple(found)


def guarding(node: Node, reading: Reading) -> tuple[tuple[Value, ...], tuple[Value, ...]]:
    """What holds in a block that is an arm of a condition, and what does if that is not met."""
    chooses = node.parent
    if node.type == "case_statement":
        return _of_case(node, reading)
    if chooses is None or chooses.type not in (*_CHOOSES, "else_clause"):
        return (), ()
    is_met = chooses.type != "else_clause" and chooses.child_by_field_name("consequence") == node
    otherwise = _said(chooses.child_by_field_name("condition"), reading, true=False) if is_met else []
    return holding(node, reading), tuple(otherwise)


def _of_case(node: Node, reading: Reading) -> tuple[tuple[Value, ...], tuple[Value, ...]]:
    """What holds in a case of a switch, and what does in those after it.

    Cases without statements are one with the next: of their values it is one.
    """
    switch = node.parent.parent if node.parent is not None else None
    condition = None if switch is None else switch.child_by_field_name("condition")
    if switch is None or switch.type != "switch_statement" or condition is None:
        return (), ()
    subject, start = reading.value(first(condition)), node.start_byte
    values = [reading.value(one) for one in _values(node)]
    cases = [_call(subject, value, start, start) for value in values]
    if values:
        same = cases[0] if len(cases) == 1 else Choice(tuple(List((one,), start, start) for one in cases))
        return (same, *holding(switch, reading)), tuple(_call(subject, value, start, start, "!=") for value in values)
    beside = [] if node.parent is None else node.parent.named_children
    values = [reading.value(value) for one in beside if (value := one.child_by_field_name("value")) is not None]
    return (*(_call(subject, one, start, start, "!=") for one in values), *holding(switch, reading)), ()


def _values(case: Node) -> list[Node]:
    """The values for which a case is there; none for the rest."""
    found: list[Node] = []
    one: Node | None = case
    while one is not None and one.type == "case_statement":
        value = one.child_by_field_name("value")
        if value is None:
            return []
        found.append(value)
        one = one.prev_named_sibling
        if one is None or one.type != "case_statement" or one.named_child_count != 1:
            break
    return found


def equality(node: Node, reading: Reading) -> Value:
    """`a == b`"""
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if right is not None and right.type != "string_literal" and left is not None and left.type == "string_literal":
        left, right = right, left
    return _call(reading.value(left), reading.value(right), node.start_byte, node.end_byte)


def _call(of: Value, other: Value, start: int, end: int, operator: str = "==") -> Value:
    return Call(Member(of, operator, start, start), (Argument("", other),), False, start, end)


def _left(block: Node, inner: Node, reading: Reading) -> list[Value]:
    """What holds because a block would have been left before: `if (a != b) return;`"""
    found: list[Value] = []
    for statement in block.named_children:
        if statement.start_byte >= inner.start_byte:
            break
        if statement.type == "if_statement" and statement.child_by_field_name("alternative") is None:
            consequence = statement.child_by_field_name("consequence")
            last = items(consequence)[-1:] if consequence is not None and consequence.type[:8] == "compound" else ()
            if any(one is not None and one.type in _LEAVES for one in (consequence, *last)):
                found += _said(statement.child_by_field_name("condition"), reading, true=False)
    return found


def _said(condition: Node | None, reading: Reading, *, true: bool, depth: int = 0) -> list[Value]:
    """What it says that a condition is true, or false."""
    if condition is None or depth > MAX_DEPTH:
        return []
    if condition.type in ("parenthesized_expression", "condition_clause"):
        return _said(first(condition), reading, true=true, depth=depth + 1)
    if condition.type == "unary_expression" and _operator(condition) == "!":
        return _said(condition.child_by_field_name("argument"), reading, true=not true, depth=depth + 1)
    if condition.type == "binary_expression":
        return _of_two(condition, reading, true=true, depth=depth)
    if condition.type in _THINGS:
        return [_is_there(condition, reading, true=true)]
    if condition.type != "call_expression":
        return []
    value, start, end = reading.value(condition), condition.start_byte, condition.end_byte
    return [value if true else _call(value, Scalar("0"), start, end)]


_THINGS = ("identifier", "field_expression")
_LEAST = {">": "0", ">=": "1"}
"""What a number that is none at all is just below, or no more than."""


def _is_there(node: Node, reading: Reading, *, true: bool) -> Value:
    """That a condition is anything at all, or nothing: `if (body)`"""
    return _call(reading.value(node), Scalar("0"), node.start_byte, node.end_byte, "!=" if true else "==")


def _of_two(condition: Node, reading: Reading, *, true: bool, depth: int) -> list[Value]:
    operator = _operator(condition)
    if operator in ("==", "!="):
        left, right = (reading.value(condition.child_by_field_name(field)) for field in ("left", "right"))
        known = "==" if true == (operator == "==") else "!="
        return [_call(left, right, condition.start_byte, condition.end_byte, known)]
    counted = condition.child_by_field_name("left")
    if operator in _LEAST and counted is not None and counted.type in _THINGS:
        least = reading.value(condition.child_by_field_name("right"))
        return [_is_there(counted, reading, true=true)] if least == Scalar(_LEAST[operator]) else []
    if operator not in ("&&", "||"):
        return []
    sides = [
        _said(condition.child_by_field_name(field), reading, true=true, depth=depth + 1) for field in ("left", "right")
    ]
    if true == (operator == "&&"):
        return [said for side in sides for said in side]
    both = tuple(List(tuple(side), condition.start_byte, condition.end_byte) for side in sides)
    return [Choice(both)] if all(sides) else []


def _operator(node: Node) -> str:
    written = node.child_by_field_name("operator")
    return "" if written is None else written.type
