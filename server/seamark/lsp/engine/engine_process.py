"""The process that owns the service, and answers the front that started it.

One thread has the service and does what it is told, one thing after the other. Another one listens: it ends the process
when the front closes its input, whatever the first one is doing.
"""

from __future__ import annotations

import faulthandler
import gc
import logging
import signal
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from seamark import pipes
from seamark.escaping import escape_text
from seamark.lsp import log
from seamark.lsp.messages import (
    Answered,
    Ask,
    At,
    Awaits,
    Begin,
    Change,
    Complaint,
    ContractSpans,
    Learned,
    Reading,
    Ready,
    Settled,
    Stop,
    Stopped,
)
from seamark.lsp.organisation.others import Others, ProcessOutput, start_process
from seamark.lsp.refusal import Refusal

from . import heap, sweeping
from .tasks import DiskSight, Task, Tasks
from .telling import Front, LogToFront
from .workspace import Workspace

if TYPE_CHECKING:
    from seamark.index.service import Service

Make = Callable[[Sequence[Path]], "Service"]

_REPORT_INTERVAL = 0.05
_IDLE = 0.25
"""When there was nothing to do for so many seconds, nobody is in a hurry."""

_PATIENCE = 0.1
"""For how many seconds what follows from an edit may keep its answer waiting."""
_LONG = 1.0
"""What other repositories have takes long if it takes so many seconds: then the user is told. No jump that waits for
it gives up earlier."""
_BIT = 0.01
"""For how many seconds the next edit may wait while what follows from others is done."""

_logger = logging.getLogger(__name__)


def serve(make: Make) -> None:
    """Do what the process that started us says, until it closes our standard input. `make` makes a service of roots."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Who interrupts us interrupts the front as well.
    faulthandler.enable()
    heap.keep_small()
    gc.set_threshold(10_000, 20, 20)  # Nearly all that is read stays: there is little garbage to look for.
    incoming, outgoing = pipes.standard()
    front = Front(outgoing)
    log.listen(LogToFront(front), "%(message)s")
    tasks = Tasks(incoming)
    engine = _MessageHandler(make, front, tasks.put)
    while True:
        task = tasks.next(0 if engine.has_more else _sooner(None if engine.is_prepared else _IDLE, engine.patience))
        engine.turn(task)


class _MessageHandler:
    """Does what the front says."""

    def __init__(self, make: Make, front: Front, later: Callable[[Task], None]) -> None:
        """`later` has this told to do a thing."""
        self._tell_later = later
        self._has_more = self._reads = self._relieves = self._is_new = False
        self.is_prepared = True
        """Whether there is nothing that the next request or change would wait for."""
        self._make = make
        self._front = front
        self._workspace: Workspace
        self._stated: frozenset[ContractSpans] = frozenset()
        self._reported = 0.0
        self._began = time.monotonic()
        self._showing: Path | None = None
        self._told_at: Path | None = None
        self._told_alone: Path | None = None
        self._others = Others(start_process, later, lambda text: front.tell(Complaint(text)))
        self._told_awaits = False
        self._held: dict[int, tuple[float, Ask]] = {}
        """The requests that wait for what other repositories have, each with the moment until which it does."""

    @property
    def has_more(self) -> bool:
        """Whether there is more to do about what changed than could be done at once."""
        return self._has_more and not self._workspace.is_stopped

    @property
    def patience(self) -> float | None:
        """In how many seconds a request, or the user, has waited long enough; None if nobody waits."""
        moments = [until for until, _ in self._held.values()]
        if self._others.silent_since is not None and not self._told_awaits:
            moments.append(self._others.silent_since + _LONG)
        return max(0.0, min(moments) - time.monotonic()) if moments else None

    def turn(self, task: Task | None) -> None:
        """Do what there is to do next: a task, if there is one, and else what has to wait for that.

        Nothing is late before all tasks are done: what others have may be among them.
        """
        if task is not None:
            self.do(task)
            return
        self._tell_awaits()
        self._answer_late()
        if self.has_more:
            self.work()
        else:
            self.prepare()

    def prepare(self) -> None:
        """Do what the next request or change would wait for. There is time."""
        # It takes longer than all else that has to be loaded: neither the client nor the reading must wait for it.
        from . import answering

        self.is_prepared = True
        answering.prepare()
        try:
            self._workspace.service.prepare()
        except Exception:
            _logger.exception("What was kept was not understood")
        gc.freeze()

    def _answer_late(self) -> None:
        """Answer what has waited long enough for other repositories, without them."""
        now = time.monotonic()
        for until, ask in [held for held in self._held.values() if held[0] <= now]:
            self._ask(ask, until)

    def work(self) -> None:
        """Do some of it, and once all is done, or can be, say that answers are others now."""
        service = self._workspace.service
        before, was_behind = service.pending(), service.behind()
        try:
            service.work(_BIT) if was_behind else service.work()
            stuck = False
        except Exception:
            _logger.exception("The workspace could not be read to the end")
            stuck = service.pending() == before
        self._workspace.mark_changed()
        if service.behind() and not stuck:
            return
        self._tell_moved()
        pending = service.pending()
        if pending is not None and not stuck:
            self._report(*pending)
            return
        self._has_more = False
        self._tell_at(None)
        if self._reads:
            self._ready()
        else:
            self._front.tell(Learned())

    def _ready(self) -> None:
        # What there is now stays for long, and the larger it is the longer it takes to look for garbage in it.
        if self._reads or self._is_new:
            counts, seconds = self._workspace.service.counts(), time.monotonic() - self._began
            read = (counts.files, counts.contracts, seconds)
            _logger.info("Read the workspace: %d files, %d contracts, in %.1f seconds", *read)
        self._reads = self._is_new = False
        self._workspace.has_read()
        if self._relieves and not self.is_prepared:
            self.prepare()
        gc.freeze()
        heap.give_back()  # And what was only needed to find it out can go.
        self._front.tell(Ready(self._workspace.service.is_heavy()))

    def do(self, task: Task) -> None:
        """Do one thing that we were told, and say that it is done."""
        match task:
            case Begin():
                self._begin(task)
                self._tell_at(None)
                self._front.tell(Settled(0, ()))
                if not self.has_more:
                    self._ready()
                if task.load and not task.client.watches:
                    sweeping.start(self._workspace.service.look, lambda seen: self._tell_later(DiskSight(seen)))
            case DiskSight():
                self._reads = self._workspace.take_sight(task.seen) or self._reads
                self._has_more = self._reads or self._has_more
            case Stop():
                self._stop(stop=task.stop)
            case ProcessOutput():
                self._hear(task)
            case Change():
                if task.texts:  # A request sees none of the changes after it.
                    self._end_waiting()
                self._change(task)
                self._told_alone = self._workspace.alone
                self._front.tell(Settled(task.number, self._changed_spans(), self._told_alone))
            case Ask():
                self._ask(task)

    def _begin(self, begin: Begin) -> None:
        self._workspace = Workspace(self._make(begin.roots), begin.client, self._others, begin.roots)
        self._workspace.configure(begin.client.settings)
        self.is_prepared, self._relieves, self._is_new = False, begin.relieves, begin.load
        self._workspace.service.attend(self._at, closely=begin.careful)
        self._workspace.leave_out(begin.left_out)
        try:
            if begin.load and begin.careful:
                self._workspace.service.load(self._report)
            elif begin.load:
                self._workspace.service.begin()
        except Exception:
            _logger.exception("The workspace could not be read to the end")
        self._find_out_more()

    def _find_out_more(self) -> None:
        """Note whether there is more to do, and whether that is to read what has changed."""
        reads = self._workspace.service.pending() is not None
        if reads and not self._reads:
            self._began = time.monotonic()
        self._reads = reads
        self._has_more = self._reads or self._workspace.service.behind()

    def _stop(self, *, stop: bool) -> None:
        """Leave what is left to read, if there is anything, or go on with it."""
        service = self._workspace.service
        pending = service.pending()
        if pending is None:
            return
        self._workspace.is_stopped = stop
        if stop:
            service.rest()
            self._front.tell(Stopped(*pending))
        else:
            service.begin()
            self._report(*(service.pending() or pending))

    def _at(self, path: str | None) -> None:
        self._tell_at(self._showing if path is None else self._workspace.service.real_path(path))

    def _tell_at(self, path: Path | None) -> None:
        if path != self._told_at:
            self._told_at = path
            self._front.tell(At(path))

    def _report(self, done: int, total: int) -> None:
        now = time.monotonic()
        if now - self._reported > _REPORT_INTERVAL or done == total:
            self._reported = now
            self._front.tell(Reading(done, total))

    def _change(self, change: Change) -> None:
        for text in change.texts:
            self._showing = text.path
            self._at(None)
            if text.data is None:
                self._workspace.hide(text.path)
            else:
                self._workspace.show(text)
        self._showing = None
        if change.settings is not None:
            self._workspace.configure(change.settings)
            self._tell_awaits()
        self._workspace.refresh(change.disk)
        self._find_out_more()
        self._at(None)

    def _tell_moved(self) -> None:
        moved = self._changed_spans()
        if moved or self._told_alone is not None:
            self._told_alone = None
            self._front.tell(Settled(0, moved))

    def _changed_spans(self) -> tuple[ContractSpans, ...]:
        """The open files of which the front does not know what they state now."""
        before, self._stated = self._stated, frozenset(self._workspace.contract_spans())
        return tuple(self._stated - before)

    def _ask(self, ask: Ask, until: float | None = None) -> None:
        """Answer a request, unless that may say more before it has waited `until` then for other repositories."""
        from seamark.lsp.answers import ANSWERS

        self._others.lacks = False
        answered = self._answer_request(ask)
        self._others.ask()
        now = time.monotonic()
        until = now + ANSWERS[ask.method].patience if until is None else until
        until = min(until, self._others.prompt)
        if self._others.lacks and now < until:
            self._held[ask.number] = until, ask
        else:
            self._held.pop(ask.number, None)
            self._tell_awaits()
            self._front.tell(answered)

    def _tell_awaits(self) -> None:
        """Say that what other repositories have takes long, and once all of it is there, that it does no longer."""
        since = self._others.silent_since
        awaits = since is not None and (self._told_awaits or time.monotonic() - since >= _LONG)
        if awaits != self._told_awaits:
            self._told_awaits = awaits
            self._front.tell(Awaits(awaits))

    def _hear(self, heard: ProcessOutput) -> None:
        is_new = self._others.take(heard)
        self._workspace.mark_changed()
        for until, ask in list(self._held.values()):
            self._ask(ask, until)
        self._tell_awaits()
        if is_new:
            self._front.tell(Learned())

    def _end_waiting(self) -> None:
        for _, ask in list(self._held.values()):
            self._ask(ask, 0.0)

    def _answer_request(self, ask: Ask) -> Answered:
        from .answering import answer

        try:
            return Answered(ask.number, answer(self._workspace, ask.method, ask.params))
        except Refusal as refusal:
            return Answered(ask.number, None, escape_text(str(refusal)))
        except MemoryError:
            raise
        except Exception:
            _logger.exception("%s failed", ask.method)
            return Answered(ask.number, None)


def _sooner(one: float | None, other: float | None) -> float | None:
    return min((each for each in (one, other) if each is not None), default=None)


if __name__ == "__main__":
    from seamark.index import Index
    from seamark.index.persistence.cache import of_user

    serve(lambda roots: Index(roots, cache=of_user(), patience=_PATIENCE))
