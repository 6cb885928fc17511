"""Has processes read the shares of a workspace, some at a time. Of one that ends early, nothing is known."""

from __future__ import annotations

import logging
import subprocess
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue
from threading import Event

import msgspec

from seamark import pipes

from .share import ShareProgress, ShareResult, ShareState, ShareTask

_logger = logging.getLogger(__name__)

COMMAND = (sys.executable, "-I" if sys.flags.isolated else "-P", "-m", "seamark.index.shares.share_process")
"""How to start one: with no module of the workspace, and with those that we have."""

_ENCODER = msgspec.msgpack.Encoder()
_ANSWER = msgspec.msgpack.Decoder(ShareProgress | ShareResult)
_NO_WINDOW = getattr(subprocess, "CREATE_NO_WINDOW", 0)


def read_shares(
    tasks: Sequence[ShareTask],
    at_once: int,
    progress: Callable[[int], None] = lambda _: None,
    command: Sequence[str] = COMMAND,
) -> list[ShareState | None]:
    """What is known of each share, in order; None where its process failed.

    `progress` is told, in this thread, how many files are done.
    """
    done = [0] * len(tasks)
    told: SimpleQueue[tuple[int, int] | None] = SimpleQueue()
    stopped = Event()

    def read(number: int) -> ShareState | None:
        try:
            return _read_share(tasks[number], command, lambda count: told.put((number, count)), stopped)
        finally:
            told.put(None)

    with ThreadPoolExecutor(at_once, "share") as threads:
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
            stopped.set()
            raise
        return [one.result() for one in found]


def _read_share(
    task: ShareTask, command: Sequence[str], progress: Callable[[int], None], stopped: Event
) -> ShareState | None:
    """Have a process read a share, unless it is `stopped` before."""
    try:
        process = subprocess.Popen(  # noqa: S603 (our own)
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, creationflags=_NO_WINDOW
        )
    except OSError as error:
        _logger.warning("no process can be started to read repositories: %s", error)
        return None
    with process:
        assert process.stdin is not None, command
        assert process.stdout is not None, command
        try:
            pipes.write_frame(process.stdin, _ENCODER.encode(task))
            while not stopped.is_set() and (frame := pipes.read_frame(process.stdout)) is not None:
                answer = _ANSWER.decode(frame)
                if isinstance(answer, ShareResult):
                    progress(len(task.files))
                    return answer.state
                progress(answer.done)
        except (OSError, msgspec.DecodeError) as error:
            _logger.warning("a process that reads repositories fails: %s", error)
        finally:
            process.kill()
    return None
