"""The thread that owns the service.

A service is not made for several threads, and its answers take longer than the client's messages may wait. So one
thread has it, and gets everything in the order in which the client sent it: a request sees every change before it,
and none after it. What is asked and told here is all that a service in another process would need, too.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from pathlib import Path
from queue import SimpleQueue
from threading import Lock, Thread
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from seamark.index.service import Service

T = TypeVar("T")
Spans = tuple[tuple[int, int], ...]

_logger = logging.getLogger(__name__)


class Engine:
    """Owns a service from its making on. All methods are for the event loop's thread."""

    def __init__(self, make: Callable[[], Service], *, load: bool = True) -> None:
        """Make the service and, if it is to `load`, read the workspace, without waiting for either."""
        self.ready = False
        """Whether the workspace has been read. Until then there is nothing to ask."""
        self.progress = (0, 0)
        """How many files have been read, of how many."""
        self._make = make
        self._load = load
        self._stopped = False
        self._started: Future[None] = Future()
        self._revision = 0
        self._contracts: dict[Path, tuple[int, Spans]] = {}
        self._tasks: SimpleQueue[Callable[[Service], None] | None] = SimpleQueue()
        self._changes: _Changes | None = None
        self._lock = Lock()
        Thread(target=self._run, name="seamark-engine", daemon=True).start()

    async def started(self) -> None:
        """Wait until the workspace has been read, or cannot be, or need not be any more."""
        await asyncio.wrap_future(self._started)

    def show(self, path: Path, data: bytes | None) -> None:
        """The client shows a file with this text; with None, it does so no longer."""
        self._change(lambda changes: changes.texts.update({path: data}))

    def changed(self, paths: Iterable[Path]) -> None:
        """These files, or all below these folders, may have changed on disk."""
        self._change(lambda changes: changes.disk.update(paths))

    async def ask(self, question: Callable[[Service], T]) -> T:
        """The answer to a question that sees every change told before it. Raises what the question raises."""
        answer: Future[T] = Future()

        def task(service: Service) -> None:
            if not answer.set_running_or_notify_cancel():
                return
            try:
                answer.set_result(question(service))
            except BaseException as error:  # noqa: BLE001 (it is raised where the answer is awaited)
                answer.set_exception(error)

        with self._lock:
            self._changes = None
            self._tasks.put(task)
        return await asyncio.wrap_future(answer)

    async def ask_at(self, path: Path, offset: int, question: Callable[[Service], T]) -> T | None:
        """Like `ask`, for a question whose answer is None wherever no contract is stated.

        If the places of the file's contracts are known, because nothing changed since the last time, such an answer is
        given at once, whatever the engine is doing.
        """
        revision = self._revision
        known, spans = self._contracts.get(path, (-1, ()))
        if known == revision and not any(start <= offset <= end for start, end in spans):
            return None

        def with_contracts(service: Service) -> tuple[T, Spans]:
            name = service.locate(path)
            ports = service.ports(name) if name is not None else ()
            return question(service), tuple({(port.start, port.end) for port in ports})

        answer, spans = await self.ask(with_contracts)
        self._contracts[path] = revision, spans
        return answer

    def forget(self, path: Path) -> None:
        """Nobody will soon ask about this file."""
        self._contracts.pop(path, None)

    def stop(self) -> None:
        """Answer what was asked, and end."""
        self._stopped = True
        self._tasks.put(None)

    def _change(self, note: Callable[[_Changes], None]) -> None:
        """Add to the changes that wait, if nothing was asked after them; so many become one."""
        self._revision += 1
        with self._lock:
            if self._changes is None:
                self._changes = changes = _Changes()
                self._tasks.put(lambda service: self._apply(changes, service))
            note(self._changes)

    def _apply(self, changes: _Changes, service: Service) -> None:
        with self._lock:
            if self._changes is changes:
                self._changes = None
        changes.apply(service)

    def _run(self) -> None:
        try:
            service = self._make()
            if self._load:
                self._read(service)
        except _Stopped:
            return
        except BaseException:
            _logger.exception("The index cannot be made")
            return
        else:
            self.ready = True
        finally:
            self._started.set_result(None)
        while (task := self._tasks.get()) is not None:
            task(service)

    def _read(self, service: Service) -> None:
        def progress(done: int, total: int) -> None:
            if self._stopped:
                raise _Stopped
            self.progress = done, total

        try:
            service.load(progress)
        except Exception:
            _logger.exception("The workspace could not be read to the end")


class _Changes:
    """What the client changed between two questions, in whatever order: the last state counts."""

    def __init__(self) -> None:
        self.texts: dict[Path, bytes | None] = {}
        self.disk: set[Path] = set()

    def apply(self, service: Service) -> None:
        """Tell the service; what fails is logged and keeps nothing else from being told."""
        for path, data in self.texts.items():
            try:
                name = service.locate(path)
                if name is not None and data is None:
                    service.close(name)
                elif name is not None and data is not None:
                    service.open(name, data)
            except Exception:
                _logger.exception("A change of %s was not understood", path)
        try:
            names = [name for path in sorted(self.disk) if (name := service.locate(path)) is not None]
            if names:
                service.refresh(names)
        except Exception:
            _logger.exception("Changes on disk were not understood")


class _Stopped(BaseException):
    """Raised in the engine's thread to leave a reading that nobody waits for."""
