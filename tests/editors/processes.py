"""Which processes a test has left: each test's have a mark of their own in their environment."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

MARK = "SEAMARK_TEST"

PATIENCE = 10.0


def left(mark: str) -> list[str]:
    """The command lines of the processes with this mark that do not end by themselves, soon."""
    until = time.monotonic() + PATIENCE
    while (found := list(_marked(mark))) and time.monotonic() < until:
        time.sleep(0.05)
    return found


def servers(mark: str) -> list[str]:
    """Those of Seamark's servers among them."""
    return [command for command in _marked(mark) if "\0lsp" in command]


def _marked(mark: str) -> Iterator[str]:
    for process in Path("/proc").glob("[0-9]*"):
        try:
            command, environment = (process / "cmdline").read_bytes(), (process / "environ").read_bytes()
        except OSError:
            continue
        if f"{MARK}={mark}".encode() in environment.split(b"\0"):
            yield command.decode()
