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
from typing import TYPE_CHECKING, Any, TypeVar

from .workspace import Workspace

if TYPE_CHECKING:
    from seamark.index.service import Service

    from .answers import Answer

T = TypeVar("T")
Spans = tuple[tuple[int, int], ...]

_logger = logging.getLogger(__name__)


class Engine:
    """Owns a service from its making on. All methods are for the event loop's thread."""

    def __init__(self, make: Callable[[], Workspace], *, load: bool = True) -> None:
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
        self._tasks: SimpleQueue[Callable[[Workspace], None] | None] = SimpleQueue()
        self._changes: _Changes | None = None
        self._lock = Lock()
        Thread(target=self._run, name="seamark-engine", daemon=True).start()

    async def started(self) -> None:
        """Wait until the workspace has been read, or cannot be, or need not be any more."""
        await asyncio.wrap_future(self._started)

    def show(self, path: Path, uri: str, data: bytes) -> None:
        """The client shows a file, which it calls by this URI, with this text."""
        self._change(lambda changes: changes.texts.update({path: (uri, data)}))

    def hide(self, path: Path) -> None:
        """The client no longer shows a file."""
        self._contracts.pop(path, None)
        self._change(lambda changes: changes.texts.update({path: None}))

    def changed(self, paths: Iterable[Path]) -> None:
        """These files, or all below these folders, may have changed on disk."""
        self._change(lambda changes: changes.disk.update(paths))

    async def ask(self, row: Answer, params: Any) -> Any:
        """The answer to a request that sees every change told before it. Raises what making it raises."""
        return await self._asked(lambda workspace: row.make(workspace, params))

    async def ask_at(self, path: Path, offset: int, row: Answer, params: Any) -> Any:
        """Like `ask`, for a request at a position of a file whose answer is nothing wherever no contract is stated.

        If the places of the file's contracts are known, because nothing changed since the last time, such an answer is
        given at once, whatever the engine is doing.
        """
        revision = self._revision
        known, spans = self._contracts.get(path, (-1, ()))
        if known == revision and not any(start <= offset <= end for start, end in spans):
            return row.nothing

        def with_contracts(workspace: Workspace) -> tuple[Any, Spans]:
            name = workspace.service.locate(path)
            ports = workspace.service.ports(name) if name is not None else ()
            return row.make(workspace, params), tuple({(port.start, port.end) for port in ports})

        answer, spans = await self._asked(with_contracts)
        self._contracts[path] = revision, spans
        return answer

    async def _asked(self, question: Callable[[Workspace], T]) -> T:
        answer: Future[T] = Future()

        def task(workspace: Workspace) -> None:
            if not answer.set_running_or_notify_cancel():
                return
            try:
                answer.set_result(question(workspace))
            except BaseException as error:  # noqa: BLE001 (it is raised where the answer is awaited)
                answer.set_exception(error)

        with self._lock:
            self._changes = None
            self._tasks.put(task)
        return await asyncio.wrap_future(answer)

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
                self._tasks.put(lambda workspace: self._apply(changes, workspace))
            note(self._changes)

    def _apply(self, changes: _Changes, workspace: Workspace) -> None:
        with self._lock:
            if self._changes is changes:
                self._changes = None
        changes.apply(workspace)

    def _run(self) -> None:
        try:
            workspace = self._make()
            if self._load:
                self._read(workspace.service)
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
            task(workspace)

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
        self.texts: dict[Path, tuple[str, bytes] | None] = {}
        self.disk: set[Path] = set()

    def apply(self, workspace: Workspace) -> None:
        """Tell the workspace."""
        for path, shown in self.texts.items():
            if shown is None:
                workspace.hide(path)
            else:
                workspace.show(path, *shown)
        workspace.refresh(self.disk)


class _Stopped(BaseException):
    """Raised in the engine's thread to leave a reading that nobody waits for."""
