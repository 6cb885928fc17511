"""Calls, and what they are given."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seamark.extract.expressions import inner
from seamark.extract.facts import Argument, Call, Element, Hole, Member, Name, Value
from seamark.extract.language import call_of
from seamark.extract.nodes import items

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading


def call(node: Node, reading: Reading) -> Value:
    """`f(…)`."""
    value = _call_value(reading.value(node.child_by_field_name("function")), node, reading)
    match value:
        case Call(callee=Name(name="sprintf") as name, arguments=(Argument(name="", value=template), *given)):
            # The text that is filled says more of it than the function's name.
            return call_of(Member(template, name.name, name.start, name.end), given, node)
    return value


def method_call(node: Node, reading: Reading) -> Value:
    """`$a->b(…)`, `A::b(…)`."""
    of = reading.value(node.child_by_field_name("object") or node.child_by_field_name("scope"))
    name = node.child_by_field_name("name")
    callee: Value = Hole()
    if name is not None and name.type == "name":
        callee = Member(of, reading.text(name), name.start_byte, name.end_byte)
    elif name is not None:
        callee = Element(of, reading.value(name))
    return _call_value(callee, node, reading)


def _call_value(callee: Value, node: Node, reading: Reading) -> Value:
    """The call of `callee` that `node` spans; `f(...)` is the function itself."""
    listed = items(node.child_by_field_name("arguments"))
    if len(listed) == 1 and any(child.type == "variadic_placeholder" for child in (listed[0], *items(listed[0]))):
        return callee
    return call_of(callee, arguments(listed, reading), node)


def new(node: Node, reading: Reading) -> Value:
    """`new A(…)`."""
    children = items(node)
    if not children:
        return Hole()
    made, *further = children
    if made.type == "anonymous_class":
        further = items(made)
    listed = next((child for child in further if child.type == "arguments"), None)
    return call_of(reading.value(made), arguments(items(listed), reading), node, new=True)


def attribute(node: Node, reading: Reading) -> Value:
    """`#[Name(…)]`, or without parentheses `#[Name]`."""
    children = items(node)
    if not children:
        return Hole()
    listed = items(node.child_by_field_name("parameters"))
    return call_of(reading.value(children[0]), arguments(listed, reading), node)


def arguments(listed: list[Node], reading: Reading) -> list[Argument]:
    """The arguments of a call."""
    found: list[Argument] = []
    for node in listed:
        name = node.child_by_field_name("name")
        given = [child for child in items(node) if child != name and child.type != "reference_modifier"]
        if node.type != "argument" or not given:
            continue
        if given[-1].type == "variadic_unpacking":
            found.append(Argument("*", inner(given[-1], reading)))
        else:
            found.append(Argument("" if name is None else reading.text(name), reading.value(given[-1])))
    return found
