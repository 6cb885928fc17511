"""Keys that look alike."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from heapq import nlargest
from zlib import crc32

_BITS = 256
_COMPARED = 40
"""How many keys are compared letter by letter: those that have most in common with the one that is asked for."""
_ALIKE = 0.6


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


def _triples(key: str) -> int:
    """A number whose bits stand for the triples of letters in a key."""
    found = 0
    for at in range(len(key) - 2):
        found |= 1 << crc32(key[at : at + 3].encode()) % _BITS
    return found
