"""What is around a node is what tree-sitter says it is, and is found in steps that grow as the text does."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, cast

import pytest
from tree_sitter import Node

from seamark.extract.surroundings import Surroundings
from seamark.source import parse

TEXT = b"""
start(() => { a(1); }).then((x) => get(x)).then((y) => { b(y, [1, 2], {c: d}); });
if (a) { list.forEach((one) => { one.map((other) => other); }); } else {}
f(;
const empty = "", again = ``;
"""


def nodes(node: Node) -> Iterator[Node]:
    yield node
    for child in node.children:
        yield from nodes(child)


@pytest.mark.parametrize("seed", range(20))
def test_the_parent_is_the_parent_in_whatever_order(seed: int) -> None:
    root = parse("javascript", TEXT).root_node
    found = [*nodes(root)]
    if seed:
        Random(seed).shuffle(found)
    around = Surroundings(root)
    assert [around.parent(one) for one in found] == [one.parent for one in found]


class Counted:
    """A cursor whose moves are counted."""

    def __init__(self, cursor: Any) -> None:
        self._cursor = cursor
        self.moves = 0

    def __getattr__(self, name: str) -> Any:
        self.moves += name.startswith("goto")
        return getattr(self._cursor, name)


TEXTS = {
    "a chain": lambda n: b"a" + b".then((x) => x)" * n,
    "callbacks in callbacks": lambda n: b"a.then((x) => " * n + b"x" + b")" * n,
    "statements": lambda n: b"a.then((x) => x);\n" * n,
}


def chosen(n: int) -> bytes:
    return b" else ".join(b"if (a == %d) { f(%d); }" % (i, i) for i in range(n))


@pytest.mark.parametrize("text", [TEXTS["statements"], chosen], ids=["statements", "else if"])
def test_what_is_further_out_takes_no_moves(text: Callable[[int], bytes]) -> None:
    def moves(n: int) -> int:
        root = parse("javascript", text(n)).root_node
        calls = sorted((one for one in nodes(root) if one.type == "arguments"), key=lambda one: one.start_byte)
        around = Surroundings(root)
        around._cursor = cast("Any", cursor := Counted(root.walk()))
        for one in calls:
            outer: Node | None = one
            while outer is not None:
                outer = around.parent(outer)
        return cursor.moves

    assert moves(100) < 2.2 * moves(50)


@pytest.mark.parametrize("name", TEXTS)
def test_twice_as_long_a_text_takes_twice_the_moves(name: str) -> None:
    def moves(n: int) -> int:
        root = parse("javascript", TEXTS[name](n)).root_node
        lists = sorted((one for one in nodes(root) if one.type == "arguments"), key=lambda one: one.start_byte)
        around = Surroundings(root)
        around._cursor = cast("Any", cursor := Counted(root.walk()))
        assert len([*map(around.parent, lists)]) == n
        return cursor.moves

    assert moves(100) < 2.2 * moves(50)
