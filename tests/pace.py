"""Limits of time that hold on slow and loaded machines too: they grow as a fixed work takes longer here."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tree_sitter import Parser

from seamark.source.grammars import load

_TEXT = b"".join(b"def read%d(path, *names):\n    return {'a%d': [path, names]}\n" % (n, n) for n in range(2000))
_USUAL = 0.04
"""How many seconds of a processor the work takes on the machine for which limits are written."""


@contextmanager
def within(seconds: float, clock: Callable[[], float] = time.process_time) -> Iterator[None]:
    """Let what is done here take so many seconds, on a machine of the usual pace; fail if it takes more.

    They are those of this process's processor, or of another `clock`, where something else may keep one waiting.

    The pace is taken before and after, and the slower one counts: other processes may come or go meanwhile.
    """
    before = _slowness()
    started = clock()
    yield
    took = clock() - started
    slowness = max(1.0, before, _slowness())
    assert took < seconds * slowness, f"{took:.1f} s, where {seconds * slowness:.1f} may be taken"


def _slowness() -> float:
    """How many times as long as usual a parser and plain Python take now."""
    started = time.process_time()
    Parser(load("python")).parse(_TEXT)
    sum(len(word) for line in _TEXT.splitlines() for word in line.split())
    return (time.process_time() - started) / _USUAL
