"""What a text costs, and what is found in it, in the process that this is called in."""

from __future__ import annotations

import re
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct

from seamark.documents import facts_of
from seamark.index import Index
from seamark.source import ParseLimitError, dialect_of, regions
from tests.calls import CALLS

from .texts import Case


class Cost(Struct, frozen=True):
    """Of a text: its bytes; seconds to parse it, to read it at once, and after the call alone; the bytes of memory.

    Memory is -1 where the peak of a process cannot be reset. A text that takes too much to parse is left out, and that
    has to be told.
    """

    size: int
    parse: float
    whole: float
    edit: float
    memory: int
    is_found: bool
    is_same: bool
    is_left_out: bool = False
    is_told: bool = True


def attempt(case: Case) -> Cost:
    """Read a text, as if an editor showed it, and once more as an edit of the call alone."""
    data = case.text.encode()
    dialect = dialect_of(case.path)
    is_left_out = False
    started = time.process_time()
    try:
        if dialect is not None:
            regions(dialect, data)
        else:
            facts_of(case.path, data)
    except ParseLimitError:
        is_left_out = True
    parse = time.process_time() - started

    with TemporaryDirectory() as folder:
        index, edited = Index([Path(folder)]), Index([Path(folder)])
        index.load()
        before = _reset_peak()
        started = time.process_time()
        index.open(case.path, data)
        ports = index.ports()
        whole = time.process_time() - started
        memory = max(0, _peak() - before) if before is not None else -1

        edited.load()
        edited.open(case.path, case.call.encode())
        edited.ports()
        started = time.process_time()
        edited.open(case.path, data)
        after = edited.ports()
        edit = time.process_time() - started
        told = {one.path for one in index.problems()} & {one.path for one in edited.problems()}
    key = CALLS[case.language].key
    is_found = key is None or key in {port.key for port in ports}
    is_same = [*map(str, ports)] == [*map(str, after)]
    is_told = not is_left_out or case.path in told
    return Cost(len(data), parse, whole, edit, memory, is_found, is_same, is_left_out, is_told)


def _reset_peak() -> int | None:
    """Forget how much memory this process has had at most; how much it has now."""
    if sys.platform != "linux":
        return None
    Path("/proc/self/clear_refs").write_text("5", "ascii")
    return _status("VmRSS")


def _peak() -> int:
    return _status("VmHWM")


def _status(what: str) -> int:
    found = re.search(rf"^{what}:\s+(\d+) kB$", Path("/proc/self/status").read_text("ascii"), re.MULTILINE)
    assert found is not None
    return int(found[1]) * 1024
