"""When the engine answers what it must ask the store, with a process for that which says what the test wants."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from seamark.index import Index
from seamark.lsp.client import Client
from seamark.lsp.engine import engine_process
from seamark.lsp.engine.engine_process import _MessageHandler
from seamark.lsp.engine.telling import Front
from seamark.lsp.messages import Answered, Ask, Awaits, Begin, Change, FromEngine, ShownText
from seamark.lsp.organisation import messages
from seamark.lsp.organisation.messages import OtherSide, Started
from seamark.lsp.organisation.others import ProcessOutput
from seamark.resolve.port_model import Port, PortSymbol
from seamark.store.shard import About

from .test_other_repositories import Process

pytestmark = pytest.mark.slow

PAGE = b"fetch(`/orders/${id}`)\n"
SYMBOL = PortSymbol("read_order", "function", "views.py")
ROUTE = Port("http", "GET /orders/{}", "exposes", 1.0, "python", "", "views.py", 0, 0, SYMBOL, SYMBOL)
FOUND = (OtherSide(About("orders", "c1"), ROUTE, "exact", 0.9),)


class Told(Front):
    """Notes what it is told."""

    def __init__(self) -> None:
        self.told: list[FromEngine] = []

    def tell(self, message: FromEngine) -> None:
        self.told.append(message)

    def answers(self) -> list[Any]:
        return [json.loads(one.answer or b"null") for one in self.told if isinstance(one, Answered)]

    def awaits(self) -> list[bool]:
        return [one.others for one in self.told if isinstance(one, Awaits)]


class World:
    """An engine that has read a page with a call, and asks a store that a test answers for."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.page = folder / "page.ts"
        self.page.write_bytes(PAGE)
        self.now = 100.0
        self.front, self.process = Told(), Process()
        monkeypatch.setattr("seamark.lsp.engine.engine_process.time.monotonic", lambda: self.now)
        monkeypatch.setattr(engine_process, "start_process", lambda: self.process)
        self.engine = _MessageHandler(Index, self.front, lambda task: None)
        settings = {"organisation": {"store": "/contracts"}}
        self.engine.turn(Begin(Client(settings=settings), (folder,), True))
        while self.engine.has_more:
            self.engine.turn(None)
        self.engine.turn(Change(1, (ShownText(self.page, self.page.as_uri(), PAGE),), ()))
        self.hears(Started())
        self.hears(messages.Answered(1, ()))

    def ask(self, feature: str) -> None:
        params = {"textDocument": {"uri": self.page.as_uri()}, "position": {"line": 0, "character": 9}}
        self.engine.turn(Ask(2, f"textDocument/{feature}", json.dumps(params).encode()))

    def patience(self) -> float | None:
        return self.engine.patience

    def hears(self, message: messages.FromStore) -> None:
        self.engine.turn(ProcessOutput(self.process, messages.encode(message)))

    def hears_all(self) -> None:
        """What was asked last is answered."""
        asked = self.process.asked[-1]
        self.hears(messages.Answered(asked.number, (FOUND,) * len(asked.questions)))


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    return World(tmp_path, monkeypatch)


def test_what_the_store_has_said_counts_however_late_the_engine_comes_to_it(world: World) -> None:
    world.ask("hover")
    assert world.front.answers() == []
    world.now += 60
    world.hears_all()
    (answer,) = world.front.answers()
    assert "orders@c1/read_order" in answer["contents"]["value"]
    assert world.front.awaits() == []


def test_what_lacks_others_is_said_to_before_it_is_answered(world: World) -> None:
    world.ask("definition")
    assert world.patience() == engine_process._LONG
    world.now += 60
    assert world.patience() == 0
    world.engine.turn(None)
    assert isinstance(world.front.told[-2], Awaits) and isinstance(world.front.told[-1], Answered)
    assert world.front.answers() == [None] and world.front.awaits() == [True]
    assert world.patience() is None
    world.hears_all()
    assert world.front.awaits() == [True, False]


def test_without_a_store_nothing_is_waited_for(world: World) -> None:
    world.ask("definition")
    world.now += 60
    world.engine.turn(None)
    world.engine.turn(Change(3, (), (), {}))
    assert world.front.awaits() == [True, False]


def test_what_does_not_take_long_is_not_said(world: World) -> None:
    world.ask("hover")
    world.now += engine_process._LONG / 2
    world.engine.turn(None)
    (answer,) = world.front.answers()
    assert "Other repositories have not been read yet." in answer["contents"]["value"]
    world.hears_all()
    assert world.front.awaits() == []
