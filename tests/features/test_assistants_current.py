"""A workspace that answers whenever it is asked: as it is on disk, while it is read, and after something went wrong."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from seamark.cli.assistants.current import Current
from seamark.cli.assistants.data import Sides
from seamark.cli.assistants.paging import Page
from seamark.cli.assistants.serving import who_calls
from seamark.cli.assistants.state import State
from seamark.index import Index
from tests.features.assistants import written
from tests.features.seeded import SHOP

PATIENCE = 60


@contextmanager
def current_of(root: Path, **options: Any) -> Iterator[Current]:
    current = Current(root, **options)
    current.start()
    yield current
    current.close()


def callers(current: Current, handler: str) -> Sides:
    answer, _ = current.answer(lambda state: who_calls(state, handler, Page(0, 20))).result(PATIENCE)
    return answer


def test_who_does_not_wait_gets_what_is_known_and_how_much_is_read(tmp_path: Path) -> None:
    files = {f"a{number}.ts": f"fetch('/books/{number}/{number}')\n" for number in range(300)}
    with current_of(written(tmp_path, files), patience=0.0) as current:
        first = callers(current, "/no/such/path")
        assert first.empty is not None
        assert first.reading is None or first.empty.kind == "still reading"
        seen = [first]
        while seen[-1].reading is not None:
            seen.append(callers(current, "/books/{}/{}"))
        assert seen[0].reading is not None
        assert all(0 <= one.reading.done <= one.reading.total for one in seen if one.reading is not None)
        assert callers(current, "/books/{}/{}").total == len(files)


def test_a_question_that_fails_is_told_so_and_the_next_is_answered() -> None:
    def fail(_: State) -> Sides:
        raise RuntimeError("no answer")

    with current_of(SHOP) as current:
        with pytest.raises(RuntimeError, match="no answer"):
            current.answer(fail).result(PATIENCE)
        assert callers(current, "read_order").total == 3


def test_reading_that_fails_keeps_nobody_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written(tmp_path, {f"a{number}.ts": f"fetch('/books/{number}')\n" for number in range(30)})

    def fail(*_: object) -> None:
        raise RuntimeError("cannot be read")

    monkeypatch.setattr(Index, "work", fail)
    with current_of(tmp_path) as current:
        answer = callers(current, "/books/{}")
        assert answer.reading is not None
        assert answer.total in range(31)


def test_what_is_cancelled_is_not_answered_and_holds_nobody_up() -> None:
    current = Current(SHOP)
    future = current.answer(lambda state: who_calls(state, "read_order", Page(0, 20)))
    assert future.cancel()
    current.start()
    assert callers(current, "read_order").total == 3
    current.close()
