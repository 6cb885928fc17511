"""`WaitingFiles`: which files wait, and which of them come first."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from seamark.index.incremental.waiting import WaitingFiles

PATHS = st.sampled_from(["a/1", "a/2", "b/1", "b/2", "c/1", "top"])


def repository(path: str) -> str:
    return path.rpartition("/")[0]


@given(st.lists(st.tuples(st.sampled_from(["add", "discard", "first"]), PATHS)), st.integers(1, 7))
def test_what_waits_are_the_files_that_were_added_last(changes: list[tuple[str, str]], enough: int) -> None:
    waiting, expected = WaitingFiles(repository), set[str]()
    for change, path in changes:
        match change:
            case "add":
                waiting.add(path)
                expected.add(path)
            case "discard":
                waiting.discard(path)
                expected.discard(path)
            case _:
                waiting.first(enough)
        assert (path in waiting) == (path in expected)
        assert len(waiting) == len(expected)
    assert waiting.all() == sorted(expected)
    repositories = waiting.first(enough)
    together = waiting.of(repositories)
    assert together == sorted(path for path in expected if repository(path) in repositories)
    assert repositories == sorted({repository(path) for path in expected})[: len(repositories)]
    assert len(together) >= min(enough, len(expected))
    assert len(waiting.of(repositories[:-1])) < enough


def test_which_repository_a_file_is_in_is_asked_when_all_are_known() -> None:
    homes: dict[str, str] = {}
    waiting = WaitingFiles(lambda path: homes[path])
    for path in "ab":
        waiting.add(path)
    homes |= {"a": "x", "b": "x"}
    assert waiting.of(["x"]) == ["a", "b"]
