"""What the engine's one thread has to do, in order."""

from __future__ import annotations

import os
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, BinaryIO, NamedTuple, TypeAlias

from seamark import pipes
from seamark.lsp import messages
from seamark.lsp.messages import Ask, Begin, Cancel, Change, Stop
from seamark.lsp.organisation.others import ProcessOutput

if TYPE_CHECKING:
    from seamark.index.folders.sweep import Sight


class DiskSight(NamedTuple):
    """How the files on disk are."""

    seen: Sight


Task: TypeAlias = Begin | Change | Ask | Stop | ProcessOutput | DiskSight


class Tasks:
    """What there is to do, in order, without the questions that nobody asks any more."""

    def __init__(self, incoming: BinaryIO) -> None:
        self._incoming = incoming
        self._waiting: SimpleQueue[Task] = SimpleQueue()
        self._cancelled: set[int] = set()
        Thread(target=self._listen, name="front", daemon=True).start()

    def put(self, task: Task) -> None:
        """There is this to do, after all that there was before."""
        self._waiting.put(task)

    def next(self, patience: float | None) -> Task | None:
        """Wait for something to do, for that many seconds if that is said; None if there is nothing."""
        while True:
            try:
                task = self._waiting.get(timeout=patience)
            except Empty:
                return None
            if not isinstance(task, Ask) or task.number not in self._cancelled:
                return task
            self._cancelled.discard(task.number)

    def _listen(self) -> None:
        while (frame := pipes.read_frame(self._incoming)) is not None:
            message = messages.to_engine(frame)
            if isinstance(message, Cancel):
                self._cancelled.add(message.number)
            else:
                self._waiting.put(message)
        os._exit(0)
