"""Keys that look like another one, as `GET /user/{}` like `GET /users/{}`: the nearest ones, and near misses."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from heapq import nlargest
from zlib import crc32

_BITS = 256
_COMPARED = 40
"""How many keys are compared letter by letter: those that have most in common with the one that is asked for."""
_ALIKE = 0.6
MOST_EDITS = 2
"""So many letters differ at most between the words of a near miss, each of at least `WORD` letters."""
WORD = 4


class Alike:
    """Keys, each with the triples of letters that it holds: they tell at a glance which may look like another one."""

    def __init__(self) -> None:
        self._triples: dict[str, int] = {}

    def put(self, key: str) -> None:
        """There is such a key."""
        self._triples[key] = _triples(key)

    def discard(self, key: str) -> None:
        """There is no such key."""
        self._triples.pop(key, None)

    def __iter__(self) -> Iterator[str]:
        return iter(self._triples)

    def nearest(self, key: str, count: int) -> list[str]:
        """The keys that look most like this one."""
        wanted = _triples(key)
        shared = (
            ((wanted & triples).bit_count() / ((wanted | triples).bit_count() or 1), other)
            for other, triples in self._triples.items()
        )
        return difflib.get_close_matches(key, [other for _, other in nlargest(_COMPARED, shared)], count, _ALIKE)


def is_near_miss(one: str, other: str) -> bool:
    """Whether one key is a near miss of another: they are the same but for a few letters of one word of their paths."""
    ours, theirs = one.split("/"), other.split("/")
    differing = [(a, b) for a, b in zip(ours, theirs, strict=False) if a != b]
    if len(ours) != len(theirs) or len(differing) != 1 or ours[0] != theirs[0]:
        return False
    a, b = differing[0]
    return min(len(a), len(b)) >= WORD and "{" not in a + b and _distance(a, b) <= MOST_EDITS


def _distance(one: str, other: str) -> int:
    """How many letters to put in, take out or replace to make one word of another (Levenshtein)."""
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        above, row = row, [i]
        for j, b in enumerate(other, 1):
            row.append(min(above[j] + 1, row[-1] + 1, above[j - 1] + (a != b)))
    return row[-1]


def _triples(key: str) -> int:
    """A number whose bits stand for the triples of letters in a key."""
    found = 0
    for at in range(len(key) - 2):
        found |= 1 << crc32(key[at : at + 3].encode()) % _BITS
    return found
