"""What the readers of Rust ask of a tree's nodes."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading


def identifier(node: Node, reading: Reading) -> str:
    """The name that a node states: `r#type` is `type`."""
    return reading.text(node).removeprefix("r#")
