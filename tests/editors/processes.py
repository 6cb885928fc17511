"""Which processes a test has left: each test's have a mark of their own in their environment."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

MARK = "SEAMARK_TEST"

PATIENCE = 10.0


def left(mark: str) -> list[str]:
    """The command lines of the processes with this mark that do not end by themselves, soon."""
    until = time.monotonic() + PATIENCE
    while (found := [command for _, command in _marked(mark)]) and time.monotonic() < until:
        time.sleep(0.05)
    return found


def servers(mark: str) -> list[str]:
    """Those of Seamark's servers among them."""
    return [command for _, command in _marked(mark) if "\0lsp" in command]


@contextmanager
def stopped(mark: str, name: str) -> Iterator[None]:
    """Meanwhile those of them with this name in their command lines do nothing."""
    found = [number for number, command in _marked(mark) if name in command]
    assert found, f"there is no {name}"
    for number in found:
        os.kill(number, signal.SIGSTOP)
    try:
        yield
    finally:
        for number in found:
            os.kill(number, signal.SIGCONT)


def _marked(mark: str) -> Iterator[tuple[int, str]]:
    for process in Path("/proc").glob("[0-9]*"):
        try:
            command, environment = (process / "cmdline").read_bytes(), (process / "environ").read_bytes()
        except OSError:
            continue
        if f"{MARK}={mark}".encode() in environment.split(b"\0"):
            yield int(process.name), command.decode()
