"""Who is to blame for the death of a process that reads files: the file at which it was, or somebody else."""

from __future__ import annotations

import signal
import sys
from collections import Counter
from typing import Generic, TypeVar

AT_A_FILE = 2
"""If so many processes end by themselves at the same file, it is left out: one may have ended there by chance."""

KILLED_AT_A_FILE = 6
"""If so many processes are ended by somebody else at the same file, it is left out.

People, supervisors and tests do that whatever the process is at. So does the system where memory runs out, which may
well be the file's fault: then it happens at the same file again and again.
"""

_SIGNALS = ("SIGKILL", "SIGTERM", "SIGINT", "SIGHUP")
"""What nothing that a process does by itself sends it."""

_KILLED = frozenset() if sys.platform == "win32" else {-getattr(signal, name) for name in _SIGNALS}

_File = TypeVar("_File")


class Deaths(Generic[_File]):
    """The processes that ended while they were at a file, by the file."""

    def __init__(self) -> None:
        self._own: Counter[_File] = Counter()
        self._killed: Counter[_File] = Counter()

    def __contains__(self, file: _File) -> bool:
        """Whether any process ended there."""
        return file in self._own or file in self._killed

    def at(self, file: _File, code: int, *, hung: bool = False) -> bool:
        """A process ended at a file with this return code (see `subprocess.Popen.returncode`). Gives whether the file
        is to blame. One that `hung` was ended for that.

        Windows does not say who ended a process: there, each is taken to have ended by itself.
        """
        if code in _KILLED and not hung:
            self._killed[file] += 1
        else:
            self._own[file] += 1
        return self._own[file] >= AT_A_FILE or self._killed[file] >= KILLED_AT_A_FILE

    def forget(self, file: _File) -> None:
        """The file has another text now."""
        del self._own[file]
        del self._killed[file]

    def clear(self) -> None:
        """Something was done: what ended before does not count."""
        self._own.clear()
        self._killed.clear()
