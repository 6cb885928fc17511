"""How long reading takes is measured by what a plain text takes just then: no machine is too slow for that."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache

from tests.unit.extract.render import read

LITTLE = 10
"""How many times as long as for a plain text of 20,000 lines reading may take: some seconds."""


def is_little(seconds: float) -> bool:
    """Whether reading took little time, in seconds of the processor, be it that the machine has become slower since."""
    return seconds < LITTLE * _known() or seconds < LITTLE * _plain()


def takes_little(reading: Callable[[], object]) -> bool:
    """Whether reading takes little time: at best, for that is what it is measured by."""

    def seconds() -> float:
        begin = time.process_time()
        reading()
        return time.process_time() - begin

    return any(is_little(seconds()) for _ in range(3))


@cache
def _known() -> float:
    return _plain()


def _plain() -> float:
    """The seconds of the processor that a plain text of 20,000 lines takes, at best."""

    def once() -> float:
        begin = time.process_time()
        read("x = 1\n" * 20_000, "python")
        return time.process_time() - begin

    return min(once() for _ in range(3))
