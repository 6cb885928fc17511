"""The front's side of the engine, with processes that say what the test wants."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from seamark.lsp import messages
from seamark.lsp.child import Child
from seamark.lsp.client import Client
from seamark.lsp.front import engine_supervisor as engine_module
from seamark.lsp.front.engine_supervisor import MOST_DEATHS, EngineSupervisor, StoppedError
from seamark.lsp.messages import (
    Answered,
    Ask,
    At,
    Awaits,
    Begin,
    Cancel,
    Change,
    ContractSpans,
    FromEngine,
    LogLine,
    Ready,
    Settled,
    ShownText,
    ToEngine,
)
from seamark.lsp.refusal import Refusal

pytestmark = pytest.mark.slow

A, B = Path("/work/a.toy"), Path("/work/b.toy")
BEGIN = Begin(Client(), (Path("/work"),), True)
METHOD = "textDocument/hover"


class Process(Child):
    """Notes what it is told, and says what the test lets it say."""

    pid = 7

    def __init__(self) -> None:
        self.told: list[ToEngine] = []
        self.closed = False
        self.killed = asyncio.Event()

    def listen(self, received: Callable[[bytes], None], ended: Callable[[int], None]) -> None:
        self.received = received
        self.ended = ended

    def send(self, frame: bytes) -> None:
        self.told.append(messages.to_engine(frame))

    def close(self) -> None:
        self.closed = True

    def kill(self) -> None:
        self.killed.set()

    def asked(self) -> list[int]:
        return [message.number for message in self.told if isinstance(message, Ask)]


class World:
    """An engine with its processes."""

    def __init__(self) -> None:
        self.processes: list[Process] = []
        self.readings = 0
        self.others = 0
        self.complaints: list[str] = []
        self.awaitings = 0
        self.engine = EngineSupervisor(
            self._start, BEGIN, self._reading, self._awaiting, self._settled, self.complaints.append
        )

    @property
    def process(self) -> Process:
        return self.processes[-1]

    async def says(self, *said: FromEngine) -> None:
        for message in said:
            self.process.received(messages.encode(message))
        await settled()

    async def dies(self) -> None:
        self.process.ended(-11)
        await settled()

    async def ask(self, params: bytes = b"1") -> asyncio.Task[bytes | None]:
        asked = asyncio.create_task(self.engine.ask(METHOD, params))
        await settled()
        return asked

    def show(self, path: Path, data: bytes) -> None:
        self.engine.show(path, path.as_uri(), data)

    def _start(self) -> Process:
        self.processes.append(Process())
        return self.process

    def _settled(self) -> None:
        self.others += 1

    def _reading(self, engine: EngineSupervisor) -> None:
        self.readings += 1

    def _awaiting(self, engine: EngineSupervisor) -> None:
        self.awaitings += 1


async def settled() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def shown(path: Path, data: bytes | None) -> ShownText:
    return ShownText(path) if data is None else ShownText(path, path.as_uri(), data)


@pytest.fixture(autouse=True)
def _no_delay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_module, "_FIRST_DELAY", 0.0)


Test = Callable[[World], Awaitable[None]]


def in_world(test: Test) -> Callable[[], None]:
    async def run() -> None:
        await test(World())

    def inner() -> None:
        asyncio.run(run())

    return inner


@in_world
async def test_until_the_workspace_has_been_read_there_is_no_answer(world: World) -> None:
    world.show(A, b"x")
    assert world.process.told == [BEGIN, Change(1, (shown(A, b"x"),), ())]
    assert await world.engine.ask(METHOD, b"1") is None
    assert not world.engine.ready.is_set()
    await world.says(Ready())
    assert world.engine.ready.is_set()
    asked = await world.ask()
    assert world.process.told[2:] == [Ask(2, METHOD, b"1")]
    await world.says(Answered(2, b"[]"))
    assert await asked == b"[]"


@in_world
async def test_changes_between_two_questions_are_one_while_the_engine_is_busy(world: World) -> None:
    await world.says(Ready())
    world.show(A, b"1")
    world.show(A, b"2")
    world.show(A, b"3")
    world.engine.note_changes([B, A])
    world.show(B, b"4")
    first = await world.ask()
    world.engine.hide(A)
    second = await world.ask()
    world.show(A, b"5")
    assert world.process.told[1:] == [
        Change(1, (shown(A, b"1"),), ()),
        Change(2, (shown(A, b"3"), shown(B, b"4")), (A, B)),
        Ask(3, METHOD, b"1"),
        Change(4, (shown(A, None),), ()),
        Ask(5, METHOD, b"1"),
    ]
    await world.says(Settled(1, ()), Settled(2, ()), Answered(3, b"1"), Settled(4, ()))
    assert world.process.told[6:] == [Change(6, (shown(A, b"5"),), ())]
    await world.says(Answered(5, b"2"))
    assert (await first, await second) == (b"1", b"2")


@in_world
async def test_others_are_awaited_until_they_are_known_or_the_engine_is_gone(world: World) -> None:
    await world.says(Ready())
    assert world.engine.hears_others.is_set()
    await world.says(Awaits(True))
    assert not world.engine.hears_others.is_set() and world.awaitings == 1
    await world.says(Awaits(False))
    assert world.engine.hears_others.is_set()
    await world.says(Awaits(True))
    world.process.ended(-9)
    await settled()
    assert world.engine.hears_others.is_set() and world.awaitings == 2
    await world.says(Awaits(True))
    world.engine.stop()
    assert world.engine.hears_others.is_set()


@in_world
async def test_where_nothing_is_stated_nobody_need_be_asked(world: World) -> None:
    world.show(A, b"0123456789")
    assert not world.engine.may_state(A, 3)
    await world.says(Ready())
    assert world.engine.may_state(A, 0)
    await world.says(Settled(1, (ContractSpans(A, ((2, 4),), ((6, 6),)),)))
    assert [world.engine.may_state(A, offset) for offset in range(6)] == [False, False, True, True, True, False]
    assert [world.engine.may_state(A, at, or_handle=True) for at in (1, 4, 5, 6, 7)] == [
        False,
        True,
        False,
        True,
        False,
    ]
    assert world.engine.may_state(B, 0)
    world.show(B, b"")
    assert world.engine.may_state(A, 0)
    world.engine.note_changes([B])
    await world.says(Settled(2, ()))
    assert world.engine.may_state(A, 0)
    await world.says(Settled(3, (ContractSpans(A, (), ()), ContractSpans(B, ((0, 0),), ()))))
    assert not world.engine.may_state(A, 3)
    assert world.engine.may_state(B, 0)
    await world.dies()
    assert not world.engine.may_state(A, 3)
    assert world.engine.may_state(B, 0)


@in_world
async def test_while_all_is_read_a_file_is_known_by_what_it_says_itself(world: World) -> None:
    world.show(A, b"0123")
    await world.says(Settled(0, ()), Settled(1, (ContractSpans(A, ((2, 3),), ()),)))
    world.show(B, b"0123")
    assert [world.engine.may_state(A, offset) for offset in (1, 2)] == [False, True]
    assert not world.engine.may_state(B, 2)
    world.show(A, b"01 23")
    assert world.engine.may_state(A, 1)
    await world.says(Ready())
    assert world.engine.may_state(B, 2)


@in_world
async def test_what_follows_from_an_edit_may_not_be_known_yet(world: World) -> None:
    world.show(A, b"0123")
    world.show(B, b"0123")
    nothing = (ContractSpans(A, (), ()), ContractSpans(B, (), ()))
    await world.says(Ready(), Settled(1, ()), Settled(2, nothing))
    world.show(A, b"01234")
    await world.says(Settled(3, (), A))
    assert not world.engine.may_state(A, 1)
    assert world.engine.may_state(B, 1)
    await world.says(Settled(0, ()))
    assert not world.engine.may_state(B, 1)


@in_world
async def test_a_file_that_is_shown_again_is_known_as_before(world: World) -> None:
    world.show(A, b"x")
    await world.says(Ready(), Settled(1, (ContractSpans(A, (), ()),)))
    world.show(B, b"busy")
    world.engine.hide(A)
    world.show(A, b"x")
    await world.says(Settled(2, ()), Settled(3, ()))
    assert not world.engine.may_state(A, 0)
    world.engine.hide(A)
    await world.says(Settled(4, ()))
    assert world.engine.may_state(A, 0)


@in_world
async def test_nobody_waits_for_a_request_that_is_cancelled(world: World) -> None:
    await world.says(Ready())
    asked = await world.ask()
    asked.cancel()
    await settled()
    assert asked.cancelled()
    assert world.process.told[1:] == [Ask(1, METHOD, b"1"), Cancel(1)]
    await world.says(Answered(1, b"late"))
    await world.dies()
    await settled()
    assert world.process.told == [replace(BEGIN, careful=True)]


@in_world
async def test_a_refusal_is_raised(world: World) -> None:
    await world.says(Ready())
    asked = await world.ask()
    await world.says(Answered(1, None, "It cannot be renamed"))
    with pytest.raises(Refusal, match="It cannot be renamed"):
        await asked


@in_world
async def test_the_next_engine_is_told_what_the_last_one_knew_and_did_not_do(world: World) -> None:
    world.show(A, b"1")
    await world.says(Ready(), Settled(1, ()))
    world.show(B, b"2")
    asked = await world.ask()
    world.show(B, b"3")
    later = await world.ask(b"2")
    await world.dies()
    assert world.readings == 2 and not world.engine.ready.is_set()
    assert world.process.told == [
        replace(BEGIN, careful=True),
        Change(0, (shown(A, b"1"),), ()),
        Change(2, (shown(B, b"2"),), ()),
        Ask(3, METHOD, b"1"),
        Change(4, (shown(B, b"3"),), ()),
        Ask(5, METHOD, b"2"),
    ]
    await world.says(Ready(), Settled(0, ()), Settled(2, ()), Answered(3, b"1"), Settled(4, ()), Answered(5, b"2"))
    assert (await asked, await later) == (b"1", b"2")


@in_world
async def test_what_is_asked_while_there_is_no_engine_waits_for_the_next(world: World) -> None:
    await world.says(Ready())
    await world.dies()
    asked = await world.ask()
    await world.says(Ready(), Answered(1, b"1"))
    assert await asked == b"1"


@in_world
async def test_a_request_is_asked_again_once(world: World) -> None:
    await world.says(Ready())
    asked = await world.ask()
    await world.dies()
    assert world.process.asked() == [1]
    later = await world.ask()
    await world.dies()
    assert await asked is None
    assert world.process.asked() == [2]
    await world.says(Ready(), Answered(2, b"1"))
    assert await later == b"1"


@in_world
async def test_who_waits_too_long_for_the_next_engine_has_no_answer(world: World) -> None:
    await world.says(Ready())
    await world.dies()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(engine_module, "PATIENCE", 0.01)
        assert await world.engine.ask(METHOD, b"1") is None


@in_world
async def test_engines_that_do_nothing_but_die_come_to_an_end(world: World) -> None:
    await world.says(Ready())
    asked = await world.ask()
    for _ in range(MOST_DEATHS):
        await world.dies()
    assert len(world.processes) == MOST_DEATHS
    assert await asked is None
    assert world.engine.ready.is_set()
    assert await world.engine.ask(METHOD, b"1") is None
    world.show(A, b"x")


@in_world
async def test_engines_that_do_something_are_always_followed_by_others(world: World) -> None:
    for number in range(1, 3 * MOST_DEATHS):
        await world.says(Ready())
        asked = await world.ask()
        await world.says(Answered(number, b"1"))
        assert await asked == b"1"
        await world.dies()


@in_world
async def test_who_waits_when_the_engine_is_stopped_is_told(world: World) -> None:
    await world.says(Ready())
    asked = await world.ask()
    world.engine.stop()
    with pytest.raises(StoppedError):
        await asked
    assert world.process.closed
    await world.dies()
    assert len(world.processes) == 1
    assert await world.engine.ask(METHOD, b"1") is None


@in_world
async def test_an_engine_that_retires_answers_what_it_was_asked(world: World) -> None:
    await world.says(Ready())
    asked = await world.ask()
    world.engine.retire()
    assert not world.process.closed
    await world.says(Answered(1, b"1"))
    assert await asked == b"1"
    assert world.process.closed


@in_world
async def test_an_engine_that_was_asked_nothing_retires_at_once(world: World) -> None:
    world.engine.retire()
    assert world.process.closed


@in_world
async def test_a_file_at_which_engines_die_is_left_out(world: World) -> None:
    world.show(A, b"x")
    for _ in range(MOST_DEATHS):
        await world.says(Ready(), At(A))
        await world.dies()
        if len(world.processes) == 3:
            break
    assert world.process.told[0] == replace(BEGIN, left_out=(A,), careful=True)
    await world.says(Ready(), At(B))
    await world.dies()
    await world.says(Ready(), At(None), Settled(1, ()), At(B))
    await world.dies()
    assert world.process.told[0] == replace(BEGIN, left_out=(A,), careful=True)


@in_world
async def test_a_file_that_was_left_out_is_no_longer_when_it_changes(world: World) -> None:
    for path in (A, A, B, B):
        await world.says(Ready(), At(path))
        await world.dies()
    assert world.process.told[0] == replace(BEGIN, left_out=(A, B), careful=True)
    world.engine.note_changes([A])
    await world.dies()
    assert world.process.told[0] == replace(BEGIN, left_out=(B,), careful=True)
    world.engine.note_changes([B.parent])
    await world.dies()
    assert world.process.told[0] == replace(BEGIN, careful=True)


@in_world
async def test_an_engine_that_hangs_is_ended(world: World) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(engine_module, "_INTERVAL", 0.001)
        patched.setattr(engine_module, "SILENCE", 0.02)
        world.engine._watch()
        await world.says(Ready())
        await asyncio.sleep(0.05)
        assert not world.process.killed.is_set()
        asked = await world.ask()
        await world.process.killed.wait()
        await world.dies()
        await world.says(Ready(), Answered(1, b"1"))
        assert await asked == b"1"
        world.engine.stop()


def test_the_log_names_the_file_at_which_an_engine_died(caplog: pytest.LogCaptureFixture) -> None:
    @in_world
    async def run(world: World) -> None:
        await world.says(LogLine(logging.WARNING, "seamark.index", "100% of it"), At(B), At(A))
        await world.dies()
        await world.says(At(A), At(None))
        await world.dies()

    run()
    assert [(record.name, record.getMessage()) for record in caplog.records] == [
        ("seamark.index", "100% of it"),
        ("seamark.lsp.front.engine_supervisor", f"The engine died (-11) while it was at {A}"),
        ("seamark.lsp.front.engine_supervisor", "The engine died (-11)"),
    ]
