"""Which engine answers for a client, with processes that say what the test wants."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from seamark.lsp import messages
from seamark.lsp.client import Client
from seamark.lsp.front import engine_supervisor, session
from seamark.lsp.front.engine_supervisor import MOST_DEATHS
from seamark.lsp.front.session import Session
from seamark.lsp.messages import FromEngine, Reading, Ready, Stopped

from .test_engine import Process, settled

pytestmark = pytest.mark.slow

HEAVY = Ready(heavy=True)


class World:
    """A session of a client with one folder, and the processes that were started for it."""

    def __init__(self) -> None:
        self.processes: list[Process] = []
        self.readings = 0
        client = Client(folders=("file:///work",))
        self.session = Session(client, self._start, self._reading, lambda _: None, lambda: None, print)
        self.session.start()

    async def says(self, number: int, *said: FromEngine) -> None:
        for message in said:
            self.processes[number].received(messages.encode(message))
        await self.passes()

    async def dies(self, number: int) -> None:
        self.processes[number].ended(-9)
        await self.passes()

    async def passes(self) -> None:
        """As much time passes as a client has to ask for what it shows."""
        await asyncio.sleep(0.005)
        await settled()

    def left(self) -> list[int]:
        """The numbers of the processes that have not been ended."""
        return [number for number, process in enumerate(self.processes) if not process.closed]

    def _start(self) -> Process:
        self.processes.append(Process())
        return self.processes[-1]

    def _reading(self, _engine: object) -> None:
        self.readings += 1


Test = Callable[[World], Awaitable[None]]


def in_world(test: Test) -> Callable[[pytest.MonkeyPatch], None]:
    async def run() -> None:
        await test(World())

    def inner(monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(session, "RESPITE", 0.001)
        monkeypatch.setattr(engine_supervisor, "_FIRST_DELAY", 0.0)
        asyncio.run(run())

    return inner


@in_world
async def test_another_engine_takes_over_from_a_heavy_one(world: World) -> None:
    await world.says(0, HEAVY)
    assert world.left() == [0, 1]
    await world.says(1, Reading(1, 2))
    assert world.left() == [0, 1]
    await world.says(1, Ready())
    assert world.left() == [1]
    assert world.readings == 1, "that it goes on is nothing to show"
    await world.says(1, Reading(1, 2))
    assert world.readings == 2


@in_world
async def test_an_engine_that_is_light_stays(world: World) -> None:
    await world.says(0, Ready())
    assert world.left() == [0]


@in_world
async def test_one_that_found_nothing_to_go_on_from_stays(world: World) -> None:
    await world.says(0, HEAVY)
    await world.says(1, HEAVY)
    await world.says(1, HEAVY)
    assert world.left() == [1]


@in_world
async def test_an_engine_that_reads_again_or_is_stopped_is_let_alone(world: World) -> None:
    await world.says(0, HEAVY, Reading(1, 2))
    assert world.left() == [0]
    await world.says(0, Stopped(1, 2))
    assert world.left() == [0]
    await world.says(0, Reading(2, 2), HEAVY)
    assert world.left() == [0, 1]


@in_world
async def test_an_engine_that_cannot_be_replaced_stays(world: World) -> None:
    await world.says(0, HEAVY)
    for number in range(1, MOST_DEATHS + 1):
        await world.dies(number)
    assert 0 in world.left()
    await world.says(0, HEAVY)
    assert len(world.processes) == MOST_DEATHS + 1


@in_world
async def test_one_that_begins_after_a_crash_is_not_heavy(world: World) -> None:
    world.processes[0].received(messages.encode(HEAVY))
    await settled()
    world.processes[0].ended(-9)
    await world.passes()
    await world.says(1, Ready())
    assert len(world.processes) == 2


@in_world
async def test_the_engine_of_other_folders_is_replaced_as_well(world: World) -> None:
    world.processes[0].received(messages.encode(HEAVY))
    await settled()
    world.session.change_folders(["file:///other"], [])
    await world.passes()
    await world.says(1, HEAVY)
    assert world.left() == [1, 2]
    await world.says(2, Ready())
    assert world.left() == [2]
