"""What is known of the path and the verb of a request where conditions are met.

path.startswith("/api/") and path.endswith("/raw")      the path `/api/{}/raw`
parts[1] == "users" and len(parts) == 3                 the path `/users/{}`: one of its two segments is known
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice, product
from typing import NamedTuple

from seamark.extract import facts
from seamark.resolve.abstract_values import GAP, Text
from seamark.resolve.partial_texts.texts import concat
from seamark.resolve.partial_texts.urls import trimmed_end

from .requested_paths import RequestedPath

MAX_WAYS = 64
"""In how many ways a condition is met at most."""
MAX_SEGMENTS = 24
"""How many segments a path has at most of which some are known."""
ANYTHING, REST = "{}", "*"
"""A segment that is there, whatever it is; and all that may follow."""
_WEAK = frozenset((ANYTHING, REST))


class KnownPath(NamedTuple):
    """A path that a condition asks for, and what states it. It may be its begin or its end only.

    Of one of which `segments` are known, `text` is what stands before them; it has so many segments at `most`. What
    only asks whether there is a segment states nothing.
    """

    text: Text
    stated: facts.Value | None
    kind: str = "equal"
    certain: bool = True
    segments: tuple[tuple[int, str], ...] = ()
    most: int = MAX_SEGMENTS

    def whole(self, read: Iterable[int]) -> KnownPath | None:
        """The path as far as its segments are known, and to the last one that is read; None if none is known."""
        known = dict(self.segments)
        if self.kind != "segments":
            return self
        if _WEAK.issuperset(known.values()):
            return None
        rest = next((number for number, one in known.items() if one == REST), MAX_SEGMENTS)
        there = (*known, *(one for one in read if one < rest))
        written = (known.get(number, ANYTHING) for number in range(min(max(there) + 1, self.most)))
        return self._replace(text=concat((self.text, Text(tuple(f"/{one}" for one in written)))), kind="equal")


class KnownRequest(NamedTuple):
    """What is known of a request where a condition is met in one way."""

    verbs: tuple[str, ...] = ()
    path: KnownPath | None = None


def of_segments(
    of: RequestedPath, known: dict[int, str], stated: facts.Value | None, most: int = MAX_SEGMENTS
) -> KnownRequest:
    """That some segments are known, by their numbers behind what was cut off of a path."""
    begin, unknown = ("", of.cut) if GAP in of.cut else ("".join(map(str, of.cut)), ())
    before = [one for one in begin.split("/") if one]
    moved = {number + len(before): text for number, text in known.items() if number >= 0}
    segments = tuple(sorted({**dict(enumerate(before)), **moved}.items()))
    most = min(most + len(before), MAX_SEGMENTS)
    return KnownRequest((), KnownPath(Text(unknown), stated, "segments", of.certain, segments, most))


def both(one: list[KnownRequest], other: list[KnownRequest]) -> list[KnownRequest]:
    """In which ways both hold."""
    return first_ways(merged for a, b in product(one, other) if (merged := _merge(a, b)) is not None)


def first_ways(ways: Iterable[KnownRequest]) -> list[KnownRequest]:
    """As many of these as are told apart."""
    return list(islice(ways, MAX_WAYS))


def has_path(known: Iterable[KnownRequest], *, stated: bool = False) -> bool:
    """Whether something is known of the path, or more of one than whether there is a segment: it is `stated`."""
    return any(one.path is not None and (one.path.stated is not None or not stated) for one in known)


def _merge(one: KnownRequest, other: KnownRequest) -> KnownRequest | None:
    """What is known where both hold; None if they cannot."""
    shared = tuple(verb for verb in one.verbs if verb in other.verbs)
    told = (shared or other.verbs) if one.verbs and other.verbs else one.verbs or other.verbs
    first, second = one.path, other.path
    if first is None or second is None:
        return KnownRequest(told, second if first is None else first)
    if "segments" in (first.kind, second.kind):
        known = _merge_segments(_by_segments(first), _by_segments(second))
        return known and KnownRequest(told, known)
    if second.kind == "ends" and first.kind == "begins":
        whole = concat((trimmed_end(first.text), Text(("/{}",)), second.text))
        return KnownRequest(told, first._replace(text=whole, kind="equal"))
    return KnownRequest(told, first if second.kind == "ends" else second)


def _by_segments(path: KnownPath) -> KnownPath:
    """A path, or its begin, as segments that are known of one."""
    segments = [one for one in (path.text.known_string or "").split("/") if one]
    if path.kind not in ("begins", "equal") or not segments:
        return path
    most = len(segments) if path.kind == "equal" else MAX_SEGMENTS
    return of_segments(RequestedPath(certain=path.certain), dict(enumerate(segments)), path.stated, most).path or path


def _merge_segments(first: KnownPath, second: KnownPath) -> KnownPath | None:
    """What is known of segments where both hold; None if they contradict each other."""
    if first.kind != second.kind or first.text != second.text:
        return first if second.kind != "segments" else second
    known = dict(first.segments)
    for number, text in second.segments:
        before = known.get(number, REST)
        if _WEAK.isdisjoint((text, before)) and before != text:
            return None
        known[number] = max(text, before, key=lambda one: (one not in _WEAK, one == ANYTHING))
    most = min(first.most, second.most)
    if max(known, default=-1) >= most:
        return None
    certain = first.certain and second.certain
    return KnownPath(first.text, second.stated or first.stated, "segments", certain, tuple(sorted(known.items())), most)
