"""How long an editor waits, over the real protocol: `make bench-lsp TREE=path`.

Where Seamark has nothing to say, Seamark and an empty pygls server that answers null are asked in turn: what the latter
takes is what any server would just then. Keystrokes come in turn to Seamark and to another one that serves a few of the
files only. TREE is only read. What is asked about stands in files that are shown, and are not on disk: a page of a
thousand calls, and one of two thousand lines. Numbers are milliseconds from the request to its answer; memory is that
of all of the server's processes together, without what they share.
"""

from __future__ import annotations

import argparse
import gc
import random
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table

sys.path.insert(0, str(Path(__file__).parents[2]))

from seamark.lsp.front.session import RESPITE
from seamark.source import Limits, Problem, dialect_of, walk
from tests.protocol import client as protocol
from tests.protocol.client import SEAMARK, Client, capabilities_of

EMPTY = (sys.executable, "-I", str(Path(__file__).with_name("empty_server.py")))
CALLS, LINES, SMALL = 1000, 2000, 1000
REST = 10.0
"""How long another engine takes at most until it goes on from what was kept, in seconds."""
OF_EMPTY = "the same of an empty server"
KEY = "/seamark-bench/{}"


class Row(NamedTuple):
    """What was asked, and how long each answer took, in seconds."""

    name: str
    times: Sequence[float]


def main() -> None:
    """Print a table of times, and one of memory."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tree", type=Path)
    parser.add_argument("--count", type=int, default=500, help="how often each question is asked")
    parser.add_argument("--edits", type=int, default=10_000, help="after how many edits memory is measured again")
    options = parser.parse_args()
    gc.disable()  # What is measured is how long the server takes, not how long we look for garbage in its answers.
    protocol.PATIENCE = 1800.0
    tree = options.tree.resolve()
    console = Console(soft_wrap=True, highlight=False, markup=False)
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder)
        files = list(sources(tree))
        small = some_of(tree, files, scratch / "small")
        console.print(f"{tree}: {len(files):,} files; {min(SMALL, len(files)):,} of them, for comparison")
        rows = [Row("empty server: initialize", [ended(started(EMPTY, scratch)) for _ in range(5)])]
        rows.append(Row("initialize", [ended(started(SEAMARK, scratch)) for _ in range(5)]))
        with serving(small, scratch / "few") as few:
            few.client.wait_until_read()
            measured, memory = seamark(tree, scratch, few, options.count, options.edits)
        rows += measured
    shown = Table("milliseconds", "n", "p50", "p95", "p99", title_justify="left")
    for column in shown.columns[1:]:
        column.justify = "right"
    for row in rows:
        shown.add_row(row.name, str(len(row.times)), *(f"{percentile(row.times, p) * 1000:.2f}" for p in (50, 95, 99)))
    console.print(shown)
    for name, size in memory:
        console.print(f"memory {name}: {size / 1e6:,.0f} MB")


def percentile(times: Sequence[float], percent: int) -> float:
    """The time within which so many of a hundred answers came."""
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)]


def sources(tree: Path) -> Iterator[str]:
    """The files of a tree that Seamark reads."""
    for found in walk(tree, Limits(), lambda name: dialect_of(name) is not None):
        if not isinstance(found, Problem):
            yield found.path


def some_of(tree: Path, files: Sequence[str], to: Path) -> Path:
    """A copy of some of the tree's files, the same ones every time."""
    for path in random.Random(0).sample(files, min(SMALL, len(files))):
        (to / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(tree / path, to / path)
    return to


def started(command: Sequence[str], folder: Path) -> tuple[Client, float]:
    """A client of a server that was just started, and how long that took until `initialize` was answered."""
    # The log of a client lies in its folder, which must not be the workspace.
    (folder / "log").mkdir(exist_ok=True)
    before = time.perf_counter()
    client = Client(command, folder / "log")
    client.initialize(capabilities_of("visual-studio-code"), folders=[folder], wait=False)
    return client, time.perf_counter() - before


class Shown(NamedTuple):
    """A Seamark that serves a tree, and what an editor shows there."""

    client: Client
    routes: str
    calls: str
    page: str

    def keystroke(self, number: int) -> None:
        """Type one character in the middle, and ask where a call leads."""
        line = LINES // 2 - 1
        at = {"line": line, "character": 0}
        end = {"line": line, "character": number % 2}
        self.client.change(self.page, {"range": {"start": at, "end": end}, "text": " " if number % 2 == 0 else ""})
        assert self.client.at("definition", self.page, LINES // 2, 9) is not None


@contextmanager
def serving(tree: Path, log: Path) -> Iterator[Shown]:
    """Seamark, as it begins to serve a tree."""
    log.mkdir(exist_ok=True)
    with Client(SEAMARK, log) as client:
        client.initialize(capabilities_of("visual-studio-code"), folders=[tree], wait=False)
        texts = ("routes", ROUTES), ("calls", PAGE), ("page", LONG)
        yield Shown(client, *(client.open(tree / f"seamark_bench_{name}.ts", text) for name, text in texts))


def seamark(tree: Path, scratch: Path, few: Shown, count: int, edits: int) -> tuple[list[Row], list[tuple[str, int]]]:
    """All that is asked of Seamark in a tree, and what is typed there and where there are only a `few` files."""
    rows: list[Row] = []
    before = time.perf_counter()
    memory: list[tuple[str, int]] = []
    with started(EMPTY, scratch)[0] as empty, serving(tree, scratch / "all") as all_:
        nothing = empty.open(scratch / "a.ts", LONG)
        foreign = (lambda: all_.client.at("hover", all_.page, 3, 2)), (lambda: empty.at("hover", nothing, 3, 2))
        indexing = []
        while not any(value["kind"] == "end" for value in all_.client.progress()):
            indexing.append([timed(ask) for ask in foreign])
            time.sleep(0.005)
        rows.append(Row("indexing all, once", [time.perf_counter() - before]))
        rows += in_turn("a position that is not ours, while indexing", OF_EMPTY, indexing)
        memory.append(("when all is indexed", resident(all_.client.process.pid)))
        time.sleep(RESPITE + REST)
        memory.append(("at rest", resident(all_.client.process.pid)))
        asked = [[timed(ask) for ask in foreign] for _ in range(count)]
        rows += in_turn("a position that is not ours", OF_EMPTY, asked)
        rows += questions(all_, count)
        typed = [[timed(partial(one.keystroke, number)) for one in (all_, few)] for number in range(count)]
        name = f"a keystroke in {LINES:,} lines, and the definition"
        rows += in_turn(name, f"the same of {SMALL:,} files", typed)
        for number in range(edits):
            all_.keystroke(count + number)
        if edits:
            memory.append((f"after {edits:,} edits more", resident(all_.client.process.pid)))
    return rows, memory


def in_turn(name: str, other: str, times: Sequence[Sequence[float]]) -> Iterator[Row]:
    """What Seamark and another server took, who were asked in turn."""
    ours, theirs = zip(*times, strict=True)
    yield Row(name, ours)
    yield Row(other, theirs)


def questions(asked: Shown, count: int) -> Iterator[Row]:
    """What is asked when all is indexed."""
    client, routes, calls, _ = asked

    def at_call(feature: str) -> Callable[[int], Any]:
        assert client.at(feature, calls, 0, 9) is not None
        return lambda number: client.at(feature, calls, number % CALLS, 9)

    def all_calls(_: int) -> list[Any]:
        found: list[Any] = client.at("references", routes, 2, 11, context={"includeDeclaration": False})
        return found

    found = len(all_calls(0))
    assert found >= CALLS, found
    yield repeated("definition at a call", count, at_call("definition"))
    yield repeated("hover at a call", count, at_call("hover"))
    yield repeated(f"references, {len(all_calls(0)):,} results", count, all_calls)


def repeated(name: str, count: int, ask: Callable[[int], Any]) -> Row:
    """A question asked many times."""
    times = []
    for number in range(count):
        before = time.perf_counter()
        ask(number)
        times.append(time.perf_counter() - before)
    return Row(name, times)


def timed(ask: Callable[[], Any]) -> float:
    """How long a question takes."""
    before = time.perf_counter()
    ask()
    return time.perf_counter() - before


def ended(one: tuple[Client, float]) -> float:
    """The time of a start, after ending it."""
    client, seconds = one
    with client:
        client.end()
    return seconds


def resident(pid: int) -> int:
    """The memory of a process and of all below it, without what they share; 0 where nobody tells."""
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()
        rollup = Path(f"/proc/{pid}/smaps_rollup").read_text("ascii")
    except OSError:
        return 0
    own = next(int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Pss:"))
    return own * 1024 + sum(resident(int(child)) for child in children)


ROUTES = """import express from 'express'
const app = express()
app.get('/seamark-bench/:id', (request, response) => {})
app.get('/seamark-bench-page/:id', (request, response) => {})
"""
PAGE = "".join(f"fetch(`/seamark-bench/${{id{number}}}`)\n" for number in range(CALLS))
LONG = "".join(
    f"fetch(`/seamark-bench/${{id}}/x{line}`)\n" if line % 100 == 99 else f"const value{line} = compute({line}, 'a');\n"
    for line in range(LINES)
).replace(f"const value{LINES // 2} = compute({LINES // 2}, 'a');\n", "fetch(`/seamark-bench-page/${id}`)\n")

if __name__ == "__main__":
    main()
