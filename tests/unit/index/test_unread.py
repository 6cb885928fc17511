"""`UnreadFiles`: which files are read first."""

from __future__ import annotations

import pytest

from seamark.index.incremental import unread
from seamark.index.incremental.unread import UnreadFiles

CHANGED = ["top.py", "a/package.json", "a/x.ts", "a/in/go.mod", "a/in/y.go", "b/go.mod", "b/z.go", "c/w.py"]


@pytest.fixture(autouse=True)
def none_are_few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unread, "FEW", 0)


@pytest.mark.parametrize(
    ("shown", "first"),
    [
        ([], CHANGED),
        (["a/in/y.go"], ["a/in/go.mod", "a/in/y.go", "a/package.json", "a/x.ts"]),
        (["b/new.go"], ["b/go.mod", "b/z.go"]),
        (["b/z.go", "a/x.ts"], ["a/in/go.mod", "a/in/y.go", "a/package.json", "a/x.ts", "b/go.mod", "b/z.go"]),
        (["c/w.py"], ["c/w.py", "top.py"]),
    ],
)
def test_the_repositories_of_shown_files_come_first(shown: list[str], first: list[str]) -> None:
    waiting = UnreadFiles()
    waiting.add(CHANGED, (), shown)
    assert list(waiting.next) == sorted(first)
    assert list(waiting.later) == sorted(set(CHANGED) - set(first))
    waiting.go_on()
    assert list(waiting.next) == [*sorted(first), *sorted(set(CHANGED) - set(first))]
    assert not waiting.later


def test_a_file_that_is_shown_later_reorders() -> None:
    waiting = UnreadFiles()
    waiting.add(CHANGED, (), ["a/x.ts"])
    waiting.discard("a/x.ts")
    waiting.discard("c/w.py")
    waiting.add(["b/z.go"], ["a/x.ts"], ["b/z.go"])
    assert list(waiting.next) == ["b/go.mod", "b/z.go"]
    assert "a/in/y.go" in waiting and "a/x.ts" not in waiting and len(waiting) == 6


def test_what_is_known_says_where_repositories_are() -> None:
    waiting = UnreadFiles()
    waiting.add(["a/x.ts", "a/y.ts", "b/z.go"], ["a/package.json"], ["a/x.ts"])
    assert list(waiting.next) == ["a/x.ts", "a/y.ts"]


def test_a_few_files_are_read_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unread, "FEW", len(CHANGED))
    waiting = UnreadFiles()
    waiting.add(CHANGED, (), ["b/z.go"])
    assert list(waiting.next) == sorted(CHANGED)
