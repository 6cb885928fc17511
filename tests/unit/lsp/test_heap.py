from __future__ import annotations

import os
import platform
import subprocess
import sys

import pytest

from seamark.lsp.engine import heap

BUSY = """
from pathlib import Path
from seamark.lsp.engine import heap

def resident():
    return int(Path("/proc/self/statm").read_text().split()[1])

{first}
bytearray(20_000_000)
held = [bytearray({size}) for _ in range({count})]
before = resident()
held = held[::50]
{then}
print((before - resident()) * 4096)
"""


def given_back(size: int, *, first: str = "", then: str = "") -> int:
    """How many bytes go back to the system of 100 MB in blocks of a size, when nearly all of them are freed."""
    script = BUSY.format(size=size, count=100_000_000 // size, first=first, then=then)
    # Dask sets how malloc behaves for all processes that are started after its workers.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MALLOC_")}
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True, text=True, env=environment)
    return int(done.stdout)


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="other allocators have no such functions")
def test_what_is_freed_between_others_goes_back() -> None:
    assert given_back(1_000_000) < 20_000_000
    assert given_back(1_000_000, first="heap.keep_small()") > 50_000_000
    assert given_back(100_000) < 20_000_000
    assert given_back(100_000, then="heap.give_back()") > 50_000_000


def test_other_systems_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    heap._function.cache_clear()
    heap.keep_small()
    heap.give_back()
    heap._function.cache_clear()
