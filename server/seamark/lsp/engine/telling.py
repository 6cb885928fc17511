"""What the engine tells the process that started it."""

from __future__ import annotations

import logging
from threading import Lock
from typing import BinaryIO

from seamark import pipes
from seamark.lsp import messages
from seamark.lsp.messages import LogLine


class Front:
    """The process that started this one."""

    def __init__(self, outgoing: BinaryIO) -> None:
        self._outgoing = outgoing
        self._lock = Lock()

    def tell(self, message: messages.FromEngine) -> None:
        """Send a message. The front always takes what it is told."""
        frame = messages.encode(message)
        with self._lock:
            pipes.write_frame(self._outgoing, frame)


class LogToFront(logging.Handler):
    """Lets the front log what is logged here: a file has one writer."""

    def __init__(self, front: Front) -> None:
        super().__init__()
        self._front = front

    def emit(self, record: logging.LogRecord) -> None:
        """See `logging.Handler`."""
        self._front.tell(LogLine(record.levelno, record.name, self.format(record)))
