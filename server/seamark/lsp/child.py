"""A process of ours, with which messages are exchanged without ever waiting for it."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import IO

from seamark import pipes

_NO_WINDOW = getattr(subprocess, "CREATE_NO_WINDOW", 0)

_PATIENCE = 1.0
"""How many seconds a process may take to end that says nothing any more: if it were killed at once, nobody would know
why it ended."""


class Child:
    """A process that reads frames from its standard input, writes such to its output, and ends when its input does."""

    def __init__(self, command: Sequence[str]) -> None:
        self._process = subprocess.Popen(  # noqa: S603 (our own)
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, creationflags=_NO_WINDOW
        )
        self._outgoing: SimpleQueue[bytes | None] = SimpleQueue()
        Thread(target=self._write, name="to-child", daemon=True).start()

    @property
    def pid(self) -> int:
        """The process's id."""
        return self._process.pid

    @property
    def lives(self) -> bool:
        """Whether the process has not ended yet."""
        return self._process.poll() is None

    def listen(self, received: Callable[[bytes], None], ended: Callable[[int], None]) -> None:
        """From now on, pass on what the process says, and at last its exit code; both in a thread of its own."""
        Thread(target=self._read_messages, args=(received, ended), name="from-child", daemon=True).start()

    def send(self, frame: bytes) -> None:
        """Tell the process something, as soon as it listens."""
        self._outgoing.put(frame)

    def kill(self) -> None:
        """End the process at once."""
        self._process.kill()

    def close(self) -> None:
        """Let the process end."""
        self._outgoing.put(None)

    def join(self, patience: float) -> None:
        """Wait until the process has ended, and no longer than that: then end it."""
        try:
            self._process.wait(patience)
        except subprocess.TimeoutExpired:
            self.kill()
            self._process.wait()

    def _write(self) -> None:
        with suppress(OSError), _stream(self._process.stdin) as stream:
            while (frame := self._outgoing.get()) is not None:
                pipes.write_frame(stream, frame)

    def _read_messages(self, received: Callable[[bytes], None], ended: Callable[[int], None]) -> None:
        with suppress(RuntimeError):  # The event loop of whoever listens has ended.
            with suppress(OSError), _stream(self._process.stdout) as stream:
                while (frame := pipes.read_frame(stream)) is not None:
                    received(frame)
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(_PATIENCE)
            self.kill()  # It may be only its output that it closed.
            ended(self._process.wait())


class Children:
    """Processes of one command: the first is started at once, and all end together."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = command
        self._all = [Child(command)]
        self._first = True

    def start(self) -> Child:
        """A process that nobody else has."""
        if not self._first:
            self._all = [child for child in self._all if child.lives]
            self._all.append(Child(self._command))
        self._first = False
        return self._all[-1]

    def end(self, patience: float) -> None:
        """Let all processes end, and see that they do."""
        for child in self._all:
            child.close()
        for child in self._all:
            child.join(patience)


def _stream(stream: IO[bytes] | None) -> IO[bytes]:
    assert stream is not None
    return stream
