"""What expressions say that languages write alike: a language's table names their nodes, and the fields of these."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import TYPE_CHECKING, TypeAlias

from . import facts
from .conditions import Conditions, choice_of_two, tests
from .facts import Argument, Choice, Concat, Element, Hole, List, Literal, Member, Name, Scalar, Super, This, Value
from .nodes import final, first, items, operands, operator, sides

if TYPE_CHECKING:
    from tree_sitter import Node

    from .language import Reading

Reader: TypeAlias = "Callable[[Node, Reading], Value]"


def name(node: Node, reading: Reading) -> Value:
    """A name."""
    return Name(reading.text(node), node.start_byte, node.end_byte)


def this(_node: Node, _reading: Reading) -> Value:
    """The object of a method."""
    return This()


def super_object(_node: Node, _reading: Reading) -> Value:
    """The object of a method, as what its class inherits from."""
    return Super()


def function(node: Node, reading: Reading) -> Value:
    """A function or class that is defined in place."""
    return reading.function(node)


def scalar(node: Node, reading: Reading) -> Value:
    """A number, boolean or null."""
    return Scalar(reading.text(node))


def plain_number(node: Node, reading: Reading) -> Value:
    """A number without what only says how wide it is, or makes it easier to read: `1_000L`."""
    return Scalar(reading.text(node).replace("_", "").rstrip("lLfFdD"))


def signed_number(node: Node, reading: Reading) -> Value:
    """`-1`, `+1`; other operators with one operand say nothing."""
    sign = operator(node)
    value = reading.value(first(node)) if sign in ("-", "+") else Hole()
    return Scalar(f"{sign}{value.text}") if isinstance(value, Scalar) else Hole()


def slice_from(of: Value, start: Node | None, reading: Reading) -> Value:
    """What a list, or a text, has from a number on, as a method of that name gives it; unknown without a number."""
    number = Hole() if start is None else reading.value(start)
    is_known = isinstance(number, Scalar) and number.text.isdecimal()
    return facts.Call(Member(of, "slice", 0, 0), (Argument("", number),), False, 0, 0) if is_known else Hole()


def inner(node: Node, reading: Reading) -> Value:
    """What the first expression in `node` says."""
    return reading.value(first(node))


def last(node: Node, reading: Reading) -> Value:
    """What the last expression in `node` says."""
    return reading.value(final(node))


def value_of(*fields: str) -> Reader:
    """What reads an expression that says what stands in a field of its node, in the first of these that it has."""

    def read(node: Node, reading: Reading) -> Value:
        for field in fields:
            found = node.child_by_field_name(field)
            if found is not None:
                return reading.value(found)
        return Hole()

    return read


def list_value(node: Node, reading: Reading) -> Value:
    """A list of what stands in `node`."""
    return List(tuple(map(reading.value, items(node))), node.start_byte, node.end_byte)


def spread_value(node: Node, reading: Reading) -> Value:
    """What a list holds that is put into another one."""
    return Element(inner(node, reading), Hole())


def member_of(of: str, name: str) -> Reader:
    """What reads a member, from the fields of its node that have what it is of and its name."""

    def read(node: Node, reading: Reading) -> Value:
        named = node.child_by_field_name(name)
        if named is None:
            return Hole()
        return Member(
            reading.value(node.child_by_field_name(of)), reading.text(named), named.start_byte, named.end_byte
        )

    return read


def element_of(of: str, key: str) -> Reader:
    """What reads an element of a list or an object, from the fields of its node that have both."""

    def read(node: Node, reading: Reading) -> Value:
        return Element(reading.value(node.child_by_field_name(of)), reading.value(node.child_by_field_name(key)))

    return read


def generic_of(of: str) -> Reader:
    """What reads a type with arguments, which is an element of what stands in this field of its node."""

    def read(node: Node, reading: Reading) -> Value:
        kind, arguments = reading.value(node.child_by_field_name(of)), node.child_by_field_name("type_arguments")
        keys = tuple(reading.value(child) for child in items(arguments))
        if len(keys) == 1:
            return Element(kind, keys[0])
        return Element(kind, List(keys, *((0, 0) if arguments is None else (arguments.start_byte, arguments.end_byte))))

    return read


def arguments(given: Iterable[Node], reading: Reading, spread: Collection[str] = ()) -> list[Argument]:
    """What a call is given by these nodes; those of the types `spread` are lists of further arguments."""
    return [
        Argument("*", inner(child, reading)) if child.type in spread else Argument("", reading.value(child))
        for child in given
    ]


def by_sign(readers: Mapping[str, Reader]) -> Reader:
    """What reads an operator with two operands, by its sign; others say nothing."""

    def read(node: Node, reading: Reading) -> Value:
        found = readers.get(operator(node))
        return Hole() if found is None or node.named_child_count < 2 else found(node, reading)

    return read


def concatenation(node: Node, reading: Reading) -> Concat:
    """`a + b + c`, whatever its sign, as a text."""
    return Concat(tuple(map(reading.value, operands(node, operator(node)))), node.start_byte, node.end_byte)


def text_sum(node: Node, reading: Reading) -> Value:
    """`a + b + c`, unless it is a sum of numbers, which says nothing."""
    sum_of = concatenation(node, reading)
    return Hole() if all(isinstance(part, Scalar | Hole) for part in sum_of.parts) else sum_of


def plain_sum(node: Node, reading: Reading) -> Value:
    """`a + b + c` where only texts are added to texts: with a number among them it says nothing."""
    sum_of = concatenation(node, reading)
    return Hole() if any(isinstance(part, Scalar) for part in sum_of.parts) else sum_of


def named_flags(node: Node, reading: Reading) -> Value:
    """Named flags that are set together: `HTTP_GET | HTTP_PUT`."""
    named = [reading.value(part) for part in operands(node, "|")]
    is_named = all(isinstance(one, Name | Member) for one in named)
    return List(tuple(named), node.start_byte, node.end_byte) if is_named else Hole()


def fallback(node: Node, reading: Reading) -> Value:
    """`a ?? b`, `a || b`"""
    return one_of(sides(node), reading, ordered=True)


def one_of(arms: Iterable[Node | None], reading: Reading, *, ordered: bool = False) -> Value:
    """One of several arms; one that throws gives nothing."""
    values = tuple(reading.value(arm) for arm in arms if arm is None or arm.type != "throw_expression")
    if len(values) == 1:
        return values[0]
    return Choice(values, ordered) if values else Hole()


def conditional(conditions: Conditions | None, met: str = "consequence") -> Reader:
    """What reads `a ? b : c` and `a ?: c`; `met` is the field of `b`."""

    def read(node: Node, reading: Reading) -> Value:
        condition, consequence, other = (node.child_by_field_name(one) for one in ("condition", met, "alternative"))
        if consequence is None:
            return one_of((condition, other), reading, ordered=True)
        found = one_of((consequence, other), reading)
        if conditions is None or not isinstance(found, Choice):
            return found
        true = tests(condition, reading, conditions)
        return choice_of_two(found.options, true) if len(found.options) == len(("met", "other")) else found

    return read


_MAYBE = ("??=", "||=", "&&=")


def augmented_value(node: Node, reading: Reading, adding: str = "+=") -> Value:
    """What a name holds after `node`: `x += v`, `x ??= v`, …."""
    sign = operator(node)
    both = tuple(map(reading.value, sides(node)))
    if sign == adding:
        return Concat(both, node.start_byte, node.end_byte)
    return Choice(both, ordered=sign != "&&=") if sign in _MAYBE else Hole()


def filled_text(
    put_in: Iterable[tuple[int, int, Value | None]], start: int, end: int, reading: Reading, read: Callable[[str], str]
) -> Value:
    """The text from `start` to `end`, in which values stand; `read` says what is written between them.

    Where no value stands there is nothing to read, either.
    """
    parts: list[Value] = []
    position = start
    for value_start, value_end, value in put_in:
        if value_start > position:
            parts.append(Literal(read(reading.slice(position, value_start)), position, value_start))
        if value is not None:
            parts.append(value)
        position = value_end
    if end > position or not parts:
        parts.append(Literal(read(reading.slice(position, end)), position, max(position, end)))
    return parts[0] if len(parts) == 1 and isinstance(parts[0], Literal) else Concat(tuple(parts), start, end)
