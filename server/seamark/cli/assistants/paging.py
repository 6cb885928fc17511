"""Long answers in pages: a cursor says where the next one begins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeVar

from seamark.cli.failure import Failure

T = TypeVar("T")

USUAL, MOST = 20, 100
"""So many are shown of what is found, if the question does not say how many, and at most."""


class Page(NamedTuple):
    """A part of what was found: from where on, and how much."""

    start: int
    size: int

    def of(self, found: Sequence[T]) -> Sequence[T]:
        """What is on this page."""
        return found[self.start : self.start + self.size]

    def next(self, found: Sequence[T]) -> str:
        """The cursor of the next page; empty if there is none."""
        end = self.start + self.size
        return str(end) if end < len(found) else ""


def page(cursor: str, limit: int) -> Page:
    """The page that a cursor and a limit mean. Raises `Failure` for what no answer has given as a cursor."""
    if not (cursor == "" or (cursor.isascii() and cursor.isdigit() and len(cursor) < 10)):
        raise Failure("no answer has given this cursor")
    return Page(int(cursor or 0), limit)
