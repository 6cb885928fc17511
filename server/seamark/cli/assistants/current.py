"""A workspace that is as it is on disk whenever a question is asked: one thread reads it, and answers.

What earlier runs of Seamark have read is taken from the cache, which editors and the command line share; before each
answer the files are looked at, and those read anew that have changed.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, TypeVar

from msgspec.structs import replace

from seamark.escaping import escape_text

from .data import Answer, Link, Reading

if TYPE_CHECKING:
    from seamark.index.service import Service
    from seamark.lsp.organisation.others import Others, ProcessOutput

    from .state import State

A = TypeVar("A", bound=Answer)
T = TypeVar("T")

_logger = logging.getLogger(__name__)

PATIENCE = 10.0
"""For so many seconds a question waits for files that are left to read, and gets then what is known by now."""
_STORE_PATIENCE = 2.0
"""For so many seconds an answer waits for what a store knows of other repositories."""
_NOT_KNOWN = "the other repositories have not been read yet: ask again in a moment"


class Current:
    """Answers questions about a workspace, one after the other."""

    def __init__(self, root: Path, store: str | None = None, patience: float = PATIENCE) -> None:
        """Without a `store` it is the one that the settings name."""
        self._root = Path(os.path.abspath(root))
        self._store = store
        self._patience = patience
        self._tasks: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._heard: SimpleQueue[ProcessOutput] = SimpleQueue()
        self._complaints: list[str] = []
        self._service: Service
        self._others: Others
        self._is_started = self._is_stuck = False

    def start(self) -> None:
        """Begin to read, if that has not begun."""
        if not self._is_started:
            self._is_started = True
            Thread(target=self._run, name="workspace", daemon=True).start()

    def answer(self, question: Callable[[State], A]) -> Future[tuple[A, list[Link]]]:
        """What a question is answered, and the places of which that speaks."""
        return self._later(lambda: self._answer_with_links(question))

    def text(self, uri: str) -> Future[str | None]:
        """The text of a file of the workspace, by its URI; None for what is none, or is left out."""
        return self._later(lambda: self._text(uri))

    def close(self) -> None:
        """Do what was asked, and no more."""
        self._tasks.put(None)

    def _later(self, do: Callable[[], T]) -> Future[T]:
        future: Future[T] = Future()

        def task() -> None:
            if future.set_running_or_notify_cancel():
                try:
                    future.set_result(do())
                except Exception as error:  # noqa: BLE001 - whoever waits is told
                    future.set_exception(error)

        self._tasks.put(task)
        return future

    def _run(self) -> None:
        from seamark.cli.workspaces import cache_of, new_service
        from seamark.lsp.organisation.others import Others, start_process

        self._service = new_service(str(self._root), cache_of(cached=True))
        self._others = Others(start_process, self._heard.put, self._complain)
        self._try(self._service.begin)
        while True:
            try:
                task = self._tasks.get(block=not self._has_more)
            except Empty:
                self._try(self._service.work)
                continue
            if task is None:
                return
            task()

    @property
    def _has_more(self) -> bool:
        """Whether files are left to read, and can be read."""
        return not self._is_stuck and self._service.pending() is not None

    def _try(self, do: Callable[[], object]) -> None:
        """Do something about files. If that fails, what is known counts until the next question tries it again."""
        try:
            do()
        except Exception:
            self._is_stuck = True
            _logger.exception("The workspace could not be read to the end")

    def _complain(self, text: str) -> None:
        self._complaints.append(escape_text(text))

    def _answer_with_links(self, question: Callable[[State], A]) -> tuple[A, list[Link]]:
        from seamark.lsp.organisation.others import address

        self._catch_up(time.monotonic() + self._patience)
        self._others.configure(address(self._store or self._service.settings("").organisation.store, self._root))
        self._hear(0.0)
        until = time.monotonic() + _STORE_PATIENCE
        while True:
            self._others.lacks = False
            state = self._state()
            answer = question(state)
            self._others.ask()
            rest = min(until, self._others.prompt) - time.monotonic()
            if not (self._others.lacks and self._hear(rest)):
                break
        notes = [*self._complaints, *([_NOT_KNOWN] if self._others.lacks else ())]
        return (replace(answer, notes=(*answer.notes, *notes)) if notes else answer), list(state.quoting.links)

    def _hear(self, seconds: float) -> bool:
        """Take what others have said; or wait for that so long. Whether they have said anything."""
        found = False
        while True:
            try:
                heard = self._heard.get(timeout=seconds) if seconds > 0 and not found else self._heard.get_nowait()
            except Empty:
                return found
            self._others.take(heard)
            found = True

    def _catch_up(self, until: float) -> None:
        """Read what has changed, as far as there is time for it."""
        self._is_stuck = False
        if not self._has_more:
            self._try(lambda: self._service.take_sight(self._service.look()))
        while self._has_more and time.monotonic() < until:
            self._try(self._service.work)
        self._try(self._service.catch_up)

    def _state(self) -> State:
        from seamark.lsp.organisation.everywhere import Everywhere

        from .quoting import Quoting
        from .state import State

        everywhere = Everywhere(self._service, self._others, [self._root])
        pending = self._service.pending()
        reading = None if pending is None else Reading(done=pending[0], total=pending[1])
        return State(self._root, self._service, everywhere, Quoting(everywhere), reading)

    def _text(self, uri: str) -> str | None:
        from seamark.lsp import uris

        path = uris.to_path(uri)
        name = None if path is None else self._service.locate(path)
        if name is None or not self._service.belongs(name):
            return None
        self._catch_up(time.monotonic() + self._patience)
        data = self._service.text(name)
        return None if data is None else data.decode(errors="replace")
