"""How long an editor waits on a real tree, at places and in files at random: `python -m tests.bench.anywhere TREE`.

An editor shows some files of the tree, as they are on disk, the last ones that somebody went to. While the server
reads the tree for the first time, it is asked about places that state nothing. Then definitions, hovers and references
are asked for where contracts are stated, in whatever file. At last a character is typed at random and deleted again;
what is timed is each of both with a hover in that file after it, which needs the new text: where it states a contract
if it states one, else at its begin. A file's dependants are those whose analysis asked something about it.

Numbers are milliseconds from the request, or the keystroke, to the answer; `CPU` is what all of the server's processes
spend meanwhile, and hardly depends on what else the machine does (0 where nobody tells). TREE is only read.
"""

from __future__ import annotations

import argparse
import gc
import os
import random
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table

from seamark.index import Index
from seamark.source.lines import LineIndex, lines_of
from tests.protocol import client as protocol
from tests.protocol.client import SEAMARK, Client, capabilities_of

from .lsp import percentile, sources

SHOWN = 20
"""How many files the editor shows at the same time."""
LEADING = 50
"""How many files count as those with the most dependants."""
FAR = 300
"""How many bytes there are at least between a place that states nothing and one that states something."""
LARGEST = 200_000
"""In files of more bytes nobody types."""
_COLUMNS = (("p50", 50), ("p95", 95), ("p99", 99), ("most", 100))


class Waited(NamedTuple):
    """How long an answer took, in seconds, and how long the server's processes were busy with it."""

    seconds: float
    busy: float


class Tree(NamedTuple):
    """A tree, and what Seamark knows of it."""

    root: Path
    files: Sequence[str]
    stating: Mapping[str, Sequence[int]]
    """Where files state contracts."""
    leading: Sequence[str]
    """The files with the most dependants."""


class Editor:
    """What shows files of a tree, and waits for answers about them."""

    def __init__(self, client: Client, root: Path) -> None:
        self._client = client
        self._root = root
        self._shown: dict[str, tuple[str, LineIndex]] = {}

    def show(self, path: str) -> str:
        """Go to a file; its URI."""
        if path not in self._shown:
            while len(self._shown) >= SHOWN:
                self._client.close(self._shown.pop(next(iter(self._shown)))[0])
            lines = lines_of((self._root / path).read_bytes())
            self._shown[path] = self._client.open(self._root / path), lines
        self._shown[path] = self._shown.pop(path)
        return self._shown[path][0]

    def ask(self, feature: str, path: str, offset: int, **more: Any) -> Waited:
        """Ask about a place of a file that is shown, as it is on disk."""
        uri, lines = self._shown[path]
        return self._timed(lambda: self._client.at(feature, uri, *lines.position(offset, "utf-16"), **more))

    def foreign(self, path: str, tree: Tree, chance: random.Random) -> Sequence[int]:
        """Some places of a file that are far from all where contracts are stated."""
        _, lines = self._shown[path]
        offsets = [lines.line(chance.randrange(len(lines)))[0] for _ in range(20)]
        return [one for one in offsets if all(abs(one - stated) > FAR for stated in tree.stating.get(path, ()))]

    def type(self, path: str, chance: random.Random, asked: int, *, indents: bool) -> Iterator[Waited]:
        """Type a letter anywhere and delete it, or a space before a line; each with a hover at what was at `asked`."""
        uri, lines = self._shown[path]
        line = chance.randrange(len(lines))
        last = lines.position(lines.line(line)[1], "utf-16")[1]
        column = 0 if indents else chance.randint(0, last)
        start, end = {"line": line, "character": column}, {"line": line, "character": column + 1}
        there = lines.position(asked, "utf-16")
        moved = there[0], there[1] + (there[0] == line and there[1] >= column)

        def typed(until: Mapping[str, int], text: str, at: tuple[int, int]) -> None:
            self._client.change(uri, {"range": {"start": start, "end": until}, "text": text})
            self._client.at("hover", uri, *at)

        yield self._timed(lambda: typed(start, " " if indents else "x", moved))
        yield self._timed(lambda: typed(end, "", there))

    def _timed(self, ask: Callable[[], object]) -> Waited:
        busy, before = _busy(self._client.process.pid), time.perf_counter()
        ask()
        seconds = time.perf_counter() - before
        return Waited(seconds, _busy(self._client.process.pid) - busy)


def main() -> None:
    """Print a table of times."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tree", type=Path)
    parser.add_argument("--count", type=int, default=1000, help="how often each question is asked")
    options = parser.parse_args()
    gc.disable()  # What is measured is how long the server takes, not how long we look for garbage.
    protocol.PATIENCE = 1800.0
    tree = read(options.tree.resolve())
    shown = Table("milliseconds", "n", *(name for name, _ in _COLUMNS), *(f"CPU {name}" for name, _ in _COLUMNS))
    for column in shown.columns[1:]:
        column.justify = "right"
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = folder
        with Client(SEAMARK, Path(folder)) as client:
            client.initialize(capabilities_of("visual-studio-code"), folders=[tree.root], wait=False)
            for name, times in asked(Editor(client, tree.root), client, tree, options.count):
                numbers = ([getattr(one, kind) for one in times] for kind in Waited._fields)
                percentiles = (percentile(some, share) * 1000 for some in numbers for _, share in _COLUMNS)
                shown.add_row(name, str(len(times)), *(f"{number:.1f}" for number in percentiles))
    console = Console(soft_wrap=True, highlight=False, markup=False)
    console.print(f"{tree.root}: {len(tree.files):,} files, {len(tree.stating):,} of which state contracts")
    console.print(shown)


def read(root: Path) -> Tree:
    """What Seamark knows of a tree."""
    index = Index([root])
    index.load()
    stating: dict[str, list[int]] = {}
    for port in index.ports():
        if not port.contract and _is_plain(root / port.path):
            stating.setdefault(port.path, []).append(port.start)
    files = [path for path in sources(root) if _is_plain(root / path)]
    leading = sorted(files, key=lambda path: (-_dependants(index, path), path))[:LEADING]
    return Tree(root, files, stating, leading)


def asked(editor: Editor, client: Client, tree: Tree, count: int) -> Iterator[tuple[str, Sequence[Waited]]]:
    """All that is asked of a server which begins to read a tree, each with how long it took."""
    chance = random.Random(0)
    stating = list(tree.stating)
    restored = chance.sample(stating, min(len(stating), SHOWN // 2)) + chance.sample(tree.files, SHOWN // 2)
    for path in restored:
        editor.show(path)
    foreign = [(path, offset) for path in restored for offset in editor.foreign(path, tree, chance)]
    meanwhile, often = [], random.Random(0)  # How often it is asked must not decide what is asked later.
    while not any(value["kind"] == "end" for value in client.progress()):
        meanwhile.append(editor.ask("hover", *often.choice(foreign)))
        time.sleep(0.002)
    yield "a position that states nothing, while indexing", meanwhile

    def places() -> Iterator[tuple[str, int]]:
        """Where contracts are stated, in files that are shown, and that the server has taken in."""
        every = [(path, offset) for path, offsets in tree.stating.items() for offset in offsets]
        for path, offset in chance.choices(every, k=count):
            editor.show(path)
            editor.ask("documentSymbol", path, 0)
            yield path, offset

    yield "definition", [editor.ask("definition", *place) for place in places()]
    yield "hover", [editor.ask("hover", *place) for place in places()]
    context = {"includeDeclaration": True}
    yield "references", [editor.ask("references", *place, context=context) for place in places()]

    def typed(files: Sequence[str], *, indents: bool) -> Iterator[Waited]:
        for path in chance.choices(files, k=count // 2):
            editor.show(path)
            editor.ask("documentSymbol", path, 0)
            offsets = tree.stating.get(path, (0,))
            yield from editor.type(path, chance, chance.choice(offsets), indents=indents)

    yield "a space before a line of a file with contracts", list(typed(stating, indents=True))
    yield "a letter in a file with contracts", list(typed(stating, indents=False))
    yield "a letter in any file", list(typed(tree.files, indents=False))
    yield (
        f"a letter in the {len(tree.leading)} files with the most dependants",
        list(typed(tree.leading, indents=False)),
    )


def _is_plain(path: Path) -> bool:
    """Whether somebody may type in a file here."""
    try:
        return path.stat().st_size < LARGEST and b"\r" not in path.read_bytes() and bool(path.read_text("utf-8"))
    except UnicodeDecodeError:
        return False


def _dependants(index: Index, path: str) -> int:
    """How many files' analysis asked something about a file."""
    dependencies = index._current_ports._dependencies
    works = dependencies.work_depending_on(dependencies.at([path]))
    return len({work.path for work in works} - {path})


def _busy(pid: int) -> float:
    """The seconds that a process and all below it have been on a processor."""
    tasks = Path(f"/proc/{pid}/task")
    try:
        spent = sum(int((task / "schedstat").read_text("ascii").split()[0]) for task in tasks.iterdir()) / 1e9
        children = [int(child) for task in tasks.iterdir() for child in (task / "children").read_text("ascii").split()]
    except OSError:
        return 0.0
    return spent + sum(map(_busy, children))


if __name__ == "__main__":
    main()
