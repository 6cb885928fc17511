"""Facts that say the same at other places: most of what somebody types changes no more than that."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from itertools import pairwise

from seamark.extract.facts import AFTER_ALL, FAR, Facts

from .moving import Move, moved, positions

Place = Callable[[int], int | None]

_LISTS = ("definitions", "bindings", "assignments", "exports", "sites", "branches", "guards", "fillings", "loops")
_PLAIN = ("language", "called", "items")
_NOWHERE = Move(lambda _: 0)
_SENTINELS = (0, AFTER_ALL)
"""Positions that are none."""
_NEAR = 16
"""How far a place that is stated may be from the facts that state it: that of a text begins behind its quotes."""


def likeness(before: Facts, now: Facts) -> Place | None:
    """Where each position of facts is in others that say the same in the same order; None if these do not.

    The positions are those of facts. A place is None where it cannot be told.
    """
    if any(getattr(before, name) != getattr(now, name) for name in _PLAIN):
        return None
    places: dict[int, int | None] = {}
    for name in _LISTS:
        former, present = getattr(before, name), getattr(now, name)
        if former is present:
            continue
        if former is None or present is None or len(former) != len(present):
            return None
        for one, other in zip(former, present, strict=True):
            if one is not other and not _is_alike(one, other, places):
                return None
    return _place(places)


def _is_alike(one: object, other: object, places: dict[int, int | None]) -> bool:
    """Whether two facts say the same; then it is noted where the positions of the first are."""
    if moved(one, _NOWHERE) != moved(other, _NOWHERE):
        return False
    for here, there in zip(positions(one), positions(other), strict=True):
        if here in _SENTINELS or there in _SENTINELS:
            if here != there:
                return False
        # An end and a begin at one place can come to stand at two.
        elif places.setdefault(here, there) != there:
            places[here] = None
    return True


def _place(places: dict[int, int | None]) -> Place | None:
    known = [(here, there) for here, there in sorted(places.items()) if there is not None]
    if any(there >= after for (_, there), (_, after) in pairwise(known)):
        return None
    order = [here for here, _ in known]

    def place(position: int) -> int | None:
        if position in places:
            return places[position]
        index = bisect_left(order, position)
        around = [one for one in known[max(index - 1, 0) : index + 1] if (one[0] < FAR) == (position < FAR)]
        by = {there - here for here, there in around}
        if len(around) == 2:
            return position + by.pop() if len(by) == 1 else None
        is_near = any(abs(here - position) < _NEAR for here, _ in around)
        return None if is_near and by != {0} else position

    return place
