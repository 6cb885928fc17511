"""Runs a program within a time limit, and says what it took."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple


class Usage(NamedTuple):
    """Seconds on the clock, seconds of processors in all processes, bytes of the largest process, and how it ended."""

    wall: float
    processor: float
    memory: int
    status: int

    def then(self, other: Usage) -> Usage:
        """What both take, one after the other."""
        wall, processor = self.wall + other.wall, self.processor + other.processor
        return Usage(wall, processor, max(self.memory, other.memory), self.status or other.status)


NO_USAGE = Usage(0, 0, 0, 0)


def run(command: Sequence[str | Path], limit: float, cwd: Path, environment: Mapping[str, str], log: Path) -> Usage:
    """Run a program and write what it prints to `log`. Past the limit it is stopped with all that it has started."""
    began = time.monotonic()
    with log.open("wb") as output, log.with_suffix(".err").open("wb") as errors:
        process = subprocess.Popen(
            [str(part) for part in command],
            cwd=cwd,
            env=dict(environment),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=errors,
            start_new_session=True,
        )
    while True:
        ended, status, taken = os.wait4(process.pid, os.WNOHANG)
        if ended:
            break
        if time.monotonic() - began > limit:
            os.killpg(process.pid, signal.SIGKILL)
            _, status, taken = os.wait4(process.pid, 0)
            break
        time.sleep(0.02)
    process.returncode = os.waitstatus_to_exitcode(status)
    seconds = taken.ru_utime + taken.ru_stime
    return Usage(time.monotonic() - began, seconds, taken.ru_maxrss * 1024, process.returncode)
