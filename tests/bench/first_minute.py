"""How long the first jump takes in a large workspace: `python -m tests.bench.first_minute FOLDER [REPOSITORY …]`.

FOLDER is a workspace of several repositories. In one of them, a second after the server began to read, an editor opens
a file and asks for the definition of a call, again and again, until the answer is the one that there is when everything
has been read. This is done in the repository alone, and in the whole folder, with an empty cache each. Told are the
seconds from the start of the server to the first right answer, the longest time that any answer took until then, and
how long it takes to read everything. FOLDER is only read.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table

from seamark.index import Index
from seamark.source.lines import lines_of
from tests.protocol import client as protocol
from tests.protocol.client import SEAMARK, Client, capabilities_of

EVERY = 0.02
"""How many seconds there are between an answer and the next question."""


class Call(NamedTuple):
    """A call that some handler in the code of the same repository serves, and where that stands."""

    path: str
    line: int
    column: int


class Waited(NamedTuple):
    """How long it took, in seconds: to the first right answer, for the slowest answer, and until all was read."""

    first: float
    slowest: float
    whole: float


def main() -> None:
    """Print a row for each repository."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("repositories", nargs="*", help="their names; all if none is given")
    parser.add_argument("--whole", action="store_true", help="wait until all is read, too")
    options = parser.parse_args()
    protocol.PATIENCE = 1800.0
    folder = options.folder.resolve()
    shown = Table("repository", "alone: first jump", "slowest", "all", "together: first jump", "slowest", "all", "x")
    for column in shown.columns[1:]:
        column.justify = "right"
    for name in options.repositories or sorted(one.name for one in folder.iterdir() if one.is_dir()):
        call = next(_calls(folder / name), None)
        if call is not None:
            alone = waited(folder / name, folder / name, call, whole=True)
            together = waited(folder, folder / name, call, whole=options.whole)
            seconds = [f"{one:.2f}" for one in (*alone, *together)]
            shown.add_row(name, *seconds, f"{together.first / alone.first:.2f}")
    console = Console(soft_wrap=True, highlight=False, markup=False)
    console.print(shown)


def _calls(root: Path) -> Iterator[Call]:
    """The calls of a repository that its own code serves."""
    index = Index([root])
    index.load()
    for port in index.ports():
        found = [] if port.role != "consumes" or port.contract else index.providers(port)
        if found and all(match.port.handler is not None and match.port.path != port.path for match in found):
            line, column = lines_of((root / port.path).read_bytes()).position(port.start, "utf-16")
            yield Call(port.path, line, column)


def waited(workspace: Path, repository: Path, call: Call, *, whole: bool) -> Waited:
    """Ask for a call's definition in a workspace until the answer is right."""
    with tempfile.TemporaryDirectory() as cache:
        os.environ["XDG_CACHE_HOME"] = cache
        right: Any = _definition(repository, repository, call)
    with tempfile.TemporaryDirectory() as cache:
        os.environ["XDG_CACHE_HOME"] = cache
        begin = time.perf_counter()
        with Client(SEAMARK, Path(cache)) as client:
            client.initialize(capabilities_of("visual-studio-code"), folders=[workspace], wait=False)
            uri = client.open(repository / call.path)
            slowest, now = 0.0, time.perf_counter()
            answer = client.at("definition", uri, call.line, call.column)
            while not _holds(answer, right):
                slowest = max(slowest, time.perf_counter() - now)
                time.sleep(EVERY)
                now = time.perf_counter()
                answer = client.at("definition", uri, call.line, call.column)
            first = time.perf_counter() - begin
            if whole:
                client.wait_until_read()
            return Waited(first, slowest, time.perf_counter() - begin)


def _definition(workspace: Path, repository: Path, call: Call) -> object:
    with Client(SEAMARK, workspace) as client:
        client.initialize(capabilities_of("visual-studio-code"), folders=[workspace])
        return client.at("definition", client.open(repository / call.path), call.line, call.column)


def _holds(answer: Sequence[Any] | None, right: Sequence[Any] | None) -> bool:
    """Whether all that is right is among the answer."""
    return all(one in (answer or ()) for one in right or ())


if __name__ == "__main__":
    main()
