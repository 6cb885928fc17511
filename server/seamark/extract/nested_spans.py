"""Nested spans: which of a file's definitions or blocks holds a position."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

OUTSIDE = -1


class NestedSpans:
    """Spans `(start, end)` of which any two are nested or apart, in the order of their start, outer ones first."""

    def __init__(self, spans: Sequence[tuple[int, int]]) -> None:
        self._spans = spans
        self._starts = [start for start, _ in spans]
        self.parents: list[int] = []
        self._depths: list[int] = []
        self._jumps: list[int] = []
        """For each span one of those around it, by which what is far outside is found in few steps."""
        open_spans: list[int] = []
        for index, (start, end) in enumerate(spans):
            while open_spans and spans[open_spans[-1]][1] < end:
                open_spans.pop()
            while open_spans and spans[open_spans[-1]][1] <= start:
                open_spans.pop()
            self._add(open_spans[-1] if open_spans else OUTSIDE)
            open_spans.append(index)

    def _add(self, parent: int) -> None:
        """Add a span: it jumps as far as two jumps of its parent if those are equally long, else to its parent."""
        self.parents.append(parent)
        self._depths.append(0 if parent == OUTSIDE else self._depths[parent] + 1)
        first = parent if parent == OUTSIDE else self._jumps[parent]
        second = first if first == OUTSIDE else self._jumps[first]
        is_even = second != OUTSIDE and (
            self._depths[parent] - self._depths[first] == self._depths[first] - self._depths[second]
        )
        self._jumps.append(second if is_even else parent)

    def innermost(self, start: int, end: int, *, itself: bool = False) -> int:
        """The index of the innermost span that holds `start` to `end`, or `OUTSIDE`.

        A span that is exactly `start` to `end` counts only with `itself`.
        """
        spans, jumps = self._spans, self._jumps
        index = bisect_right(self._starts, start) - 1
        while index != OUTSIDE:
            own_start, own_end = spans[index]
            if own_end >= end and (itself or (own_start, own_end) != (start, end)):
                return index
            jump = jumps[index]
            further = jump != OUTSIDE and (spans[jump][1] < end or (not itself and spans[jump] == (start, end)))
            index = jump if further else self.parents[index]
        return OUTSIDE
