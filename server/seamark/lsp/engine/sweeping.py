"""Looks at all files every now and then, for clients that do not tell what changes on disk."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from threading import Thread
from typing import TypeVar

T = TypeVar("T")

SHARE = 0.007
"""The part of one core's time that looking may take."""
SHORTEST = 2.0
"""The shortest time between two looks, in seconds."""

_logger = logging.getLogger(__name__)


def pause(cost: float) -> float:
    """How long to wait after a look that took so much of a core's time, both in seconds."""
    return max(SHORTEST, cost / SHARE)


def start(look: Callable[[], T], tell: Callable[[T], None]) -> None:
    """Have what `look` gives told again and again, by a thread of its own, as long as the process lives."""
    Thread(target=_sweep, args=(look, tell), name="sweep", daemon=True).start()


def _sweep(look: Callable[[], T], tell: Callable[[T], None]) -> None:
    cost = 0.0
    while True:
        time.sleep(pause(cost))
        before = time.thread_time()
        try:
            tell(look())
        except Exception:
            _logger.exception("The files cannot be checked for changes")
        cost = time.thread_time() - before
