"""The working tree against a commit, on the same trees: python -m tests.bench.versions TREE... --base COMMIT

Both are run in turn, so that what else the machine does meets both. Each row is the median of all pairs: `cold` is
`seamark ports` with nothing kept from an earlier run, `warm` the same with all that one earlier run of that version has
kept, where nothing has changed since. Seconds are wall-clock time, beside the bare parse of the same files, which is
measured before each pair; processors' seconds and memory are those of all processes together, the latter at its peak.
Of several trees each is looked at alone, and then all of them together, as one workspace. Trees are only read.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import subprocess
import zipfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from . import bench
from .bench import MB, Step, middle, run
from .trees import workspaces

ROOT = Path(__file__).parents[2]
KEPT = ROOT / "build/bench"
"""Where commits are put, a folder for each, and what was found."""
OURS = "working tree"
ROWS: dict[str, tuple[str, ...] | None] = {"cold": ("--no-cache",), "warm": (), "--version": None}
"""The options of `seamark ports` for each row, or None where that is the command's own."""

_console = Console(width=100, soft_wrap=True, highlight=False, markup=False)


class Version(NamedTuple):
    """A version of Seamark: what it is called, and the folder that holds its package."""

    name: str
    server: Path

    def run(self, what: str, tree: str, cache: str) -> Step:
        """What a row says, with a folder for what this version keeps."""
        options = ROWS[what]
        arguments = ("--version",) if options is None else ("ports", tree, "--format", "jsonl", *options)
        own = {"PYTHONPATH": str(self.server), "XDG_CACHE_HOME": os.path.join(cache, self.name)}
        return run("-m", "seamark", *arguments, environment={**os.environ, **own})


class Measured(NamedTuple):
    """The medians of one workspace, each by the row and the version's name."""

    parse: float
    steps: dict[tuple[str, str], Step]


def main() -> None:
    """Print a table for each workspace, and whether both versions find the same."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("trees", nargs="+", metavar="TREE")
    parser.add_argument("--base", required=True, metavar="COMMIT")
    parser.add_argument("--pairs", type=int, default=5)
    options = parser.parse_args()
    for tree in options.trees:
        if not os.path.isdir(tree):
            parser.error(f"{tree}: no folder")
    versions = Version(options.base, checked_out(options.base)), Version(OURS, ROOT / "server")
    names = [version.name for version in versions]
    taken = []
    for number, tree in enumerate(workspaces(options.trees)):
        measured = measure(tree, versions, options.pairs)
        taken.append(measured)
        _console.print("all together" if number == len(options.trees) else tree)
        _console.print(shown(measured, names))
        _console.print(compared(f"{number}-{Path(tree).resolve().name}", measured, names))
    if len(taken) > 1:
        _console.print(against_alone(taken[-1], taken[:-1]))


def checked_out(commit: str) -> Path:
    """The folder that holds the package as it is in a commit; made if it is not there yet."""
    name = git("rev-parse", "--verify", f"{commit}^{{commit}}").decode().strip()
    folder = KEPT / name
    if not folder.is_dir():
        KEPT.mkdir(parents=True, exist_ok=True)
        packed = io.BytesIO(git("archive", "--format=zip", name, "server"))
        with TemporaryDirectory(dir=KEPT) as made, zipfile.ZipFile(packed) as archive:
            archive.extractall(made)
            os.rename(os.path.join(made, "server"), folder)
    return folder


def git(*arguments: str) -> bytes:
    """What git says in this repository; nothing goes on without it."""
    done = subprocess.run(["git", *arguments], cwd=ROOT, stdout=subprocess.PIPE)
    if done.returncode != 0:
        raise SystemExit(f"git {' '.join(arguments)} ended with {done.returncode}")
    return done.stdout


def measure(tree: str, versions: Sequence[Version], pairs: int) -> Measured:
    """Run all versions in turn, once before that for what they keep."""
    parses: list[float] = []
    steps: dict[tuple[str, str], list[Step]] = {(what, version.name): [] for what in ROWS for version in versions}
    with TemporaryDirectory() as cache:
        for version in versions:
            version.run("warm", tree, cache)
        for pair in range(pairs):
            parses.append(json.loads(run(bench.__file__, "parse", tree).output)["seconds"])
            for what in ROWS:
                for version in versions[:: -1 if pair % 2 else 1]:
                    steps[what, version.name].append(version.run(what, tree, cache))
    return Measured(median(parses), {row: middle(taken) for row, taken in steps.items()})


def shown(measured: Measured, names: Sequence[str]) -> Table:
    """The table of one workspace."""
    table = Table("", "", "seconds", "x parse", "of base", "CPU s", "of base", "peak MB")
    for column in table.columns[2:]:
        column.justify = "right"
    table.add_row("bare parse", "", f"{measured.parse:.3f}", "1.00")
    for what, options in ROWS.items():
        base = measured.steps[what, names[0]]
        for name in names:
            one = measured.steps[what, name]
            times = "" if options is None else f"{one.seconds / measured.parse:.2f}"
            time_of_base = "" if one is base else f"{one.seconds / base.seconds:.2f}"
            cpu_of_base = "" if one is base else f"{one.cpu / base.cpu:.2f}"
            cpu, peak = f"{one.cpu:.2f}", f"{one.peak / MB:,.0f}"
            table.add_row(what, name, f"{one.seconds:.3f}", times, time_of_base, cpu, cpu_of_base, peak)
    return table


def compared(name: str, measured: Measured, versions: Sequence[str]) -> str:
    """Whether both versions find the same ports. What they have found is kept."""
    places, found = [], []
    for which, version in zip(("base", "ours"), versions, strict=True):
        lines = sorted(measured.steps["cold", version].output.splitlines())
        places.append(KEPT / f"{name}.{which}.jsonl")
        places[-1].write_text("".join(f"{line}\n" for line in lines), "utf-8")
        found.append(Counter(lines))
    where = f"{places[0]} and {places[1]}"
    gone, new = (found[0] - found[1]).total(), (found[1] - found[0]).total()
    if not gone and not new:
        return f"the same {found[0].total():,} ports: {where}"
    return f"OTHER PORTS: {gone:,} lines only of {versions[0]}, {new:,} only of the {versions[1]}: {where}"


def against_alone(together: Measured, alone: Sequence[Measured]) -> Table:
    """What all trees together take, as a part of the sum of what each takes."""
    table = Table("together / sum of each", "", "seconds", "CPU s", "peak MB")
    for column in table.columns[2:]:
        column.justify = "right"
    table.add_row("bare parse", "", f"{together.parse / sum(one.parse for one in alone):.2f}")
    for (what, name), step in together.steps.items():
        if ROWS[what] is not None:
            sums = [sum(numbers) for numbers in zip(*(one.steps[what, name][:3] for one in alone), strict=True)]
            table.add_row(what, name, *(f"{one / total:.2f}" for one, total in zip(step[:3], sums, strict=True)))
    return table


if __name__ == "__main__":
    main()
