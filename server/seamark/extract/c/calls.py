"""Calls in C and C++. A cast is its operand: `static_cast<T>(x)` is `x`. `make_shared<T>(x)` is `new T(x)`.

What sets an entry of an entry is a call, too: C++ calls an operator there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from seamark.extract.facts import ENTRY_OF_ENTRY, Argument, Element, Literal, Member, Value
from seamark.extract.language import call_of
from seamark.extract.nodes import first, items, part

from .bindings import loops
from .bindings.constructed import arguments

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading

_MAKERS = ("make_shared", "make_unique")
_CASTS = (
    "static_cast",
    "dynamic_cast",
    "reinterpret_cast",
    "const_cast",
    "static_pointer_cast",
    "dynamic_pointer_cast",
)


def call(node: Node, reading: Reading) -> Value:
    """A call; what `std::make_shared<T>` makes is what `new T` does."""
    function, listed = part(node, "function"), part(node, "arguments")
    template = _template_of(function)
    if template is not None:
        called = reading.text(template.child_by_field_name("name") or template)
        if called in _CASTS:
            return reading.value(first(listed))
        types = items(template.child_by_field_name("arguments"))
        if called in _MAKERS and types:
            return call_of(reading.value(types[0]), arguments(listed, reading), node, new=True)
    taken = loops.rest(node) if function.type == "identifier" and reading.text(function) == "va_arg" else None
    if taken is not None:
        return taken
    return call_of(reading.value(function), arguments(listed, reading), node)


def assigned(node: Node, reading: Reading) -> Value:
    """What an assignment gives; that of `of["/users"]["GET"] = f` is a call that is given the keys and the value."""
    left, right = part(node, "left"), reading.value(part(node, "right"))
    outer = part(left, "argument")
    if left.type != "subscript_expression" or outer.type != "subscript_expression":
        return right
    entry = reading.value(left)
    if not isinstance(entry, Element) or not isinstance(entry.of, Element) or not isinstance(entry.key, Literal):
        return right
    setter = Member(entry.of.of, ENTRY_OF_ENTRY, outer.end_byte, outer.end_byte)
    return call_of(setter, [Argument("", value) for value in (entry.of.key, entry.key, right)], node)


def _template_of(function: Node) -> Node | None:
    current: Node | None = function
    while current is not None and current.type == "qualified_identifier":
        current = current.child_by_field_name("name")
    return current if current is not None and current.type == "template_function" else None
