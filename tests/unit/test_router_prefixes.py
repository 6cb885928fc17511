"""However routers are mounted in each other, the prefixes of one are found in so many steps."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import cast

import pytest

from seamark.resolve.abstract_values import Text
from seamark.resolve.composition.router_prefixes import MAX_PREFIXES, served_prefixes
from seamark.resolve.file_relations import Relations
from seamark.resolve.findings import Identity, MountFound, Router

Mount = tuple[str, str, str]
"""A router, what it is put below, and the prefix."""

MOST_QUESTIONS = 8000


class Mounts:
    """The relations of these mounts, which answer so many questions."""

    def __init__(self, mounts: Iterator[Mount]) -> None:
        self._by_child: dict[Identity, tuple[MountFound, ...]] = {}
        self._left = MOST_QUESTIONS
        for child, parent, prefix in mounts:
            below = Router(("a.py", parent), root=parent == "app")
            found = MountFound(("a.py", child), below, (Text((prefix,)),), None, "a.py", 0)
            self._by_child[found.child] = (*self._by_child.get(found.child, ()), found)

    def mounts(self, child: Identity) -> tuple[MountFound, ...]:
        self._left -= 1
        assert self._left, "too many questions"
        return self._by_child.get(child, ())


def twice(depth: int) -> Iterator[Mount]:
    for level in range(depth):
        yield f"r{level}", f"r{level + 1}", f"/a{level}"
        yield f"r{level}", f"r{level + 1}", f"/b{level}"
    yield f"r{depth}", "app", ""


def layers(depth: int, prefix: str = "/a") -> Iterator[Mount]:
    """Two routers in each layer, each put below both of the next one: two to the power of `depth` ways."""
    for level in range(depth):
        for one, other in product("rs", "rs"):
            yield f"{one}{level}", f"{other}{level + 1}", prefix
    yield f"r{depth}", "app", ""


def clique(size: int) -> Iterator[Mount]:
    """Each router is put below each other, and nobody serves one."""
    for one, other in product(range(size), range(size)):
        if one != other:
            yield f"r{one}", f"r{other}", f"/{one}"


@pytest.mark.parametrize(
    ("mounts", "count"),
    [
        (twice(2), 4),
        (twice(23), MAX_PREFIXES),
        (layers(23), 1),
        (layers(23, ""), 1),
        (clique(12), MAX_PREFIXES),
    ],
)
def test_the_search_for_prefixes_is_bounded(mounts: Iterator[Mount], count: int) -> None:
    relations = cast("Relations", Mounts(mounts))
    assert len(served_prefixes(relations, Router(("a.py", "r0")))) == count


def test_each_prefix_is_there() -> None:
    relations = cast("Relations", Mounts(twice(2)))
    prefixes = [one.whole for one in served_prefixes(relations, Router(("a.py", "r0")))]
    assert prefixes == ["/a1/a0/", "/b1/a0/", "/a1/b0/", "/b1/b0/"]
