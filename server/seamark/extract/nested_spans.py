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
        open_spans: list[int] = []
        for index, (start, end) in enumerate(spans):
            while open_spans and spans[open_spans[-1]][1] < end:
                open_spans.pop()
            while open_spans and spans[open_spans[-1]][1] <= start:
                open_spans.pop()
            self.parents.append(open_spans[-1] if open_spans else OUTSIDE)
            open_spans.append(index)

    def innermost(self, start: int, end: int, *, itself: bool = False) -> int:
        """The index of the innermost span that holds `start` to `end`, or `OUTSIDE`.

        A span that is exactly `start` to `end` counts only with `itself`.
        """
        index = bisect_right(self._starts, start) - 1
        while index != OUTSIDE:
            own_start, own_end = self._spans[index]
            if own_end >= end and (itself or (own_start, own_end) != (start, end)):
                return index
            index = self.parents[index]
        return OUTSIDE
