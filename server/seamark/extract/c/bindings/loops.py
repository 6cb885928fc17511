"""Loops of C: names that go through a list, as its numbers or as pointers into it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seamark.extract.c.guards.conditions import MAX_CLIMB
from seamark.extract.facts import Element, Hole, Member, Name, Value
from seamark.extract.nodes import field_children, first, items

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading

MAX_STATEMENTS = 512
"""A longer body is not searched for what moves a name on."""

_LOOPS = ("for_statement", "while_statement", "do_statement")
_FUNCTIONS = ("function_definition", "lambda_expression")


def counted_item(subscript: Node, of: Node | None, index: Node | None, reading: Reading) -> Value | None:
    """`list[i]` in a loop that counts with `i`: one item after the other; the same value wherever the loop says it."""
    if of is None or index is None or of.type != "identifier" or index.type != "identifier":
        return None
    counter = reading.text(index)
    loop = subscript.parent
    for _ in range(MAX_CLIMB):
        if loop is None or loop.type in _FUNCTIONS:
            break
        if any(reading.text(moved) == counter for moved in _moved_names(loop)):
            return Element(Name(reading.text(of), loop.start_byte, loop.start_byte), Hole())
        loop = loop.parent
    return None


def rest(call: Node) -> Value | None:
    """`va_arg(args, char *)` in a loop (C11, 7.16.1.1): one after the other of what is given for `...`."""
    loop = call.parent
    for _ in range(MAX_CLIMB):
        if loop is None or loop.type in _FUNCTIONS:
            break
        if loop.type in _LOOPS:
            return Element(Name("...", loop.start_byte, loop.start_byte), Hole())
        loop = loop.parent
    return None


def pointers(loop: Node, reading: Reading) -> list[tuple[Node, Value, Node]]:
    """What goes through a list as a pointer, the item that it points to, and the block in which it does so.

    `for (p = list; p->name; p++)`
    """
    body = loop.child_by_field_name("body")
    moved = {reading.text(node) for node in _moved_names(loop)}
    begun = [(name, reading.value(value)) for name, value in _start_values(loop) if reading.text(name) in moved]
    return [
        (name, Element(value, Hole()), body)
        for name, value in begun
        if body is not None and isinstance(value, Name | Member | Element)
    ]


def _start_values(loop: Node) -> list[tuple[Node, Node]]:
    """The names that a loop begins with, and their values."""
    begin = loop.child_by_field_name("initializer")
    found: list[tuple[Node | None, Node | None]] = []
    if begin is not None and begin.type == "assignment_expression":
        found.append((begin.child_by_field_name("left"), begin.child_by_field_name("right")))
    for declarator in field_children(begin, "declarator") if begin is not None and begin.type == "declaration" else ():
        pointer, value = declarator.child_by_field_name("declarator"), declarator.child_by_field_name("value")
        if pointer is not None and pointer.type == "pointer_declarator":
            found.append((pointer.child_by_field_name("declarator"), value))
    return [(name, value) for name, value in found if name is not None and value is not None]


def _moved_names(loop: Node) -> list[Node]:
    """The names that a loop moves on with each round."""
    if loop.type == "for_statement":
        steps = [loop.child_by_field_name("update")]
    elif loop.type in ("while_statement", "do_statement"):
        body = loop.child_by_field_name("body")
        statements = items(body) if body is not None and body.named_child_count <= MAX_STATEMENTS else []
        steps = [first(one) for one in statements if one.type == "expression_statement"]
    else:
        return []
    for step in steps:
        if step is not None and step.type == "comma_expression":
            steps += items(step)
    return [name for step in steps for name in _step(step)]


def _step(step: Node | None) -> list[Node]:
    """`i++`, `++i`, `i += 1`"""
    if step is None or step.type not in ("update_expression", "assignment_expression"):
        return []
    operator = step.child_by_field_name("operator")
    name = step.child_by_field_name("argument") or step.child_by_field_name("left")
    moves = operator is not None and operator.type in ("++", "+=")
    return [name] if moves and name is not None and name.type == "identifier" else []
