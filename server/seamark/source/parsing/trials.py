"""Texts that are parsed in another process first, to see whether it survives that."""

from __future__ import annotations

import atexit
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from threading import Lock

import msgspec

from seamark import pipes

COMMAND = pipes.command("seamark.source.parsing.trial_process")
"""How to start such a process."""

ENDED = "takes too much memory or time to parse"

_NO_WINDOW = getattr(subprocess, "CREATE_NO_WINDOW", 0)


class Trial(msgspec.Struct, frozen=True, array_like=True):
    """A text to be parsed, or ranges of it, by the grammar of this name."""

    grammar: str
    data: bytes
    ranges: Sequence[tuple[int, int]]


_ENCODER = msgspec.msgpack.Encoder()


class Trials:
    """Tries texts, one at a time, for whatever thread. The process is started for the first one."""

    def __init__(self, command: Sequence[str] = COMMAND) -> None:
        self.are_needed = True
        """Whether this process must survive what it parses."""
        self._command = command
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = Lock()

    def prepare(self) -> None:
        """Start the process, so that it is ready when it is needed."""
        with self._lock, suppress(OSError):
            if self.are_needed:
                self._running_process()

    def failure(self, grammar: str, data: bytes, ranges: Sequence[tuple[int, int]] = ()) -> str:
        """What parsing a text takes too much of, after the word "it"; empty if it can be parsed.

        It is empty, too, if no process can be started: most texts can be parsed.
        """
        if not self.are_needed:
            return ""
        frame = _ENCODER.encode(Trial(grammar, data, ranges))
        with self._lock:
            try:
                process = self._running_process()
            except OSError:
                return ""
            assert process.stdin is not None
            assert process.stdout is not None
            answer = None
            with suppress(OSError):
                pipes.write_frame(process.stdin, frame)
                answer = pipes.read_frame(process.stdout)
            if answer is None:
                self._end()
                return ENDED
            return answer.decode()

    def _running_process(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            self._process = subprocess.Popen(  # noqa: S603 (our own)
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                creationflags=_NO_WINDOW,
            )
            atexit.register(self._end)
        return self._process

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            atexit.unregister(self._end)
            process.kill()
            process.wait()
            for stream in (process.stdin, process.stdout):
                assert stream is not None
                with suppress(OSError):
                    stream.close()
