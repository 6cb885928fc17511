"""How deep calls may nest where texts are read and evaluated: what is found must not depend on who asks."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

MAX_STACK = 10_000


@contextmanager
def deep_stack() -> Iterator[None]:
    """Let evaluation reach its own bounds, wherever it is called from."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, MAX_STACK))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
