"""Keys that look like another one, as `GET /user/{}` like `GET /users/{}`: the nearest ones, and near misses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from difflib import SequenceMatcher
from heapq import heappush, heappushpop, nlargest
from zlib import crc32

_BITS = 256
_COMPARED = 40
"""How many keys are compared letter by letter: those that have most in common with the one that is asked for."""
_ALIKE = 0.6
MOST_EDITS = 2
"""So many letters differ at most between the words of a near miss, each of at least `WORD` letters."""
WORD = 4


class SimilarKeys:
    """Keys, each with the triples of letters that it holds: they tell at a glance which may look like another one."""

    def __init__(self) -> None:
        self._triples: dict[str, int] = {}
        self._found: dict[tuple[str, int], list[str]] = {}

    def put(self, key: str) -> None:
        """There is such a key."""
        self._triples[key] = _triples(key)
        self._found.clear()

    def discard(self, key: str) -> None:
        """There is no such key."""
        self._triples.pop(key, None)
        self._found.clear()

    def __iter__(self) -> Iterator[str]:
        return iter(self._triples)

    def nearest(self, key: str, count: int) -> list[str]:
        """The keys that look most like this one."""
        if (key, count) not in self._found:
            self._found[key, count] = self._nearest(key, count)
        return self._found[key, count]

    def _nearest(self, key: str, count: int) -> list[str]:
        wanted = _triples(key)
        shared = (
            ((wanted & triples).bit_count() / ((wanted | triples).bit_count() or 1), other)
            for other, triples in self._triples.items()
        )
        return closest(key, [other for _, other in nlargest(_COMPARED, shared)], count)


def closest(key: str, others: Iterable[str], count: int) -> list[str]:
    """What `difflib.get_close_matches` gives, which compares each of the others at length.

    No ratio is higher than the share of the letters that both have in the same order, which is found sooner.
    """
    matcher, places = SequenceMatcher(b=key), dict[str, int]()
    for at, letter in enumerate(key):
        places[letter] = places.get(letter, 0) | 1 << at
    found: list[tuple[float, str]] = []
    for most, other in sorted(((_most(len(key), places, other), other) for other in others), reverse=True):
        if most < _ALIKE or (len(found) == count and most < found[0][0]):
            break
        matcher.set_seq1(other)
        ratio = matcher.ratio()
        if ratio >= _ALIKE:
            (heappush if len(found) < count else heappushpop)(found, (ratio, other))
    return [other for _, other in sorted(found, reverse=True)]


def _most(length: int, places: Mapping[str, int], other: str) -> float:
    """The share of letters in the longest common subsequence of a key, whose letters are at these bits, and another.

    Source: H. Hyyrö, Bit-Parallel LCS-length Computation Revisited (2004).
    """
    left = (1 << length) - 1
    for letter in other:
        here = left & places.get(letter, 0)
        left = (left + here) | (left - here)
    common = length - (left & ((1 << length) - 1)).bit_count()
    return 2.0 * common / (length + len(other))


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
