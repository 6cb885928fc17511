"""Functions that may take too long or too much memory, or die: each call is made in another process, within limits.

It needs POSIX.
"""

from __future__ import annotations

import logging
import multiprocessing
import resource
import signal
import traceback
from collections.abc import Callable
from math import ceil
from multiprocessing.connection import Connection
from types import TracebackType
from typing import Any, Generic, NamedTuple, Self, TypeVar

A = TypeVar("A")
R = TypeVar("R")

PATIENCE = 600
"""For how many seconds a call may seem to do nothing: it gets little of a processor if others need that, too."""
LOADED = "tests.bench.warmed"
"""What each process has loaded before it is asked: that does not count."""
SHOWN, FRAMES = 200, 8
"""How many characters of an error are shown, and how many calls, the last ones."""


class Limits(NamedTuple):
    """What a call may take: seconds of a processor, and bytes of addresses."""

    seconds: int
    memory: int


class Failed(NamedTuple):
    """Why a call gave nothing, and the traceback if it was an exception, raised or logged."""

    reason: str
    trace: str = ""


class Limited(Generic[A, R]):
    """Calls a function in another process: the same as before, unless that has ended, or each has its own."""

    def __init__(self, function: Callable[[A], R], limits: Limits, *, each_alone: bool = False) -> None:
        self._function = function
        self._limits = limits
        self._each_alone = each_alone
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload([LOADED])
        self._process: multiprocessing.process.BaseProcess | None = None
        self._connection: Connection | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end()

    def __call__(self, argument: A) -> R | Failed:
        """What the function gives for an argument."""
        connection = self._connection or self._start()
        try:
            connection.send(argument)
            if not connection.poll(PATIENCE):
                self._end()
                return Failed(f"does not end within {PATIENCE} s, nor does it work")
            found: R | Failed = connection.recv()
        except (EOFError, ConnectionError):
            code = self._end()
            late = code == -signal.SIGXCPU
            return Failed(f"does not end within {self._limits.seconds} s" if late else f"dies with {code}")
        if self._each_alone:
            self._end()
        return found

    def _start(self) -> Connection:
        self._connection, other = self._context.Pipe()
        self._process = self._context.Process(target=_serve, args=(other, self._function, self._limits))
        self._process.start()
        other.close()
        self._connection.recv()  # It has loaded what it needs.
        return self._connection

    def _end(self) -> int | None:
        """End the process, if there is one; its exit code."""
        if self._process is None or self._connection is None:
            return None
        self._connection.close()
        self._process.join(1)
        self._process.kill()
        self._process.join()
        code = self._process.exitcode
        self._process = self._connection = None
        return code


class _Errors(logging.Handler):
    """The first error that was logged since it was last asked for."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.first: logging.LogRecord | None = None

    def emit(self, record: logging.LogRecord) -> None:
        self.first = self.first or record

    def take(self) -> Failed | None:
        record, self.first = self.first, None
        if record is None:
            return None
        trace = "".join(traceback.format_exception(*record.exc_info, limit=-FRAMES)) if record.exc_info else ""
        return Failed(f"logs an error: {record.getMessage()}"[:SHOWN], trace)


def _received(connection: Connection) -> Any:
    """The next argument; None if nobody asks any more."""
    try:
        return connection.recv()
    except EOFError:
        return None


def _serve(connection: Connection, function: Callable[[A], R], limits: Limits) -> None:
    """Call the function as often as somebody asks."""
    errors = _Errors()
    logging.getLogger().addHandler(errors)
    resource.setrlimit(resource.RLIMIT_AS, (limits.memory, limits.memory))
    connection.send(None)
    while (argument := _received(connection)) is not None:
        used = resource.getrusage(resource.RUSAGE_SELF)
        spent = ceil(used.ru_utime + used.ru_stime)
        resource.setrlimit(resource.RLIMIT_CPU, (spent + limits.seconds, resource.RLIM_INFINITY))
        found: R | Failed
        try:
            found = function(argument)
        except Exception as error:  # noqa: BLE001 - whatever it is is told
            found = Failed(f"fails: {type(error).__name__}: {error}"[:SHOWN], traceback.format_exc(-FRAMES))
        connection.send(errors.take() or found)
