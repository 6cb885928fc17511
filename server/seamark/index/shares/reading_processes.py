"""Has processes read the shares of a workspace, some at a time. Of one that ends early, nothing is known."""

from __future__ import annotations

import logging
import subprocess
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue
from threading import Lock

import msgspec

from seamark import pipes

from .share import ShareProgress, ShareResult, ShareState, ShareTask

_logger = logging.getLogger(__name__)

COMMAND = pipes.command("seamark.index.shares.share_process")
"""How to start one."""

MOST = 8
"""How many processes there are at most at the same time: each takes some 100 to 500 MB."""

_ENCODER = msgspec.msgpack.Encoder()
_ANSWER = msgspec.msgpack.Decoder(ShareProgress | ShareResult)
_NO_WINDOW = getattr(subprocess, "CREATE_NO_WINDOW", 0)


def read_shares(
    tasks: Sequence[ShareTask],
    at_once: int,
    progress: Callable[[int], None] = lambda _: None,
    command: Sequence[str] = COMMAND,
) -> list[ShareState | None]:
    """What is known of each share, in order; None where its process failed. So many are read `at_once`, or `MOST`.

    `progress` is told, in this thread, how many files are done.
    """
    done = [0] * len(tasks)
    told: SimpleQueue[tuple[int, int] | None] = SimpleQueue()
    processes = _Processes(command)

    def read(number: int) -> ShareState | None:
        try:
            return _read_share(tasks[number], processes, lambda count: told.put((number, count)))
        finally:
            told.put(None)

    with ThreadPoolExecutor(min(at_once, MOST), "share") as threads:
        found = [threads.submit(read, number) for number in range(len(tasks))]
        try:
            left = len(tasks)
            while left:
                news = told.get()
                if news is None:
                    left -= 1
                    continue
                done[news[0]] = news[1]
                progress(sum(done))
        except BaseException:
            processes.end()  # Or whoever interrupts us would wait for all that is left.
            raise
        return [one.result() for one in found]


class _Processes:
    """Starts processes, until all are ended."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = command
        self._running: set[subprocess.Popen[bytes]] = set()
        self._is_over = False
        self._changing = Lock()

    def start(self) -> subprocess.Popen[bytes] | None:
        """Another one; None if all are ended."""
        with self._changing:
            if self._is_over:
                return None
            process = subprocess.Popen(  # noqa: S603 (our own)
                self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, creationflags=_NO_WINDOW
            )
            self._running.add(process)
            return process

    def end(self) -> None:
        """End all, and start none any more."""
        with self._changing:
            self._is_over = True
            for process in self._running:
                process.kill()


def _read_share(task: ShareTask, processes: _Processes, progress: Callable[[int], None]) -> ShareState | None:
    """Have a process read a share."""
    try:
        process = processes.start()
    except OSError as error:
        _logger.warning("no process can be started to read repositories: %s", error)
        return None
    if process is None:
        return None
    try:
        with process:
            assert process.stdin is not None, task
            assert process.stdout is not None, task
            try:
                pipes.write_frame(process.stdin, _ENCODER.encode(task))
                while (frame := pipes.read_frame(process.stdout)) is not None:
                    answer = _ANSWER.decode(frame)
                    if isinstance(answer, ShareResult):
                        progress(len(task.files))
                        return answer.state
                    progress(answer.done)
            finally:
                process.kill()
    except (OSError, msgspec.DecodeError) as error:
        _logger.warning("a process that reads repositories fails: %s", error)
    return None
