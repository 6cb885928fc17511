"""Members of objects and classes, elements of arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seamark.extract.facts import Element, Hole, Literal, Member, Value
from seamark.extract.nodes import items, part

from .names import own_class

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading


def of_object(node: Node, reading: Reading) -> Value:
    """`$a->b`. A constant that has properties is an enumeration's case: its value is the case's own."""
    of, name = part(node, "object"), part(node, "name")
    if name.type != "name":
        return Element(reading.value(of), reading.value(name))
    text = reading.text(name)
    if of.type == "class_constant_access_expression" and text in ("value", "name"):
        case = items(of)[-1]
        return reading.value(of) if text == "value" else Literal(reading.text(case), case.start_byte, case.end_byte)
    return Member(reading.value(of), f"${text}", name.start_byte, name.end_byte)


def of_class(node: Node, reading: Reading) -> Value:
    """`A::$b`."""
    name = part(node, "name")
    if name.type != "variable_name":
        return Hole()
    return Member(reading.value(part(node, "scope")), reading.text(name), name.start_byte, name.end_byte)


def constant(node: Node, reading: Reading) -> Value:
    """`A::B`; `A::class` is the class itself."""
    children = items(node)
    if len(children) != 2:
        return Hole()
    of, name = children
    if name.type != "name":
        return Element(reading.value(of), reading.value(name))
    text = reading.text(name)
    if text.lower() != "class":
        return Member(reading.value(of), text, name.start_byte, name.end_byte)
    if of.type == "relative_scope":
        return own_class(node, reading) if reading.text(of) != "parent" else Hole()
    return reading.value(of) if of.type in ("name", "qualified_name") else Hole()


def subscript(node: Node, reading: Reading) -> Value:
    """`$a[k]`."""
    children = items(node)
    if not children or children[0].type == "name":
        return Hole()
    return Element(reading.value(children[0]), reading.value(children[1]) if len(children) > 1 else Hole())
