"""Memory that a process no longer uses, given back to the system.

Reading a workspace takes a lot of memory for a short time. glibc's allocator keeps most of it: it raises by itself the
size from which on a block is mapped alone (and given back when it is freed), and it has a heap for each thread. Other
allocators do not, or have no such functions: with them nothing is done.

Source: mallopt(3), malloc_trim(3).
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from functools import cache

_M_MMAP_THRESHOLD, _M_ARENA_MAX = -3, -8
_MAPPED_FROM = 128 * 1024
"""glibc's own value, in bytes, which no longer moves once it is set."""


def keep_small() -> None:
    """Give back what is freed as early as can be, from now on; before there are threads."""
    set_option = _function("mallopt")
    if set_option is not None:
        set_option(_M_MMAP_THRESHOLD, _MAPPED_FROM)
        set_option(_M_ARENA_MAX, 1)


def give_back() -> None:
    """Give back what has been freed until now."""
    trim = _function("malloc_trim")
    if trim is not None:
        trim(0)


@cache
def _function(name: str) -> Callable[..., int] | None:
    if sys.platform != "linux":
        return None
    return getattr(ctypes.CDLL(None), name, None)
