"""What reading a workspace takes, file by file."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from time import process_time
from typing import NamedTuple

from seamark.index import Index

from .layout import Group, Span, Table
from .rows import Row


class Cost(NamedTuple):
    """What a file took: seconds of the processor, and how many times something was done with it."""

    path: str
    seconds: float
    times: int
    size: int


class _Clock:
    """Charges the time between two looks at files to the first of them."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self.times: dict[str, int] = {}
        self._path: str | None = None
        self._since = 0.0

    def at(self, path: str | None) -> None:
        now = process_time()
        if self._path is not None:
            self.seconds[self._path] = self.seconds.get(self._path, 0.0) + now - self._since
        if path is not None and path != self._path:
            self.times[path] = self.times.get(path, 0) + 1
        self._path, self._since = path, now


def measure_files(root: str) -> list[Cost]:
    """What the files of a workspace took, the slowest first: all is read from nothing, in this process alone."""
    service = Index([Path(root)], processes=0)
    clock = _Clock()
    service.attend(clock.at, closely=True)
    service.load()
    clock.at(None)
    costs = [
        Cost(path, seconds, clock.times[path], len(service.text(path) or b""))
        for path, seconds in clock.seconds.items()
    ]
    return sorted(costs, key=lambda cost: (-cost.seconds, cost.path))


def rows(costs: Iterable[Cost]) -> Iterable[Row]:
    """The costs, for programs."""
    return (
        {"file": one.path, "seconds": round(one.seconds, 4), "times": one.times, "bytes": one.size} for one in costs
    )


def table(costs: list[Cost], most: int) -> Table:
    """The slowest files; a file that is large, or looked at many times, says by that why it is slow."""
    groups = [
        Group(
            Span(one.path, "cyan"),
            [(Span(f"{one.seconds * 1000:.0f} ms"), Span(f"{one.times} times"), Span(f"{one.size / 1000:.0f} KB"))],
        )
        for one in costs[:most]
    ]
    whole = sum(one.seconds for one in costs)
    shown = sum(one.seconds for one in costs[:most])
    return Table(
        ("file", "took", "looked at", "size"), groups, f"{shown:.1f} of {whole:.1f} seconds in {len(costs)} files"
    )
