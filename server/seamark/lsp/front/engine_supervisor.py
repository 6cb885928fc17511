"""The front's side of the engine process.

The engine has the service, and is a process of its own: its answers take longer than the client's messages may wait,
and a grammar is C code that may crash. It gets everything in the order in which the client sent it: a request sees
every change before it, and none after it. What it was told and has not done yet is kept, and told again to the next
engine when one dies.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from seamark.deaths import Deaths
from seamark.lsp import messages
from seamark.lsp.child import Child
from seamark.lsp.messages import (
    Answered,
    Ask,
    At,
    Awaits,
    Begin,
    Cancel,
    Change,
    Complaint,
    ContractSpans,
    Learned,
    LogLine,
    Reading,
    Ready,
    Settled,
    ShownText,
    Spans,
    Stop,
    Stopped,
)
from seamark.lsp.refusal import Refusal

if TYPE_CHECKING:
    from seamark.settings import Layer

MOST_DEATHS = 8
"""If so many engines in a row die without having done anything, there will be no other one."""

SILENCE = 300.0
"""An engine that has something to do, and says nothing for so long, hangs; in seconds. Finding the files of a large
workspace on a slow disk may take long."""

PATIENCE = 20.0
"""For how long a request waits for the workspace to be read anew, in seconds."""

_FIRST_DELAY, _LONGEST_DELAY = 0.5, 30.0
_INTERVAL = 1.0

_logger = logging.getLogger(__name__)


class StoppedError(Exception):
    """The engine was stopped before it answered."""


class EngineSupervisor:
    """The engine of one workspace; whenever its process dies, in another one. For the event loop's thread."""

    def __init__(
        self,
        start: Callable[[], Child],
        begin: Begin,
        reading: Callable[[EngineSupervisor], None],
        awaiting: Callable[[EngineSupervisor], None],
        settled: Callable[[], None],
        complain: Callable[[str], None],
    ) -> None:
        """`start` starts a process; `reading` is told whenever the workspace begins to be read.

        `awaiting` is told whenever answers begin to lack what other repositories have, since that takes long;
        `settled` is told when answers may be others than before, `complain` what a user should know.
        """
        self.progress = (0, 0)
        """How many files have been read, of how many."""
        self.ready = asyncio.Event()
        """Set while the workspace has been read, or will not be."""
        self.hears_others = asyncio.Event()
        """Set unless answers lack what other repositories have."""
        self.is_stopped = False
        """Whether files that are left to read are not read for now."""
        self.has_read = False
        """Whether the workspace has been read once, so that what is read anew has a state before it."""
        self.is_heavy = False
        """Whether another engine would have the same, with far less memory."""
        self.hears_others.set()
        self._start_process = start
        self._begin = begin
        self._reading = reading
        self._awaiting = awaiting
        self._others = settled
        self._complain = complain
        self._loop = asyncio.get_running_loop()
        self._process: Child | None = None
        self._serves = False
        self._is_new = True
        self._stopped = self._retires = False
        self._deaths = 0
        self._deaths_at: Deaths[Path] = Deaths()
        self._at: Path | None = None
        self._hangs = False
        self._silence = 0.0
        self._number = 0
        self._shown: dict[Path, ShownText] = {}
        self._sent: dict[int, Change | Ask] = {}
        self._texts: dict[Path, ShownText] = {}
        self._disk: set[Path] = set()
        self._settings: dict[str, Any] | None = None
        self._changed = self._settled = 0
        self._stated: dict[Path, ContractSpans] = {}
        self._alone: Path | None = None
        self._answers: dict[int, asyncio.Future[bytes | None]] = {}
        self._asked_again: set[int] = set()
        self._start()
        self._loop.call_later(_INTERVAL, self._watch)
        reading(self)

    def show(self, path: Path, uri: str, data: bytes) -> None:
        """The client shows a file, which it calls by this URI, with this text."""
        self._texts[path] = ShownText(path, uri, data)
        self._tell_if_idle()

    def hide(self, path: Path) -> None:
        """The client no longer shows a file."""
        self._texts[path] = ShownText(path)
        self._tell_if_idle()

    def configure(self, settings: Layer) -> None:
        """The client has these settings now."""
        self._settings = dict(settings)
        self._tell_if_idle()

    def note_changes(self, paths: Iterable[Path]) -> None:
        """These files, or all below these folders, may have changed on disk. Nobody has died at what they are now."""
        self._disk.update(paths)
        kept = (path for path in self._begin.left_out if self._disk.isdisjoint((path, *path.parents)))
        self._begin = replace(self._begin, left_out=tuple(kept))
        self._tell_if_idle()

    def may_state(self, path: Path, offset: int, *, or_handle: bool = False) -> bool:
        """Whether a contract may be stated at this position of an open file: unless it is known that none is.

        Or, where that counts as well, a function may be named that handles one. While the workspace is read for the
        first time, what is known of a file is what it says itself, if it is known, and else nothing: who asks need not
        wait for what others add. Whoever asks when an engine has died waits for the next one.
        """
        if self._is_new and not self.ready.is_set():
            known = self._stated.get(path)
            is_edited = path in self._texts or any(self._is_under_way(path))
            return known is not None and (is_edited or _states(known, offset, or_handle=or_handle))
        told = not self._texts and not self._disk and self._settings is None
        fresh = told and self._changed <= self._settled and self._alone in (None, path)
        stated = self._stated.get(path) if fresh else None
        return stated is None or _states(stated, offset, or_handle=or_handle)

    def _is_under_way(self, path: Path) -> Iterator[bool]:
        """For each text that the engine was told and has not taken in, whether it is that of a file."""
        changes = (message for message in self._sent.values() if isinstance(message, Change))
        return (text.path == path for change in changes for text in change.texts)

    async def ask(self, method: str, params: bytes) -> bytes | None:
        """The answer to a request, which sees every change told before it; None if there is none. Raises `Refusal`.

        Until the first engine has begun to read there is none. When one dies, the request waits for the next one to
        have read everything, and if that happens twice there is none either.
        """
        if not self._serves:
            return None
        self._tell_changes()
        asked = Ask(self._next(), method, params)
        answer: asyncio.Future[bytes | None] = self._loop.create_future()
        self._answers[asked.number] = answer
        self._tell(asked)
        try:
            async with asyncio.timeout(None if self.ready.is_set() else PATIENCE):
                return await answer
        except TimeoutError:
            return None
        finally:
            if self._sent.pop(asked.number, None) is not None:
                self._send(Cancel(asked.number))
            del self._answers[asked.number]
            self._asked_again.discard(asked.number)
            if self._retires and not self._answers:
                self.stop()

    @property
    def serves(self) -> bool:
        """Whether there is an engine that answers."""
        return self._serves

    def stop_reading(self) -> None:
        """Read no more files for now; as soon as that is so, `ready` and `is_stopped` are set."""
        self._send(Stop(stop=True))

    def go_on(self) -> None:
        """Read what is left."""
        self._send(Stop(stop=False))

    def retire(self) -> None:
        """End as soon as all that was asked is answered."""
        self._retires = True
        if not self._answers:
            self.stop()

    def stop(self) -> None:
        """End. Who still waits for an answer is told so."""
        self._stopped = True
        for answer in self._answers.values():
            if not answer.done():
                answer.set_exception(StoppedError())
        self._give_up()
        if self._process is not None:
            self._process.close()

    def _tell_if_idle(self) -> None:
        """A change waits. While the engine is busy with others, many become one: the last state counts."""
        if self._changed <= self._settled:
            self._tell_changes()

    def _tell_changes(self) -> None:
        if self._texts or self._disk or self._settings is not None:
            self._changed = self._next()
            texts, disk = tuple(self._texts.values()), tuple(sorted(self._disk))
            self._tell(Change(self._changed, texts, disk, self._settings))
            self._texts, self._disk, self._settings = {}, set(), None

    def _next(self) -> int:
        self._number += 1
        return self._number

    def _tell(self, message: Change | Ask) -> None:
        """Tell what must be done, if need be by the next engine."""
        self._sent[message.number] = message
        self._send(message)

    def _send(self, message: messages.ToEngine) -> None:
        if self._process is not None:
            self._process.send(messages.encode(message))

    def _start(self) -> None:
        if self._stopped:
            return
        self._at, self.progress, self._silence = None, (0, 0), 0.0
        self.is_stopped = self.has_read = self.is_heavy = self._hangs = False
        self._process = self._start_process()
        _logger.info("The engine is process %d", self._process.pid)
        self._process.listen(self._receive_frame, self._handle_end)
        self._send(replace(self._begin, careful=bool(self._deaths or self._begin.left_out)))
        if self._shown:
            self._send(Change(0, tuple(self._shown.values()), ()))
        for message in self._sent.values():
            self._send(message)

    def _receive_frame(self, frame: bytes) -> None:
        """In a thread of its own, which may take note of a thing, and leaves the rest to the event loop."""
        self._silence = 0.0
        match message := messages.from_engine(frame):
            case At():
                self._at = message.path
            case _:
                self._loop.call_soon_threadsafe(self._take, message)

    def _handle_end(self, code: int) -> None:
        """In that thread, too."""
        self._loop.call_soon_threadsafe(self._handle_death, code)

    def _take(self, message: messages.FromEngine) -> None:
        if self._stopped:
            return
        match message:
            case Reading():
                self.progress = message.done, message.total
                self.is_stopped = False
                self._reads()
            case Stopped():
                self.progress = message.done, message.total
                self.is_stopped = True
                self.ready.set()
                self._others()
            case Ready():
                self._serves = self.has_read = True
                self._is_new = False
                self.is_heavy = message.heavy
                self.ready.set()
                self._others()
            case Settled():
                self._settle(message)
            case Answered():
                self._thrives()
                self._sent.pop(message.number, None)
                self._answer(message.number, message.answer, message.refusal)
            case Awaits():
                self._await_others(awaits=message.others)
            case Learned():
                self._others()
            case Complaint():
                self._complain(message.text)
            case LogLine():
                logging.getLogger(message.name).log(message.level, message.text)  # Escaped there.

    def _reads(self) -> None:
        """Files are being read: the first time, anew, or because more than a few changed (`index.index.FEW`)."""
        if self.ready.is_set():
            self.ready.clear()
            self._reading(self)

    def _await_others(self, *, awaits: bool) -> None:
        if awaits:
            self.hears_others.clear()
            self._awaiting(self)
        else:
            self.hears_others.set()

    def _settle(self, message: Settled) -> None:
        self._serves = True
        self._alone = message.alone
        self._stated.update((stated.path, stated) for stated in message.stated)
        for number in [number for number in self._sent if number <= message.number]:
            if isinstance(change := self._sent[number], Change):
                self._thrives()
                self._settled = number
                del self._sent[number]
                self._keep(change)
                self._others()
        self._tell_if_idle()

    def _keep(self, change: Change) -> None:
        """What the next engine has to be told to be where this one is: which files are on disk it finds out itself."""
        if change.settings is not None:
            self._begin = replace(self._begin, client=replace(self._begin.client, settings=change.settings))
        for text in change.texts:
            if text.data is None:
                self._shown.pop(text.path, None)
                self._stated.pop(text.path, None)
            else:
                self._shown[text.path] = text

    def _answer(self, number: int, answer: bytes | None, refusal: str | None = None) -> None:
        future = self._answers.get(number)
        if future is None or future.done():
            return
        if refusal is None:
            future.set_result(answer)
        else:
            future.set_exception(Refusal(refusal))

    def _handle_death(self, code: int) -> None:
        """The process has ended, and not because it should."""
        self._process = None
        self.hears_others.set()
        if self._stopped:
            return
        _logger.error("The engine died (%d)%s", code, "" if self._at is None else f" while it was at {self._at}")
        self._deaths += 1
        self._suspect(self._at, code)
        if self._deaths >= MOST_DEATHS:
            _logger.error("No other engine is started: %d in a row have died", self._deaths)
            self._give_up()
            return
        for number in [number for number, message in self._sent.items() if isinstance(message, Ask)]:
            if number in self._asked_again:
                del self._sent[number]
                self._answer(number, None)
        self._asked_again |= self._answers.keys()
        self._reads()
        delay = 0.0 if self._deaths == 1 else min(_LONGEST_DELAY, _FIRST_DELAY * 2 ** (self._deaths - 2))
        self._loop.call_later(delay, self._start)

    def _suspect(self, path: Path | None, code: int) -> None:
        """A process ended with this code while it was at this file, if at any: the next ones may leave it out."""
        if path is not None and self._deaths_at.at(path, code, hung=self._hangs):
            _logger.error("%s is left out from now on: engines die there", path)
            self._begin = replace(self._begin, left_out=(*self._begin.left_out, path))
            self._thrives()

    def _thrives(self) -> None:
        """Something was done: however many have died before, it is not in vain to start another one."""
        self._deaths = 0
        self._deaths_at.clear()

    def _watch(self) -> None:
        """Look every now and then whether the engine hangs. While the computer sleeps, nothing is counted."""
        if self._stopped:
            return
        busy = self._process is not None and (self._sent or not self.ready.is_set())
        self._silence = self._silence + _INTERVAL if busy else 0.0
        if self._process is not None and self._silence > SILENCE:
            _logger.error("The engine has said nothing for %d seconds, and is ended", self._silence)
            self._hangs = True
            self._process.kill()
        self._loop.call_later(_INTERVAL, self._watch)

    def _give_up(self) -> None:
        self._serves = False
        self._sent.clear()
        self.ready.set()
        self.hears_others.set()
        for number in self._answers:
            self._answer(number, None)


def _states(stated: ContractSpans, offset: int, *, or_handle: bool) -> bool:
    return _within(stated.contracts, offset) or (or_handle and _within(stated.handlers, offset))


def _within(spans: Spans, offset: int) -> bool:
    return any(start <= offset <= end for start, end in spans)
