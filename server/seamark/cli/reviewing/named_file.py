"""What a file holds that a user names: whatever it is, reading it ends, and has room."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from seamark.cli.failure import Failure

MOST = 1 << 30
"""In bytes."""


def content(file: Path) -> bytes:
    """All that is in a file, or comes out of a pipe. Raises `OSError`, and `Failure` for what may never end."""
    with file.open("rb") as stream:
        status = os.fstat(stream.fileno())
        if not stat.S_ISREG(status.st_mode) and not stat.S_ISFIFO(status.st_mode):
            raise Failure(f"{file}: neither a file nor a pipe")
        data = stream.read(MOST + 1) if status.st_size <= MOST else b""
    if max(len(data), status.st_size) > MOST:
        raise Failure(f"{file}: larger than {MOST >> 20} MB")
    return data
