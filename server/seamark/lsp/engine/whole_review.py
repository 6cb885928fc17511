"""What is wrong in the whole workspace, found out bit by bit: who asks meanwhile does not wait for it."""

from __future__ import annotations

import time
from collections.abc import Iterable
from itertools import chain

from seamark.review import Diagnosis, Review

MOST = 1_000
"""So many findings are told of, the worst ones: an editor shows them in one list."""
_WORST = ("error", "warning", "hint")
_SLICE = 0.02
"""For how many seconds something is done at a time."""


class WholeReview:
    """A review of all files of one state of a workspace."""

    def __init__(self, review: Review, state: int, then: Iterable[None] = ()) -> None:
        """`state` is the number of that state; `then` is what is left to do once all is found."""
        self.state = state
        self.review = review
        self._steps = chain(review.steps(), ([] for _ in then))
        self._found: list[Diagnosis] = []
        self.is_done = False

    def work(self) -> None:
        """Do some of it."""
        until = time.monotonic() + _SLICE
        for found in self._steps:
            self._found += found
            if time.monotonic() > until:
                return
        self.is_done = True

    def worst(self) -> list[Diagnosis]:
        """What was found, at most `MOST`, the worst first; else by path and position."""
        return sorted(self._found, key=lambda one: _WORST.index(one.severity))[:MOST]
