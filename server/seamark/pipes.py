"""Talking over pipes: to a module of ours that runs as a program; our own standard channels, kept for that alone; and
frames of bytes of any length.
"""

from __future__ import annotations

import os
import sys
from typing import IO, BinaryIO

_LENGTH = 4


def command(module: str) -> tuple[str, ...]:
    """How to run a module of ours: with no module of the workspace, and with those that we have."""
    return sys.executable, "-I" if sys.flags.isolated else "-P", "-m", module


def standard() -> tuple[BinaryIO, BinaryIO]:
    """Standard input and output, for messages alone: whatever else is printed goes to the standard error."""
    channels = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return channels


def write_frame(stream: IO[bytes], data: bytes) -> None:
    """Send a frame; waits while the pipe is full."""
    stream.write(len(data).to_bytes(_LENGTH, "little"))
    stream.write(data)
    stream.flush()


def read_frame(stream: IO[bytes]) -> bytes | None:
    """Wait for a frame; None if there is none any more, or only a part of one."""
    header = stream.read(_LENGTH)
    length = int.from_bytes(header, "little")
    data = stream.read(length) if len(header) == _LENGTH else b""
    return data if len(header) == _LENGTH and len(data) == length else None
