"""How Seamark grows with a workspace: python -m tests.bench.growth [--files 1000 2000 …]

The workspace is the one of `generated`, which is made larger from row to row. Each row is the median of some runs: the
bare parse, `seamark ports` with nothing kept from an earlier run (`cold`), and with what one run has kept (`warm`).
What takes the same for each file is a straight line in the plot.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from . import bench
from .bench import MB, middle, run
from .generated import generate
from .trees import SETTLED

LINES = {"bare parse": "#888888", "cold": "#c0392b", "warm": "#2471a3"}
"""What the plot shows, and in which colours."""
WIDTH, HEIGHT, LEFT, RIGHT, EDGE = 800, 480, 60, 130, 40


class Row(NamedTuple):
    """What was measured of a workspace of some size."""

    files: int
    size: int
    ports: int
    seconds: dict[str, float]
    cpu: float
    peak: int


def main() -> None:
    """Print a row after the other, and leave the table and the plot where it is said."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, nargs="+", default=[1000, 2000, 5000, 10_000, 20_000, 50_000])
    parser.add_argument("--runs", type=int, default=3, help="how often each is measured")
    parser.add_argument("--to", type=Path, default=Path("build/bench"), help="the folder for table and plot")
    options = parser.parse_args()
    rows: list[Row] = []
    with TemporaryDirectory() as folder:
        tree = Path(folder, "tree")
        for before, files in zip([0, *sorted(options.files)], sorted(options.files), strict=False):
            generate(tree, range(before, files))
            time.sleep(SETTLED)
            rows.append(measured(tree, files, options.runs))
            print(f"{files:,} files: {', '.join(f'{what} {time:.2f} s' for what, time in rows[-1].seconds.items())}")
    options.to.mkdir(parents=True, exist_ok=True)
    with (options.to / "growth.txt").open("w", encoding="utf-8") as text:
        for console in Console(width=120), Console(file=text, width=120):
            console.print(shown(rows))
    lines = [(row.files, row.seconds) for row in rows]
    (options.to / "growth.svg").write_text(plot(lines, LINES, "seconds, by the number of files"), "utf-8")
    print(f"{options.to}/growth.txt, {options.to}/growth.svg")


def measured(tree: Path, files: int, runs: int) -> Row:
    """The medians of some runs."""
    read = json.loads(run(bench.__file__, "read", str(tree)).output)
    command = ("-m", "seamark", "ports", str(tree), "--format", "jsonl")
    parses, colds, warms = [], [], []
    with TemporaryDirectory() as cache:
        kept = {**os.environ, "XDG_CACHE_HOME": cache}
        run(*command, environment=kept)
        for _ in range(runs):
            parses.append(json.loads(run(bench.__file__, "parse", str(tree)).output)["seconds"])
            colds.append(run(*command, "--no-cache"))
            warms.append(run(*command, environment=kept).seconds)
    cold = middle(colds)
    seconds = dict(zip(LINES, (median(parses), cold.seconds, median(warms)), strict=True))
    return Row(files, read["bytes"], len(cold.output.splitlines()), seconds, cold.cpu, cold.peak)


def shown(rows: Sequence[Row]) -> Table:
    """All rows as a table."""
    table = Table("files", "MB", "ports", *LINES, "cold x parse", "cold ms/file", "cold CPU s", "cold peak MB")
    for column in table.columns:
        column.justify = "right"
    for files, size, ports, seconds, cpu, peak in rows:
        each = (f"{seconds['cold'] / seconds['bare parse']:.2f}", f"{seconds['cold'] / files * 1000:.2f}")
        times = (f"{time:.2f}" for time in seconds.values())
        table.add_row(f"{files:,}", f"{size / MB:.1f}", f"{ports:,}", *times, *each, f"{cpu:.1f}", f"{peak / MB:,.0f}")
    return table


def plot(rows: Sequence[tuple[int, Mapping[str, float]]], colours: Mapping[str, str], title: str) -> str:
    """Seconds over sizes, as SVG: a line for each of the colours' names."""
    largest, most = rows[-1][0], max(max(seconds[name] for name in colours) for _, seconds in rows)

    def x(size: float) -> str:
        return f"{LEFT + size / largest * (WIDTH - LEFT - RIGHT):.1f}"

    def y(seconds: float) -> str:
        return f"{HEIGHT - EDGE - seconds / most * (HEIGHT - 2 * EDGE):.1f}"

    drawn = []
    for part in range(6):
        size, seconds = part / 5 * largest, part / 5 * most
        drawn += [
            f'<path d="M{LEFT} {y(seconds)}H{WIDTH - RIGHT}" stroke="#dddddd"/>',
            f'<text x="{LEFT - 6}" y="{y(seconds)}" text-anchor="end" dominant-baseline="middle">{seconds:.1f}</text>',
            f'<text x="{x(size)}" y="{HEIGHT - EDGE + 18}" text-anchor="middle">{size:,.0f}</text>',
        ]
    for what, colour in colours.items():
        points = " ".join(f"{x(size)},{y(seconds[what])}" for size, seconds in rows)
        end = points.rpartition(" ")[2].partition(",")[2]
        drawn += [
            f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>',
            f'<text x="{WIDTH - RIGHT + 8}" y="{end}" fill="{colour}" dominant-baseline="middle">{what}</text>',
        ]
    frame = f'viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="13"'
    first = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {frame}>',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        f'<text x="{LEFT}" y="20">{title}</text>',
    ]
    return "\n".join([*first, *drawn, "</svg>\n"])


if __name__ == "__main__":
    main()
