"""What the readers of Rust ask of a tree's nodes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seamark.extract.facts import Hole, Value

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading

BESIDE = ("line_comment", "block_comment", "attribute_item")


def items(node: Node | None) -> list[Node]:
    """The named children of `node` without the comments and attributes between them."""
    return [] if node is None else [child for child in node.named_children if child.type not in BESIDE]


def identifier(node: Node, reading: Reading) -> str:
    """The name that a node states: `r#type` is `type`."""
    return reading.text(node).removeprefix("r#")


def final(node: Node) -> Node | None:
    """The last named child of `node` that is neither a comment nor an attribute."""
    for index in reversed(range(node.named_child_count)):
        child = node.named_child(index)
        if child.type not in BESIDE:
            return child
    return None


def inner(node: Node, reading: Reading) -> Value:
    """What the first expression in `node` says."""
    children = items(node)
    return reading.value(children[0]) if children else Hole()


def value_of(node: Node, reading: Reading) -> Value:
    """What the value that `node` has says."""
    return reading.value(node.child_by_field_name("value"))
