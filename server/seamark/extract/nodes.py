"""What the readers of several languages ask of a tree's nodes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from tree_sitter import Node


COMMENTS = frozenset(("comment", "line_comment", "block_comment"))
BESIDE = COMMENTS | {"attribute_item"}
"""What stands between the parts of a node and belongs to none of them."""


def items(node: Node | None) -> list[Node]:
    """The named children of `node` without the comments and attributes between them."""
    return [] if node is None else [child for child in node.named_children if child.type not in BESIDE]


def first(node: Node | None) -> Node | None:
    """The first named child of `node` that is no comment and no attribute."""
    child = node.named_child(0) if node is not None and node.named_child_count else None
    while child is not None and child.type in BESIDE:
        child = child.next_named_sibling
    return child


def final(node: Node) -> Node | None:
    """The last named child of `node` that is neither a comment nor an attribute."""
    for index in reversed(range(node.named_child_count)):
        child = node.named_child(index)
        if child.type not in BESIDE:
            return child
    return None


def part(node: Node, field: str) -> Node:
    """What stands in a field that every node of a kind has by its grammar, be it in a text with mistakes."""
    return node.child_by_field_name(field) or node


def field_children(node: Node, field: str) -> list[Node]:
    """The children of `node` in a field without the commas between them."""
    return [child for child in node.children_by_field_name(field) if child.is_named]


def content(node: Node, data: bytes) -> tuple[int, int]:
    """The span between a string's quotes of one character; the closing one may not be typed yet.

    A mark in which a template puts a value has none.
    """
    start, end = node.start_byte, node.end_byte
    if data.startswith(b"{{", start):
        return start, end
    closed = end - start > 1 and data[start] == data[end - 1]
    return start + 1, end - 1 if closed else max(end, start + 1)


def operator(node: Node) -> str:
    """The sign of an operator's expression: where grammars have no field for it, it is what has no name."""
    stated = node.child_by_field_name("operator") or next((one for one in node.children if not one.is_named), None)
    return "" if stated is None else stated.type


def sides(node: Node) -> list[Node]:
    """The operands of an operator with two: where grammars have no fields for them, they are all that has a name."""
    stated = [one for side in ("left", "right") if (one := node.child_by_field_name(side)) is not None]
    return stated or items(node)


def operands(node: Node, sign: str) -> list[Node]:
    """Those of `a + b + c`, which nests to one side, as deep as it is long."""
    found: list[Node] = []
    waiting = [node]
    while waiting:
        one = waiting.pop()
        both = sides(one) if one.type == node.type and operator(one) == sign else []
        if len(both) == 2:
            waiting.extend(reversed(both))
        else:
            found.append(one)
    return found


def before(node: Node, data: bytes) -> bytes:
    """The last byte before `node` that is no space: cheap, where `parent` and `prev_sibling` search the whole tree."""
    position = node.start_byte - 1
    while position >= 0 and data[position] in b" \t\r\n":
        position -= 1
    return data[position : position + 1] if position >= 0 else b";"


class Arm(NamedTuple):
    """A block that runs if one of its `tests` is met, and a `further` condition; None are those for what is left.

    With no tests at all it is not known when it runs.
    """

    block: Node
    tests: tuple[Node, ...] | None
    further: Node | None = None


class Branching(NamedTuple):
    """The arms of a branch, in their order. With a `subject` the tests are what that is compared with.

    An arm that `falls` goes on with the next one, unless a statement leaves it.
    """

    statement: Node
    arms: list[Arm]
    subject: Node | None = None
    falls: bool = False
