"""How long Seamark takes for a tree, and how much memory, beside what nobody can do without: python bench.py TREE…

Five steps, each in a process of its own: the walk, reading all source files, parsing all of them with tree-sitter and
doing nothing else, and `seamark ports` from its start to its end, with nothing kept from an earlier run and, as `warm`,
with all that such a run keeps. All of them are about the same files: those that Seamark would read. Time is wall-clock
time, without the start of Python for the first three. Memory is the peak of a process and all of its children together
(where there is no /proc, of the largest one). A further run of `seamark ports`, in which nothing is timed, counts what
it parses. Of several trees each is looked at alone, and then all of them together, as one workspace.
"""

from __future__ import annotations

import ctypes
import io
import json
import os
import resource
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout, suppress
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.bench.counting import parsed
from tests.bench.trees import workspaces

MB = 1e6
PR_SET_CHILD_SUBREAPER = 36


class Step(NamedTuple):
    seconds: float
    cpu: float  # seconds of processors, of all processes
    peak: int  # bytes, of all processes
    output: str


def main(arguments: list[str]) -> int:
    match arguments:
        case [("walk" | "read" | "parse" | "count") as step, tree]:
            print(json.dumps({**FLOORS, "count": count_parsed}[step](Path(tree))))
            return 0
        case [_, *_] if all(map(os.path.isdir, arguments)):
            show(arguments)
            return 0
        case _:
            print(__doc__, file=sys.stderr)
            return 2


def show(trees: Sequence[str]) -> None:
    """Print what all steps take for each tree, and for all together."""
    taken = [compare(tree) for tree in workspaces(trees)]
    if len(taken) > 1:
        *alone, together = taken
        for name, seconds in together.items():
            print(f"{name}: together {seconds / sum(one[name] for one in alone):.2f} of the sum of each alone")


def compare(tree: str) -> dict[str, float]:
    """Run all steps, and print what they took; gives the seconds of Seamark."""
    floors = {name: run(__file__, name, tree) for name in FLOORS}
    taken = {name: json.loads(step.output) for name, step in floors.items()}
    command = ("-m", "seamark", "ports", tree, "--format", "jsonl")
    ports = run(*command, "--no-cache")
    with TemporaryDirectory() as folder:
        kept = {**os.environ, "XDG_CACHE_HOME": folder}
        run(*command, environment=kept)
        warm = run(*command, environment=kept)
    size, parse = taken["read"]["bytes"], taken["parse"]["seconds"]

    table = Table("", "seconds", "MB/s", "x parse", "peak MB", title_justify="left")
    for column in table.columns[1:]:
        column.justify = "right"
    rows = [(name, taken[name]["seconds"], step.peak) for name, step in floors.items()]
    for name, seconds, peak in [
        *rows,
        ("seamark ports", ports.seconds, ports.peak),
        ("warm", warm.seconds, warm.peak),
    ]:
        speed, ratio = size / MB / seconds, seconds / parse
        table.add_row(name, f"{seconds:.2f}", f"{speed:,.1f}", f"{ratio:.2f}", f"{peak / MB:,.0f}")
    console = Console(soft_wrap=True, highlight=False, markup=False)
    files, left_out = taken["read"]["files"], taken["walk"]["files"] - taken["read"]["files"]
    console.print(f"{tree}: {files:,} files, {size / MB:,.1f} MB ({left_out:,} minified or binary ones left out)")
    console.print(table)
    parsed = json.loads(run(__file__, "count", tree).output)
    console.print(f"the parser ran {parsed['texts']:,} times in it, over {parsed['bytes'] / MB:,.1f} MB")
    console.print(f"{len(ports.output.splitlines()):,} ports")
    return {"seamark ports": ports.seconds, "warm": warm.seconds}


def run(*arguments: str, environment: Mapping[str, str] | None = None) -> Step:
    """Run Python with these arguments and watch it, and all that it starts, until the last of them has ended."""
    adopt()
    spent, before = spent_by_children(), time.perf_counter()
    with subprocess.Popen(
        [sys.executable, *arguments], stdout=subprocess.PIPE, encoding="utf-8", env=environment
    ) as process:
        watch = Watch(process.pid)
        output, _ = process.communicate()
        seconds = time.perf_counter() - before
        watch.end()
    with suppress(ChildProcessError):
        while True:
            os.waitpid(-1, 0)
    if process.returncode != 0:
        raise SystemExit(f"{' '.join(arguments)} ended with {process.returncode}")
    return Step(seconds, spent_by_children() - spent, watch.peak, output)


def middle(taken: Sequence[Step]) -> Step:
    """The median of each number, with what the last one has said."""
    seconds, cpu, peak, _ = zip(*taken, strict=True)
    return Step(median(seconds), median(cpu), int(median(peak)), taken[-1].output)


def adopt() -> None:
    """Have those whose starter ends before them become children of this process, so that their time is known.

    Only Linux can; elsewhere only those count for whom their starter has waited.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def spent_by_children() -> float:
    """The time of processors that children of this process have spent which have ended, with all below them."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class Watch(threading.Thread):
    """The peak of the memory that a process and all of its children hold together, looked at every few milliseconds."""

    INTERVAL = 0.01

    def __init__(self, pid: int) -> None:
        super().__init__(daemon=True)
        self.peak = 0
        self._pid = pid
        self._ended = threading.Event()
        self._before = largest_child()
        self.start()

    def run(self) -> None:
        while not self._ended.wait(self.INTERVAL):
            self.peak = max(self.peak, sum(resident(pid) for pid in family(self._pid)))

    def end(self) -> None:
        self._ended.set()
        self.join()
        # What happened between two looks: known for the largest process, if it is the largest so far.
        if (largest := largest_child()) > self._before:
            self.peak = max(self.peak, largest)


def largest_child() -> int:
    size = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    return size if sys.platform == "darwin" else size * 1024


def family(pid: int) -> Iterator[int]:
    """A process and all below it that are there at the moment."""
    yield pid
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii")
    except OSError:
        return
    for child in children.split():
        yield from family(int(child))


def resident(pid: int) -> int:
    try:
        pages = Path(f"/proc/{pid}/statm").read_text("ascii").split()[1]
    except (OSError, IndexError):
        return 0
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


# The steps that run in a process of their own. What they import must not count for the others.


def walk_files(tree: Path) -> dict[str, float]:
    started = time.perf_counter()
    files = len(sources(tree))
    return {"seconds": time.perf_counter() - started, "files": files}


def read_files(tree: Path) -> dict[str, float]:
    from seamark.source import Limits, SourceText, read_file

    files, limits = sources(tree), Limits()
    started = time.perf_counter()
    sizes = [len(text.data) for path in files if isinstance(text := read_file(path, limits, tree), SourceText)]
    return {"seconds": time.perf_counter() - started, "files": len(sizes), "bytes": sum(sizes)}


def parse_files(tree: Path) -> dict[str, float]:
    from seamark.source import DIALECTS, Limits, SourceText, dialect_of, language, read_file, regions, trust_limits

    trust_limits()  # This process has none, but it measures the parser alone.
    for known in DIALECTS:
        if known.grammar is not None:
            language(known)
    limits, seconds = Limits(), 0.0
    for path in sources(tree):
        dialect = dialect_of(path)
        if dialect is not None and isinstance(text := read_file(path, limits, tree), SourceText):
            started = time.perf_counter()
            regions(dialect, text.data)
            seconds += time.perf_counter() - started
    return {"seconds": seconds}


def count_parsed(tree: Path) -> dict[str, float]:
    from seamark.cli.main import main as command

    with parsed() as sizes, redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        command(["ports", str(tree), "--format", "jsonl", "--no-cache"], standalone_mode=False)
    return {"texts": len(sizes), "bytes": sum(sizes)}


def sources(tree: Path) -> list[str]:
    from seamark.source import FoundFile, Limits, dialect_of, walk

    found = (entry for entry in walk(tree, Limits()) if isinstance(entry, FoundFile))
    return [os.path.join(tree, entry.path) for entry in found if dialect_of(entry.path) is not None]


FLOORS = {"walk": walk_files, "read": read_files, "parse": parse_files}


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
