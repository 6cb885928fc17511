"""Keys of HTTP contracts, arranged so that those are found that may be compatible with another one.

What is found is a few too many: `compatible` decides. Neither depends on how many keys there are in all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from seamark.index.incremental.groups import Group, with_member, without_member

from .compatible import split_key

_WILDCARD = "*"
_HOLE = "{}"


class _Node:
    """A part of a path: what may follow it, and the keys that end here."""

    __slots__ = ("following", "holes", "keys")

    def __init__(self) -> None:
        self.following: dict[str, _Node] = {}
        self.holes: tuple[str, ...] = ()
        self.keys: tuple[str, ...] = ()


class Routes:
    """The keys of one side, by the segments of their paths, and by the hashes of how their paths end."""

    def __init__(self) -> None:
        self._root = _Node()
        self._ends: dict[int, Group[str]] = {}

    def put(self, key: str) -> None:
        """There is such a key."""
        _, path = split_key(key)
        node = self._root
        for segment in path:
            if segment not in node.following:
                node.following[segment] = _Node()
                if _HOLE in segment:
                    node.holes = (*node.holes, segment)
            node = node.following[segment]
        if key not in node.keys:
            node.keys = (*node.keys, key)
        for end in map(hash, ends(path)):
            self._ends[end] = with_member(self._ends.get(end, ()), key)

    def discard(self, key: str) -> None:
        """There is no such key."""
        _, path = split_key(key)
        self._remove(self._root, path, key)
        for end in map(hash, ends(path)):
            rest = without_member(self._ends.pop(end, ()), key)
            if rest:
                self._ends[end] = rest

    def providers_of(self, key: str) -> set[str]:
        """If these are providers' keys: those of whoever may serve a call of this key."""
        _, path = split_key(key)
        return {*self._served_by(self._root, path), *self._around(path)}

    def consumers_of(self, key: str, *, below: bool = False) -> set[str]:
        """If these are consumers' keys: those of the calls that a provider of this key may serve, or `below` it."""
        _, path = split_key(key)
        return {*self._calls_matching(self._root, (*path, _WILDCARD) if below else path), *self._around(path)}

    def _served_by(self, node: _Node, path: Sequence[str]) -> Iterator[str]:
        yield from node.keys
        if not path:
            return
        segment, *rest = path
        for name in {segment, *node.holes} & node.following.keys():
            yield from self._served_by(node.following[name], rest)
        if _WILDCARD in node.following:
            yield from _below(node.following[_WILDCARD])

    def _calls_matching(self, node: _Node, path: Sequence[str]) -> Iterator[str]:
        if not path:
            yield from node.keys
            return
        segment, *rest = path
        if segment == _WILDCARD:
            yield from _below(node)
        elif _HOLE in segment:
            for following in node.following.values():
                yield from self._calls_matching(following, rest)
        elif segment in node.following:
            yield from self._calls_matching(node.following[segment], rest)

    def _around(self, path: tuple[str, ...]) -> Iterator[str]:
        """Those that end as the path does, and those as which the path ends."""
        yield from self._ends.get(hash(path), ())
        for end in ends(path):
            yield from self._of(end)

    def _of(self, path: Sequence[str]) -> tuple[str, ...]:
        node: _Node | None = self._root
        for segment in path:
            node = None if node is None else node.following.get(segment)
        return () if node is None else node.keys

    def _remove(self, node: _Node, path: Sequence[str], key: str) -> None:
        if not path:
            node.keys = tuple(other for other in node.keys if other != key)
            return
        segment, *rest = path
        following = node.following.get(segment)
        if following is None:
            return
        self._remove(following, rest, key)
        if not following.keys and not following.following:
            del node.following[segment]
            node.holes = tuple(hole for hole in node.holes if hole != segment)


def _below(node: _Node) -> Iterator[str]:
    yield from node.keys
    for following in node.following.values():
        yield from _below(following)


def ends(path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """The ends of a path that say something: with a segment that is known."""
    for start in range(1, len(path)):
        if any(_HOLE not in segment for segment in path[start:]):
            yield path[start:]
