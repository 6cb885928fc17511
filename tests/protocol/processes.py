"""Processes that tests look at and end, and waiting for what happens outside of the protocol."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress

from tests.protocol.client import PATIENCE


def eventually(holds: Callable[[], bool]) -> None:
    """Wait until a condition holds."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.05)


def end(pid: int) -> None:
    """Kill a process, if there still is one."""
    if sys.platform == "win32":
        subprocess.run(["taskkill", "/F", "/PID", str(pid)], capture_output=True)
    else:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def below(pid: int) -> set[int]:
    """The processes that a process has started, and those that these have."""
    listed = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
    parents = {int(child): int(parent) for child, parent in map(str.split, listed.splitlines())}
    found = {pid}
    while more := {child for child, parent in parents.items() if parent in found} - found:
        found |= more
    return found - {pid}


def processor_seconds(pid: int) -> float:
    """How long a process has had a processor, and how long those that it has started and that still live."""
    pids = ",".join(map(str, (pid, *below(pid))))
    listed = subprocess.run(["ps", "-o", "time=", "-p", pids], capture_output=True, text=True, check=True).stdout
    # `[days-]hours:minutes:seconds`
    parts = ([float(part) for part in row.strip().replace("-", ":").split(":")] for row in listed.splitlines())
    return sum(
        sum(part * unit for part, unit in zip(reversed(row), (1, 60, 3600, 86400), strict=False)) for row in parts
    )


def lives(pid: int) -> bool:
    """Whether a process has not ended yet."""
    if sys.platform == "win32":
        found = subprocess.run(["tasklist", "/FI", f"PID eq {pid}"], capture_output=True, text=True)
        return str(pid) in found.stdout
    return subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True).stdout[:1] not in (
        "",
        "Z",
    )
