"""Whether twice the text is twice the work: python -m tests.bench.growing [PATTERN …]

Each pattern (`tests/bench/patterns`) is tried at five sizes, each in a process of its own. Time is that of the
processor, from when everything is loaded. Memory is the peak of the process, less what one takes for almost nothing.
A pattern fails if time or memory is more than 2.5 times as much per doubling of its size, if something was logged as an
error, or if a run does not end within the limits; larger sizes are not tried then. What is less than 0.1 s or 32 MB
counts as that much. What seems too much is measured again, twice: the least counts.

It ends with 1 if a pattern fails. It needs POSIX, as it limits processes.
"""

from __future__ import annotations

import argparse
import resource
import sys
import time
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise
from math import log2
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from tests.calls import write_almost_nothing
from tests.limited import Failed, Limited, Limits

from .bench import MB
from .counting import alone
from .patterns import PATTERNS, Files, Pattern

ALLOWED = 2.5
"""How many times as much a doubling may take."""
SECONDS, BYTES = 0.1, 32 * MB
"""What less than that counts as.

A small run finds memory that loading has left free, up to 20 MB: where that ends, a doubling seems to take more.
"""
AGAIN, SHORT = 2, 40.0
"""How often something is measured again that seems too much, if it takes fewer than so many seconds.

Beside other work the same run may take half as long again.
"""
UNIT = 1 if sys.platform == "darwin" else 1024
"""The unit of `ru_maxrss`, in bytes."""


class Cost(NamedTuple):
    """What a run took: seconds of a processor, and bytes."""

    seconds: float
    memory: float

    def least(self, other: Cost) -> Cost:
        """The lesser ones of both."""
        return Cost(min(self.seconds, other.seconds), min(self.memory, other.memory))


class Row(NamedTuple):
    """What was measured of a pattern: the costs by size, and the largest factors per doubling.

    `why` says why the pattern fails, if it does; it is `ended` if a run gave no numbers.
    """

    name: str
    costs: dict[int, Cost]
    time: float
    memory: float
    ended: bool
    why: str

    @property
    def badness(self) -> tuple[bool, float]:
        """What gives no numbers is worse than what grows fast."""
        return self.ended, max(self.time, self.memory)

    @property
    def seconds(self) -> str:
        """The seconds at all sizes."""
        return " ".join(f"{cost.seconds:.2f}" for cost in self.costs.values())

    @property
    def megabytes(self) -> str:
        """The memory at all sizes."""
        return " ".join(f"{cost.memory / MB:.0f}" for cost in self.costs.values())


class Gauge:
    """Runs a command on workspaces, each time in a new process."""

    def __init__(self, command: str, limits: Limits) -> None:
        self._run = Limited(partial(_run, command), limits, each_alone=True)
        with TemporaryDirectory() as folder:
            write_almost_nothing(Path(folder))
            nothing = self._run(Path(folder))
        if isinstance(nothing, Failed):
            raise SystemExit(f"almost nothing: {nothing.reason}\n{nothing.trace}")
        self._nothing = nothing.memory

    def measure(self, files: Files) -> Cost | Failed:
        """What it takes for these files, less the memory for almost nothing."""
        with TemporaryDirectory() as folder:
            for path, text in files.items():
                (Path(folder) / path).parent.mkdir(parents=True, exist_ok=True)
                (Path(folder) / path).write_text(text, "utf-8")
            found = self._run(Path(folder))
        return found if isinstance(found, Failed) else found._replace(memory=max(0.0, found.memory - self._nothing))


def _run(command: str, tree: Path) -> Cost:
    """What a command takes for a tree, alone in this process; the memory is that of all of the process."""
    from .warmed import run

    with alone():
        started = time.process_time()
        run(command, tree)
        seconds = time.process_time() - started
    return Cost(seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * UNIT)


def grow(name: str, pattern: Pattern, gauge: Gauge) -> Row:
    """Try a pattern at its sizes."""
    costs: dict[int, Cost] = {}
    end = ""
    for size in pattern.sizes:
        found = gauge.measure(pattern.files(size))
        if isinstance(found, Failed):
            end = f"{found.reason} at {size:,}"
            break
        costs[size] = found
    for _ in range(AGAIN):
        for size in sorted({size for pair in too_much(costs) for size in pair if costs[size].seconds < SHORT}):
            found = gauge.measure(pattern.files(size))
            costs[size] = costs[size] if isinstance(found, Failed) else costs[size].least(found)
    seconds, memory = (max((f for _, f in factors(costs, what)), default=0.0) for what in Cost._fields)
    grows = f"grows by {max(seconds, memory):.1f} per doubling" if max(seconds, memory) > ALLOWED else ""
    return Row(name, costs, seconds, memory, bool(end), end or grows)


def factors(costs: dict[int, Cost], what: str) -> Iterator[tuple[tuple[int, int], float]]:
    """Pairs of sizes, and by how much time or memory grows between them, per doubling."""
    floor = SECONDS if what == "seconds" else BYTES
    for pair in pairwise(costs):
        before, after = (max(floor, getattr(costs[size], what)) for size in pair)
        yield pair, (after / before) ** (1 / log2(pair[1] / pair[0]))


def too_much(costs: dict[int, Cost]) -> list[tuple[int, int]]:
    """The pairs of sizes between which time or memory grows too much."""
    return [pair for what in Cost._fields for pair, factor in factors(costs, what) if factor > ALLOWED]


def shown(rows: Sequence[Row]) -> Table:
    """All rows as a table, the worst first."""
    table = Table("pattern", "sizes", "seconds", "x", "MB", "x", "")
    for column in table.columns[1:6]:
        column.justify = "right"
    for row in sorted(rows, key=lambda row: row.badness, reverse=True):
        sizes = f"{min(row.costs, default=0):,} … {max(row.costs, default=0):,}"
        table.add_row(row.name, sizes, row.seconds, f"{row.time:.1f}", row.megabytes, f"{row.memory:.1f}", row.why)
    return table


def main() -> int:
    """Try the patterns, print the table, and say which have failed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("patterns", nargs="*", metavar="PATTERN", help="only these; all unless some are named")
    parser.add_argument("--command", choices=("ports", "map", "check"), default="ports", help="what is run")
    parser.add_argument("--seconds", type=int, default=60, help="how long a run may take a processor")
    parser.add_argument("--gigabytes", type=float, default=4, help="how much memory a run may have")
    parser.add_argument("--to", type=Path, default=Path("build/bench"), help="the folder for the table")
    options = parser.parse_args()
    if unknown := set(options.patterns) - set(PATTERNS):
        parser.error(f"no such pattern: {', '.join(sorted(unknown))}")
    gauge = Gauge(options.command, Limits(options.seconds, int(options.gigabytes * 1e9)))
    rows = []
    for name in options.patterns or PATTERNS:
        rows.append(row := grow(name, PATTERNS[name], gauge))
        print(f"{name}: {row.seconds} s, {row.megabytes} MB: {row.why or 'passes'}", flush=True)
    options.to.mkdir(parents=True, exist_ok=True)
    with (options.to / "patterns.txt").open("w", encoding="utf-8") as text:
        for console in Console(width=160), Console(file=text, width=160):
            console.print(shown(rows))
    failed = sorted(row.name for row in rows if row.why)
    print(f"{len(failed)} of {len(rows)} patterns fail{':' if failed else ''} {', '.join(failed)}".rstrip())
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
