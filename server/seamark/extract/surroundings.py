"""What is around nodes of a tree, asked in about the order of the text.

To ask a node for its parent costs as much as it is deep, and as many nodes stand beside those around it: in a chain of
calls, that of each link. Here one cursor goes from one node that is asked for to the next.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node, TreeCursor


class Surroundings:
    """The nodes around others in the tree of a root."""

    def __init__(self, root: Node) -> None:
        self._root = root
        self._cursor: TreeCursor | None = None

    def parent(self, node: Node) -> Node | None:
        """The node whose child it is; None for the root."""
        if node == self._root:
            return None
        if self._cursor is None:
            self._cursor = self._root.walk()
        cursor = self._cursor
        self._go_to_ancestor(cursor, node)
        while _goes_to_child_around(cursor, node):
            if cursor.node == node:
                cursor.goto_parent()
                return cursor.node
        return node.parent

    @staticmethod
    def _go_to_ancestor(cursor: TreeCursor, node: Node) -> None:
        """Go to a node around this one: to one behind where the cursor is, else to what is around all of that."""
        while True:
            here = cursor.node
            assert here is not None
            if here != node and _holds(here, node):
                return
            passed = here.end_byte <= node.start_byte and here != node
            if not (passed and cursor.goto_next_sibling()) and not cursor.goto_parent():
                return


def _goes_to_child_around(cursor: TreeCursor, node: Node) -> bool:
    """Go to the child around a node, or to that itself; False if there is none."""
    if not cursor.goto_first_child():
        return False
    while True:
        here = cursor.node
        assert here is not None
        if here == node or _holds(here, node):
            return True
        if here.start_byte > node.start_byte or not cursor.goto_next_sibling():
            cursor.goto_parent()
            return False


def _holds(one: Node, other: Node) -> bool:
    return one.start_byte <= other.start_byte and other.end_byte <= one.end_byte
