"""A workspace that answers whenever it is asked: as it is on disk, while it is read, and after something went wrong."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from seamark.cli.assistants.current import Current
from seamark.cli.assistants.data import Link, Sides
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


def ask(current: Current, handler: str) -> Future[tuple[Sides, list[Link]]]:
    return current.answer(lambda state: who_calls(state, handler, Page(0, 20)))


def callers(current: Current, handler: str) -> Sides:
    answer, _ = ask(current, handler).result(PATIENCE)
    return answer


def test_who_does_not_wait_gets_what_is_known_and_how_much_is_read(tmp_path: Path) -> None:
    files = {f"a{number}.ts": f"fetch('/books/{number}/{number}')\n" for number in range(300)}
    current = Current(written(tmp_path, files), patience=0.0)
    asked = ask(current, "/no/such/path")  # Before anything is read.
    current.start()
    first, _ = asked.result(PATIENCE)
    assert first.empty is not None
    assert first.empty.kind == "still reading"
    seen = [first]
    while seen[-1].reading is not None:
        seen.append(callers(current, "/books/{}/{}"))
    assert first.reading is not None
    assert first.reading.done == 0
    assert all(0 <= one.reading.done <= one.reading.total for one in seen if one.reading is not None)
    assert callers(current, "/books/{}/{}").total == len(files)
    current.close()


def test_a_question_that_fails_is_told_so_and_the_next_is_answered() -> None:
    def fail(_: State) -> Sides:
        raise RuntimeError("no answer")

    with current_of(SHOP) as current:
        with pytest.raises(RuntimeError, match="no answer"):
            current.answer(fail).result(PATIENCE)
        assert callers(current, "read_order").total == 3


def test_reading_that_fails_keeps_nobody_waiting(tmp_path: Path) -> None:
    written(tmp_path, {f"a{number}.ts": f"fetch('/books/{number}')\n" for number in range(30)})

    def fail(*_: object) -> None:
        raise RuntimeError("cannot be read")

    with pytest.MonkeyPatch.context() as failing:
        failing.setattr(Index, "work", fail)
        current = Current(tmp_path, patience=2 * PATIENCE)
        current.start()
        failed = callers(current, "/nothing/like/this")
    assert failed.reading is not None
    assert failed.empty is not None
    assert failed.empty.kind == "still reading"
    read = callers(current, "/books/{}")
    assert (read.reading, read.total) == (None, 30)
    current.close()


def test_what_is_cancelled_is_not_answered_and_holds_nobody_up() -> None:
    current = Current(SHOP)
    future = ask(current, "read_order")
    assert future.cancel()
    current.start()
    assert callers(current, "read_order").total == 3
    current.close()
