"""What the readers of several languages ask of a tree's nodes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from .facts import Concat, Element, Hole, List, Member, Name, Scalar, Value

if TYPE_CHECKING:
    from tree_sitter import Node

    from .language import Reading


def items(node: Node | None) -> list[Node]:
    """The named children of `node` without the comments between them."""
    return [] if node is None else [child for child in node.named_children if child.type != "comment"]


def first(node: Node | None) -> Node | None:
    """The first named child of `node` that is no comment."""
    child = node.named_child(0) if node is not None and node.named_child_count else None
    while child is not None and child.type == "comment":
        child = child.next_named_sibling
    return child


def named(node: Node, field: str) -> list[Node]:
    """The children of `node` in a field without the commas between them."""
    return [child for child in node.children_by_field_name(field) if child.is_named]


def name(node: Node, reading: Reading) -> Value:
    """A name."""
    return Name(reading.text(node), node.start_byte, node.end_byte)


def scalar(node: Node, reading: Reading) -> Value:
    """A number, boolean or null."""
    return Scalar(reading.text(node))


def inner(node: Node, reading: Reading) -> Value:
    """What the first expression in `node` says."""
    return reading.value(first(node))


def content(node: Node, reading: Reading) -> tuple[int, int]:
    """The span between a string's quotes of one character; the closing one may not be typed yet."""
    start, end = node.start_byte, node.end_byte
    closed = end - start > 1 and reading.data[start] == reading.data[end - 1]
    return start + 1, end - 1 if closed else max(end, start + 1)


def operands(node: Node, sign: str) -> list[Node]:
    """Those of `a + b + c`, which nests to the left, as deep as it is long."""
    found: list[Node] = []
    left: Node | None = node
    while left is not None and left.type == node.type:
        operator, right = left.child_by_field_name("operator"), left.child_by_field_name("right")
        if operator is None or operator.type != sign or right is None:
            break
        found.append(right)
        left = left.child_by_field_name("left")
    return [*([] if left is None else [left]), *reversed(found)]


def joined(node: Node, reading: Reading, sign: str = "+") -> Concat:
    """`a + b + c` as a text."""
    return Concat(tuple(map(reading.value, operands(node, sign))), node.start_byte, node.end_byte)


def summed(node: Node, reading: Reading) -> Value:
    """`a + b + c`, unless it is a sum of numbers, which says nothing."""
    sum_of = joined(node, reading)
    return Hole() if all(isinstance(part, Scalar | Hole) for part in sum_of.parts) else sum_of


def member_of(of: str, name: str) -> Callable[[Node, Reading], Value]:
    """What reads a member, from the fields of its node that have what it is of and its name."""

    def read(node: Node, reading: Reading) -> Value:
        named = node.child_by_field_name(name)
        if named is None:
            return Hole()
        return Member(
            reading.value(node.child_by_field_name(of)), reading.text(named), named.start_byte, named.end_byte
        )

    return read


def element_of(of: str, key: str) -> Callable[[Node, Reading], Value]:
    """What reads an element of a list or an object, from the fields of its node that have both."""

    def read(node: Node, reading: Reading) -> Value:
        return Element(reading.value(node.child_by_field_name(of)), reading.value(node.child_by_field_name(key)))

    return read


def generic_of(of: str) -> Callable[[Node, Reading], Value]:
    """What reads a type with arguments, which is an element of what stands in this field of its node."""

    def read(node: Node, reading: Reading) -> Value:
        kind, arguments = reading.value(node.child_by_field_name(of)), node.child_by_field_name("type_arguments")
        keys = tuple(reading.value(child) for child in items(arguments))
        if len(keys) == 1:
            return Element(kind, keys[0])
        return Element(kind, List(keys, *((0, 0) if arguments is None else (arguments.start_byte, arguments.end_byte))))

    return read


def last(node: Node, reading: Reading) -> Value:
    """What the last expression in `node` says."""
    inside = items(node)
    return reading.value(inside[-1]) if inside else Hole()


def before(node: Node, reading: Reading) -> bytes:
    """The last byte before `node` that is no space: cheap, where `parent` and `prev_sibling` search the whole tree."""
    position = node.start_byte - 1
    while position >= 0 and reading.data[position] in b" \t\r\n":
        position -= 1
    return reading.data[position : position + 1] if position >= 0 else b";"
