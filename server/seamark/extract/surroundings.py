"""What is around nodes of a tree, asked in about the order of the text.

To ask a node for its parent costs as much as it is deep, and as many nodes stand beside those around it: in a chain of
calls, that of each link. Here one cursor goes from one node that is asked for to the next, and what is around the node
where it is, is known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node


class Surroundings:
    """The nodes around others in the tree of a root."""

    def __init__(self, root: Node) -> None:
        self.root = root
        self._cursor = root.walk()
        self._path = [root]
        self._places = {root.id: 0}

    def parent(self, node: Node) -> Node | None:
        """The node whose child it is; None for the root."""
        if not self._is_on_path(node) and not self._goes_to(node):
            return node.parent
        place = self._places[node.id]
        return self._path[place - 1] if place else None

    def _is_on_path(self, node: Node) -> bool:
        """Whether the cursor is at a node, or within it."""
        place = self._places.get(node.id)
        return place is not None and self._path[place] == node

    def _goes_to(self, node: Node) -> bool:
        """Go to a node: on from where the cursor is, else within what is around both. False if it is not found."""
        while not _holds(self._path[-1], node):
            passed = self._path[-1].end_byte <= node.start_byte
            if not (passed and self._goes_on()) and not self._goes_up():
                return False
        while self._path[-1] != node:
            if not self._goes_down(node):
                return False
        return True

    def _goes_down(self, node: Node) -> bool:
        """Go to the child around a node, or to that itself; False if there is none."""
        if not self._cursor.goto_first_child():
            return False
        self._enter()
        while not _holds(self._path[-1], node):
            if self._path[-1].start_byte > node.start_byte or not self._goes_on():
                self._goes_up()
                return False
        return True

    def _goes_on(self) -> bool:
        if not self._cursor.goto_next_sibling():
            return False
        self._leave()
        self._enter()
        return True

    def _goes_up(self) -> bool:
        if not self._cursor.goto_parent():
            return False
        self._leave()
        return True

    def _enter(self) -> None:
        here = self._cursor.node
        assert here is not None
        self._places[here.id] = len(self._path)
        self._path.append(here)

    def _leave(self) -> None:
        left = self._path.pop()
        if self._places.get(left.id) == len(self._path):
            del self._places[left.id]


def _holds(one: Node, other: Node) -> bool:
    return one.start_byte <= other.start_byte and other.end_byte <= one.end_byte
