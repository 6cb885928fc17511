"""Turns conditions of Seamark round, and says which of them no test notices:
`python -m tests.features.mutants --seed 1 --count 60 [--paths server/seamark/resolve]`.

Each is turned round alone, in a copy of the tree, where the quick tests that reach its lines run until one fails. A
path may end with a line: `--paths server/seamark/keys.py:88` tries all conditions of that line. Which are chosen
depends on the seed and on their own lines: a change elsewhere leaves the others chosen. What survives lacks a test, or
has no effect and can go; now and then it says the same in other words.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Collection, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from subprocess import CompletedProcess
from tempfile import TemporaryDirectory
from typing import NamedTuple

from coverage import CoverageData

from .conditions import Turn, turns

ROOT = Path(__file__).parents[2]
PROCESSORS = os.cpu_count() or 1
MEMORY = 4 << 30
"""So many bytes of addresses a process may take: what is turned round may well never end."""
PATIENCE = 30
"""So many seconds the tests of one mutant may take in addition to what all of them take in one process."""
SHOWN = 30
"""So many lines are shown of tests that fail with nothing turned round."""
_LINE = re.compile(r":(\d+)$")


class Mutant(NamedTuple):
    """A file of a tree, by its path there, with one condition turned round."""

    path: str
    turn: Turn

    @property
    def place(self) -> str:
        """The file and the condition's first line."""
        return f"{self.path}:{self.turn.first}"

    def difference(self, tree: Path) -> str:
        """The lines that differ, as they are in a tree and as they become."""
        text = (tree / self.path).read_bytes()
        lines = zip(text.splitlines(), self.turn.applied(text).splitlines(), strict=False)
        return "\n".join(f"    - {old.decode()}\n    + {new.decode()}" for old, new in lines if old != new)


def mutants(tree: Path, paths: Collection[str]) -> Iterator[Mutant]:
    """All of these folders, files, or lines of files. Raises `SystemExit` if there is no such path."""
    for path in paths:
        line = _LINE.search(path)
        place = tree / _LINE.sub("", path)
        if not place.exists():
            raise SystemExit(f"{place}: neither a file nor a folder")
        for file in sorted(place.rglob("*.py")) if place.is_dir() else [place]:
            for turn in turns(file.read_bytes()):
                if line is None or turn.first <= int(line[1]) <= turn.last:
                    yield Mutant(file.relative_to(tree).as_posix(), turn)


def chosen(tree: Path, found: Collection[Mutant], seed: int, count: int) -> list[Mutant]:
    """So many of them, by their places."""

    def rank(mutant: Mutant) -> float:
        return random.Random(f"{seed} {mutant.path} {mutant.difference(tree)}").random()

    return sorted(sorted(found, key=rank)[:count])


class Suite:
    """Tests that pass in a tree, and the lines that each of them reaches."""

    def __init__(self, tree: Path, arguments: Sequence[str]) -> None:
        """`arguments` tell pytest which tests. Raises `SystemExit` if one fails with nothing turned round."""
        self._tree = tree
        started = time.monotonic()
        measured = ("--cov=server", "--cov-context=test", "--cov-report=", f"--numprocesses={PROCESSORS}")
        done = _pytest(tree, [*arguments, *measured])
        if done is None or done.returncode != 0:
            raise SystemExit(f"With nothing turned round:\n{_end(done)}")
        self._limit = (time.monotonic() - started) * PROCESSORS + PATIENCE
        self._data = CoverageData(str(tree / ".coverage"))
        self._data.read()
        done = _pytest(tree, ["--collect-only", _listed(tree, _ids(self._data.measured_contexts()))])
        if done is None or done.returncode != 0:
            raise SystemExit(f"The tests cannot be named one by one:\n{_end(done)}")

    def reaching(self, mutant: Mutant) -> list[str]:
        """The ids of the tests that reach a mutant's condition."""
        by_line = self._data.contexts_by_lineno(str(self._tree / mutant.path))
        lines = range(mutant.turn.first, mutant.turn.last + 1)
        return _ids(context for line in lines for context in by_line.get(line, ()))

    def pass_with(self, mutant: Mutant, copy: Path) -> bool:
        """Whether all tests that reach it pass in a copy of the tree where this is turned round."""
        reaching, file = self.reaching(mutant), copy / mutant.path
        if not reaching:
            return True
        text = file.read_bytes()
        file.write_bytes(mutant.turn.applied(text))
        try:
            done = _pytest(copy, ["--exitfirst", _listed(copy, reaching)], self._limit)
            return done is not None and done.returncode == 0
        finally:
            file.write_bytes(text)


def _ids(contexts: Iterable[str]) -> list[str]:
    """The ids of the tests that have these contexts: `id|run`."""
    return sorted({context.rpartition("|")[0] for context in contexts} - {""})


def _listed(tree: Path, ids: Iterable[str]) -> str:
    """An argument that tells pytest to run these tests of a tree."""
    file = tree / "tests-to-run.txt"
    file.write_text("\n".join(ids), "utf-8")
    return f"@{file}"


def _pytest(tree: Path, arguments: Sequence[str], limit: float | None = None) -> CompletedProcess[bytes] | None:
    """Run pytest in a tree, with the packages of that tree; None if it takes more than `limit` seconds.

    No compiled text is kept, as it could be taken for that of another mutant of the same second.
    """
    command = [sys.executable, "-m", "pytest", "-qq", "-p", "no:cacheprovider", *arguments]
    environment = {**os.environ, "PYTHONPATH": str(tree / "server"), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        return subprocess.run(command, cwd=tree, env=environment, capture_output=True, timeout=limit)
    except subprocess.TimeoutExpired:
        return None


def _end(done: CompletedProcess[bytes] | None) -> str:
    """The last lines that a process has printed."""
    return "" if done is None else "\n".join(done.stdout.decode().splitlines()[-SHOWN:])


def copied(root: Path, to: Path) -> Path:
    """A copy of all files of a checkout that git does not ignore."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=root, check=True, capture_output=True).stdout
    for name in filter(None, os.fsdecode(listed).split("\0")):
        if (root / name).is_file():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(root / name, to / name)
    return to


def surviving(suite: Suite, tree: Path, tried: Sequence[Mutant], folder: Path) -> Iterator[Mutant]:
    """Those of the mutants that no test notices; says of each one whether it is. `folder` is an empty one."""
    copies: SimpleQueue[Path] = SimpleQueue()
    for number in range(PROCESSORS):
        copies.put(Path(shutil.copytree(tree, folder / str(number))))

    def survives(mutant: Mutant) -> bool:
        copy = copies.get()
        try:
            return suite.pass_with(mutant, copy)
        finally:
            copies.put(copy)

    with ThreadPoolExecutor(PROCESSORS) as pool:
        for mutant, survived in zip(tried, pool.map(survives, tried), strict=True):
            said = f"survives {len(suite.reaching(mutant))} tests" if survived else "noticed"
            print(f"{mutant.place}: {said}", flush=True)
            if survived:
                yield mutant


def main() -> None:
    """Try some conditions, and show those that no test notices."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--paths", nargs="+", default=["server/seamark"], metavar="PATH[:LINE]")
    parser.add_argument("--tests", nargs="+", default=["tests/features", "tests/unit"], metavar="PATH")
    options = parser.parse_args()
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    with TemporaryDirectory() as folder:
        tree = copied(ROOT, Path(folder) / "tree")
        tried = chosen(tree, list(mutants(tree, options.paths)), options.seed, options.count)
        print(f"{len(tried)} conditions, --seed {options.seed}; first all quick tests as things are …", flush=True)
        suite = Suite(tree, ["-m", "not slow", *options.tests])
        survivors = list(surviving(suite, tree, tried, Path(folder) / "copies"))
        print("", *(f"{one.place}\n{one.difference(tree)}" for one in survivors), sep="\n")
        print(f"{len(survivors)} of {len(tried)} conditions can be turned round, and no quick test notices")


if __name__ == "__main__":
    main()
