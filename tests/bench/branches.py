"""What a start costs after a branch switch: python -m tests.bench.branches TREE [--count 500]

TREE is copied, and so many of its sources become others in the copy: first they get an empty line more each, which
changes no port, then as many others are removed. Each row is one run of `seamark ports`. It also says whether the ports
are those of a run that has nothing of earlier ones.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.table import Table

from .bench import Step, run, sources
from .trees import SETTLED


def main() -> None:
    """Print a table with a row for each start."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tree", type=Path)
    parser.add_argument("--count", type=int, default=500, help="how many files are others")
    options = parser.parse_args()
    with TemporaryDirectory() as folder:
        copy = Path(folder, "tree")
        shutil.copytree(options.tree, copy, symlinks=True, ignore=shutil.ignore_patterns(".git"))
        files = sources(copy)
        chosen = random.Random(0).sample(files, min(2 * options.count, len(files)))
        longer, gone = (list(map(Path, chosen[half::2])) for half in range(2))
        shown = Table("start", "seconds", "of the cold one", "CPU s", "ports")
        cold = started(copy, folder)
        for name, step in ("cold", cold), ("nothing has changed", started(copy, folder)):
            shown.add_row(name, *figures(step, cold), "")
        for path in longer:
            with path.open("ab") as file:
                file.write(b"\n")
        shown.add_row(f"{len(longer):,} files have a line more", *compared(copy, folder, cold))
        for path in gone:
            path.unlink()
        shown.add_row(f"{len(gone):,} files are gone", *compared(copy, folder, cold))
        Console(width=120).print(f"{options.tree}: {len(files):,} sources", shown)


def started(tree: Path, cache: str | None) -> Step:
    """A run of `seamark ports`, with what earlier runs have kept in a folder, or without."""
    time.sleep(SETTLED)
    kept = () if cache else ("--no-cache",)
    environment = {**os.environ, "XDG_CACHE_HOME": cache or ""}
    return run("-m", "seamark", "ports", str(tree), "--format", "jsonl", *kept, environment=environment)


def compared(tree: Path, cache: str, cold: Step) -> tuple[str, ...]:
    """The figures of a start, and whether it found what a clean one finds."""
    step, clean = started(tree, cache), started(tree, None)
    is_same = sorted(step.output.splitlines()) == sorted(clean.output.splitlines())
    return (*figures(step, cold), "the same as clean" if is_same else "others than clean")


def figures(step: Step, cold: Step) -> tuple[str, str, str]:
    """How long a start took, also as a part of the cold one."""
    return f"{step.seconds:.2f}", f"{step.seconds / cold.seconds:.2f}", f"{step.cpu:.2f}"


if __name__ == "__main__":
    main()
