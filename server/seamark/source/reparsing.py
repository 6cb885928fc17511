"""Parsing a text anew that differs a little from one that was parsed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from tree_sitter import Point, Tree

from .dialects import Dialect, grammar
from .parsing import parse


class Edit(NamedTuple):
    """What stood from `start` to `end` is another text now, which ends `by` further back."""

    start: int
    end: int
    by: int


def difference(before: bytes, now: bytes) -> Edit:
    """The one edit of whole characters that makes a UTF-8 text of another."""
    by, shorter = len(now) - len(before), min(len(before), len(now))
    start = _alike(shorter, lambda low, high: before[low:high] == now[low:high])
    while start > 0 and _is_inside(before, start) | _is_inside(now, start):
        start -= 1
    ends = len(before), len(now)
    end = ends[0] - _alike(
        shorter - start,
        lambda low, high: before[ends[0] - high : ends[0] - low] == now[ends[1] - high : ends[1] - low],
    )
    while _is_inside(before, end):
        end += 1
    return Edit(start, end, by)


def _alike(most: int, is_same: Callable[[int, int], bool]) -> int:
    """How many bytes are the same one after the other, of so many at most; `is_same` tells it of those from, and to."""
    low, step = 0, 1 << most.bit_length()
    while step := step >> 1:
        if low + step <= most and is_same(low, low + step):
            low += step
    return low


def _is_inside(data: bytes, offset: int) -> bool:
    """Whether a character stands on both sides of an offset."""
    return offset < len(data) and data[offset] & 0xC0 == 0x80


def reparse_tree(
    dialect: Dialect, tree: Tree, before: bytes, now: bytes, edit: Edit
) -> tuple[Tree, list[tuple[int, int]]]:
    """The tree of a text that an edit made of one with this tree, and where its shape is another.

    It is the tree that parsing the text alone gives: where there are errors, what was parsed before has a say in how
    the grammar goes on after them, so it counts only without. Raises `ParseLimitError`.
    """
    known = tree.copy()
    start, old_end, new_end = edit.start, edit.end, edit.end + edit.by
    first, old_last = points(before, (start, old_end))
    (new_last,) = points(now, (new_end,))
    known.edit(start, old_end, new_end, first, old_last, new_last)
    found = None if tree.root_node.has_error else parse(grammar(dialect), now, before=known)
    if found is None or found.root_node.has_error:
        found = parse(grammar(dialect), now)
    return found, [(one.start_byte, one.end_byte) for one in known.changed_ranges(found)]


def points(data: bytes, offsets: Sequence[int]) -> list[Point]:
    r"""tree-sitter's places of offsets that ascend: rows end at `\n` only, columns count bytes."""
    found: list[Point] = []
    row = line = counted = 0
    for offset in offsets:
        row += data.count(b"\n", counted, offset)
        line = max(line, data.rfind(b"\n", counted, offset) + 1)
        counted = offset
        found.append(Point(row, offset - line))
    return found
