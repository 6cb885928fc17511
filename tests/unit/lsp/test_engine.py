from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from pathlib import Path
from threading import Event, get_ident
from types import SimpleNamespace
from typing import Any, TypeVar

import pytest

from seamark.index.service import Progress, Service
from seamark.lsp import uris
from seamark.lsp.client import Client
from seamark.lsp.engine import Engine
from seamark.lsp.workspace import Workspace
from tests.protocol.toy import Toy

T = TypeVar("T")
CALL, ROUTE = b'call "GET /x"', b'route "GET /x" f'


class Recorder(Toy):
    """A toy that notes what it is told, and in which threads."""

    def __init__(self, root: Path) -> None:
        super().__init__([root])
        self.told: list[tuple[str, ...]] = []
        self.threads = {get_ident()}

    def load(self, progress: Progress | None = None) -> None:
        self.threads.add(get_ident())
        super().load(progress)

    def open(self, path: str, data: bytes) -> None:
        self.threads.add(get_ident())
        self.told.append(("open", path, data.decode()))
        if data == b"bad":
            raise ValueError(path)
        super().open(path, data)

    def close(self, path: str) -> None:
        self.told.append(("close", path))
        super().close(path)

    def refresh(self, paths: Iterable[str]) -> None:
        paths = list(paths)
        self.told.append(("refresh", *paths))
        super().refresh(paths)


async def made(make: Callable[[], Service]) -> Engine:
    engine = Engine(lambda: Workspace(make(), Client()))
    await engine.started()
    return engine


def row(question: Callable[[Service], T]) -> Any:
    return SimpleNamespace(make=lambda workspace, _: question(workspace.service), nothing=None)


async def ask(engine: Engine, question: Callable[[Service], T]) -> T:
    answer: T = await engine.ask(row(question), None)
    return answer


async def ask_at(engine: Engine, path: Path, offset: int, question: Callable[[Service], T]) -> T | None:
    answer: T | None = await engine.ask_at(path, offset, row(question), None)
    return answer


def show(engine: Engine, path: Path, data: bytes) -> None:
    engine.show(path, uris.from_path(path), data)


def keys(service: Service) -> list[str]:
    return [port.key for port in service.ports()]


def test_one_thread_has_the_service(tmp_path: Path) -> None:
    async def run() -> None:
        engine = await made(lambda: Recorder(tmp_path))
        show(engine, tmp_path / "a.toy", CALL)
        threads = await ask(engine, lambda service: {get_ident(), *getattr(service, "threads", ())})
        assert len(threads) == 1 and get_ident() not in threads

    asyncio.run(run())


def test_changes_between_two_questions_are_one(tmp_path: Path) -> None:
    async def run() -> None:
        recorder = Recorder(tmp_path)
        engine = await made(lambda: recorder)
        busy = Event()
        waiting = asyncio.ensure_future(ask(engine, lambda _: busy.wait()))
        await asyncio.sleep(0)
        for text in (b"1", b"2", b"bad", CALL):
            show(engine, tmp_path / "a.toy", text)
        show(engine, tmp_path / "b.toy", ROUTE)
        engine.changed([tmp_path / "d.toy", tmp_path / "c.toy", Path("/elsewhere")])
        first = asyncio.ensure_future(ask(engine, keys))
        await asyncio.sleep(0)
        engine.hide(tmp_path / "a.toy")
        show(engine, Path("/elsewhere/a.toy"), CALL)
        engine.hide(Path("/elsewhere/a.toy"))
        second = asyncio.ensure_future(ask(engine, keys))
        await asyncio.sleep(0)
        busy.set()
        assert await waiting
        assert await first == ["GET /x", "GET /x"]
        assert await second == ["GET /x"]
        assert recorder.told == [
            ("refresh", ""),
            ("open", "a.toy", CALL.decode()),
            ("open", "b.toy", ROUTE.decode()),
            ("refresh", "c.toy", "d.toy"),
            ("close", "a.toy"),
        ]

    asyncio.run(run())


def test_a_change_that_fails_stops_no_other(tmp_path: Path) -> None:
    async def run() -> None:
        engine = await made(lambda: Recorder(tmp_path))
        show(engine, tmp_path / "a.toy", b"bad")
        show(engine, tmp_path / "b.toy", ROUTE)
        assert await ask(engine, keys) == ["GET /x"]

    asyncio.run(run())


def test_what_a_question_raises_is_raised(tmp_path: Path) -> None:
    async def run() -> None:
        engine = await made(lambda: Toy([tmp_path]))
        for error in (KeyError, RecursionError, MemoryError):

            def fails(_: Service, error: type[BaseException] = error) -> None:
                raise error

            with pytest.raises(error):
                await ask(engine, fails)
        assert await ask(engine, keys) == []

    asyncio.run(run())


def test_a_cancelled_question_is_not_asked(tmp_path: Path) -> None:
    async def run() -> None:
        engine = await made(lambda: Toy([tmp_path]))
        busy, asked = Event(), Event()
        waiting = asyncio.ensure_future(ask(engine, lambda _: busy.wait()))
        cancelled = asyncio.ensure_future(ask(engine, lambda _: asked.set()))
        await asyncio.sleep(0)
        cancelled.cancel()
        with pytest.raises(asyncio.CancelledError):
            await cancelled
        busy.set()
        assert await waiting
        assert await ask(engine, keys) == [] and not asked.is_set()

    asyncio.run(run())


def test_where_nothing_is_stated_nobody_is_asked_twice(tmp_path: Path) -> None:
    path = tmp_path / "a.toy"

    async def run() -> None:
        engine = await made(lambda: Toy([tmp_path]))
        show(engine, path, CALL)
        assert await ask_at(engine, path, 0, lambda _: "asked") == "asked"
        busy = Event()
        waiting = asyncio.ensure_future(ask(engine, lambda _: busy.wait()))
        await asyncio.sleep(0)
        for offset in range(20):
            if offset < len('call "') or offset > len('call "GET /x'):
                assert await ask_at(engine, path, offset, lambda _: "asked") is None
        later = asyncio.ensure_future(ask_at(engine, path, 8, lambda _: "asked"))
        await asyncio.sleep(0)
        assert not later.done()
        busy.set()
        assert await waiting and await later == "asked"
        engine.changed([tmp_path / "b.toy"])
        assert await ask_at(engine, path, 0, lambda _: "asked anew") == "asked anew"
        engine.hide(path)
        assert await ask_at(engine, path, 0, lambda _: "asked anew") == "asked anew"

    asyncio.run(run())


def test_an_index_that_cannot_be_made_is_never_ready() -> None:
    def fails() -> Service:
        raise ImportError("no grammar")

    async def run() -> None:
        engine = await made(fails)
        assert not engine.ready

    asyncio.run(run())


def test_stopping_ends_the_reading(tmp_path: Path) -> None:
    (tmp_path / "hold").touch()

    async def run() -> None:
        engine = Engine(lambda: Workspace(Toy([tmp_path]), Client()))
        engine.stop()
        await engine.started()
        assert not engine.ready

    asyncio.run(run())


def test_what_was_asked_before_the_end_is_answered(tmp_path: Path) -> None:
    async def run() -> None:
        engine = await made(lambda: Toy([tmp_path]))
        asked = asyncio.ensure_future(ask(engine, keys))
        await asyncio.sleep(0)
        engine.stop()
        assert await asked == []

    asyncio.run(run())
