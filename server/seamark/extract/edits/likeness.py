"""Facts that say the same at other places: most of what somebody types changes no more than that."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from itertools import pairwise, repeat

import msgspec

from seamark.extract.facts import AFTER_ALL, FAR, ByKind, Facts

from .moving import INDEXES, POSITIONS, moves

Place = Callable[[int], int | None]
Places = dict[int, int | None]

_LISTS = (
    "definitions",
    "bindings",
    "assignments",
    "exports",
    "sites",
    "with_paths",
    "branches",
    "guards",
    "fillings",
    "loops",
    "steps",
)
_PLAIN = ("language", "called", "items")
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
    places: Places = {}
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


def _note(here: int, there: int, places: Places) -> bool:
    """Note where a position is, and tell whether it can be there."""
    if here in _SENTINELS or there in _SENTINELS:
        return here == there
    # An end and a begin at one place can come to stand at two.
    if places.setdefault(here, there) != there:
        places[here] = None
    return True


def _equal(one: object, other: object, _: Places) -> bool:
    return one == other


def _is_alike(one: object, other: object, places: Places) -> bool:
    return one.__class__ is other.__class__ and _ALIKE[one.__class__](one, other, places)


def _tuples(one: tuple[object, ...], other: tuple[object, ...], places: Places) -> bool:
    return len(one) == len(other) and all(map(_is_alike, one, other, repeat(places)))


def _compile_comparison(kind: type[msgspec.Struct]) -> Callable[..., bool]:
    """What compares records of a kind, and notes their positions: it is compiled as what moves them is."""
    if not moves(kind):
        return _equal
    checks = sorted(map(_check, msgspec.structs.fields(kind)), key=len)
    source = f"lambda one, other, places: {' and '.join(checks)}"
    made: Callable[..., bool] = eval(source, {"note": _note, "is_alike": _is_alike})  # noqa: S307
    return made


def _check(field: msgspec.structs.FieldInfo) -> str:
    one, other = f"one.{field.name}", f"other.{field.name}"
    if field.name in POSITIONS:
        return f"note({one}, {other}, places)"
    if field.name in INDEXES or field.type in (str, int, bool):
        return f"{one} == {other}"
    return f"is_alike({one}, {other}, places)"


_ALIKE: ByKind[Callable[..., bool]] = ByKind(
    _compile_comparison,
    {type(None): _equal, frozenset: _equal, int: _note, str: _equal, tuple: _tuples},
)
"""Whether two facts say the same; then it is noted where the positions of the first are."""


def _place(places: Places) -> Place | None:
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
