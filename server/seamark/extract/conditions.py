"""Conditions as facts: what is equal, or not, where one is true or false.

    verb == "GET" && path == "/users"       the two calls `verb.==("GET")` and `path.==("/users")`
    a == 1 || b == 2 && c == 3              a `Choice` of two lists, one of which holds as a whole

Languages write conditions alike, and differ in the names of their nodes: `Conditions` has those.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct

from .facts import FALSE, Argument, Call, Choice, List, Member, Name, Scalar, This, Value
from .nodes import first, operator, sides

if TYPE_CHECKING:
    from tree_sitter import Node

    from .language import Reading

MAX_DEPTH = 60
"""A condition that is nested deeper than this says nothing."""

_EQUAL, _DIFFERENT = ("==", "==="), ("!=", "!==", "<>")
COMPARISONS = (*_EQUAL, *_DIFFERENT)
"""The signs of operators that compare two values."""
_BOTH, EITHER = ("&&", "and"), ("||", "or")
_NOT = ("!", "not")
_LEAST = {">": "0", ">=": "1"}
"""What a number that is none at all is just below, or no more than."""

Own: TypeAlias = "Mapping[str, Callable[[Node, Reading, bool], list[Value]]]"
"""What a language's own conditions say, by the types of their nodes, if they are true, or false."""


class Conditions(Struct, frozen=True):
    """The types of a language's nodes: `things`, of which each is there or not, and `calls`, that give what is true.

    Those `around` a condition say what it says; `negations` and `pairs` are operators with one operand, and with two.
    Things that are `counted` are there if there is one at least.
    """

    things: tuple[str, ...]
    calls: tuple[str, ...]
    around: tuple[str, ...] = ("parenthesized_expression",)
    negations: tuple[str, ...] = ("unary_expression",)
    pairs: tuple[str, ...] = ("binary_expression",)
    counted: tuple[str, ...] = ()
    own: Own = {}


def implications(
    condition: Node | None, reading: Reading, of: Conditions, *, true: bool, depth: int = 0
) -> list[Value]:
    """What it says that a condition is true, or false."""
    if condition is None or depth > MAX_DEPTH:
        return []
    if condition.type in of.own:
        return of.own[condition.type](condition, reading, true)
    if condition.type in of.around:
        return implications(first(condition), reading, of, true=true, depth=depth + 1)
    if condition.type in of.negations and operator(condition) in _NOT:
        operand = condition.child_by_field_name("argument") or first(condition)
        return implications(operand, reading, of, true=not true, depth=depth + 1)
    if condition.type in of.pairs:
        return _of_two(condition, reading, of, true=true, depth=depth)
    if condition.type in of.things:
        return [_is_there(condition, reading, true=true)]
    if condition.type not in of.calls:
        return []
    value, start, end = reading.value(condition), condition.start_byte, condition.end_byte
    return [value if true else comparison_of(value, FALSE, start, end)]


def tests(condition: Node | None, reading: Reading, of: Conditions) -> tuple[Value, ...]:
    """Expressions that are all true if a condition is, and not all if it is not; none if it says more than these."""
    return (
        tuple(implications(condition, reading, of, true=True))
        if implications(condition, reading, of, true=False)
        else ()
    )


def choice_of_two(options: tuple[Value, ...], true: tuple[Value, ...]) -> Choice:
    """One of two values, the first if all of something is `true`: `a if a is not None else b` is the first that is
    there.
    """
    match true:
        case (Call(callee=Member(of=of, name=("==" | "!=") as sign), arguments=(Argument(value=Scalar() as other),)),):
            first, second = options if sign == "!=" else reversed(options)
            if other.text in NOTHINGS and _is_same(of, first):
                return Choice((first, second), ordered=True)
    return Choice(options, tests=true)


NOTHINGS = frozenset(("None", "nil", "null", "undefined"))
"""What stands for no value."""


def _is_same(one: Value, other: Value) -> bool:
    """Whether two names, or members of such, are written alike."""
    match one, other:
        case Name(name=name), Name(name=also):
            return name == also
        case Member(of=of, name=name), Member(of=also_of, name=also):
            return name == also and _is_same(of, also_of)
        case This(), This():
            return True
    return False


def _of_two(condition: Node, reading: Reading, of: Conditions, *, true: bool, depth: int) -> list[Value]:
    sign, both = operator(condition), sides(condition)
    if len(both) != 2:
        return []
    if sign in _EQUAL or sign in _DIFFERENT:
        left, right = map(reading.value, both)
        known = "==" if true == (sign in _EQUAL) else "!="
        return [comparison_of(left, right, condition.start_byte, condition.end_byte, known)]
    if sign in _LEAST and both[0].type in of.counted:
        is_least = reading.value(both[1]) == Scalar(_LEAST[sign])
        return [_is_there(both[0], reading, true=true)] if is_least else []
    if sign not in _BOTH and sign not in EITHER:
        return []
    said_of = [implications(side, reading, of, true=true, depth=depth + 1) for side in both]
    return together(said_of, condition, every=true == (sign in _BOTH))


def together(sides: list[list[Value]], node: Node, *, every: bool) -> list[Value]:
    """What is said by several conditions, of which `every` one holds, or else one at least."""
    if every:
        return [one for side in sides for one in side]
    if len(sides) == 1:
        return sides[0]
    any_of = tuple(List(tuple(side), node.start_byte, node.end_byte) for side in sides)
    return [Choice(any_of)] if all(sides) else []


def comparison_of(of: Value, other: Value, start: int, end: int, sign: str = "==") -> Value:
    """That two things are equal, or differ."""
    return Call(Member(of, sign, start, start), (Argument("", other),), False, start, end)


def _is_there(node: Node, reading: Reading, *, true: bool) -> Value:
    """That a thing is anything at all, or nothing: `if (body)`"""
    return comparison_of(reading.value(node), FALSE, node.start_byte, node.end_byte, "!=" if true else "==")
