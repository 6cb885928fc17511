"""How long an editor waits on a real tree, at places and in files at random: python tests/bench/anywhere.py TREE

The files are shown as they are on disk. A definition, a hover and references are asked for where contracts are stated;
a keystroke adds or removes a space at the begin of some line of some file that states contracts, and an answer that
needs that text follows. Numbers are milliseconds from the request to its answer. TREE is only read.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

sys.path.insert(0, str(Path(__file__).parents[2]))

from seamark.index import Index
from seamark.resolve.port_model import Port
from seamark.source.lines import lines_of
from tests.bench.lsp import Row, percentile, repeated, serving, timed
from tests.protocol import client as protocol
from tests.protocol.client import Client

Place = tuple[str, int, int]
"""A document, and a line and a column of it."""


def main() -> None:
    """Print a table of times."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tree", type=Path)
    parser.add_argument("--count", type=int, default=500, help="how often each question is asked")
    options = parser.parse_args()
    protocol.PATIENCE = 1800.0
    tree = options.tree.resolve()
    index = Index([tree])
    index.load()
    with tempfile.TemporaryDirectory() as log:
        os.environ["XDG_CACHE_HOME"] = log
        with serving(tree, Path(log)) as served:
            rows = list(asked(served.client, tree, index, options.count, served.page))
    shown = Table("milliseconds", "n", "p50", "p95", "p99", "most")
    for row in rows:
        shown.add_row(
            row.name, str(len(row.times)), *(f"{percentile(row.times, p) * 1000:.2f}" for p in (50, 95, 99, 100))
        )
    Console(soft_wrap=True, highlight=False).print(shown)


def asked(client: Client, tree: Path, index: Index, count: int, foreign: str) -> Sequence[Row]:
    """All that is asked of a server which begins to read a tree, whose ports the index has, too."""
    chance, meanwhile = random.Random(0), []
    client.at("hover", foreign, 3, 2)
    while not any(value["kind"] == "end" for value in client.progress()):
        meanwhile.append(timed(lambda: client.at("hover", foreign, 3, 2)))
        time.sleep(0.002)
    ports = [port for port in index.ports() if not port.contract]
    shown = {path: client.open(tree / path, _text(index, path)) for path in sorted({port.path for port in ports})}
    client.at("hover", foreign, 3, 2)
    places = [_place(index, shown, port) for port in chance.sample(ports, min(len(ports), 400))]

    def at(feature: str, **further: Any) -> Callable[[int], Any]:
        return lambda number: client.at(feature, *places[number % len(places)], **further)

    def keystroke(number: int) -> None:
        uri, line, column = places[chance.randrange(len(places))]
        typed = {"line": chance.randrange(line + 1), "character": 0}
        client.change(uri, {"range": {"start": typed, "end": typed}, "text": " "})
        client.at("hover", uri, line, column + (typed["line"] == line))
        client.change(uri, {"range": {"start": typed, "end": {**typed, "character": 1}}, "text": ""})
        client.at("hover", uri, line, column)

    return [
        Row("a position that is not ours, while indexing", meanwhile),
        repeated("definition", count, at("definition")),
        repeated("hover", count, at("hover")),
        repeated("references", count, at("references", context={"includeDeclaration": True})),
        repeated("two keystrokes, each with a hover", count, partial(keystroke)),
    ]


def _text(index: Index, path: str) -> str:
    return (index.text(path) or b"").decode()


def _place(index: Index, shown: dict[str, str], port: Port) -> Place:
    at = lines_of(index.text(port.path) or b"").position(port.start, "utf-16")
    return shown[port.path], at[0], at[1]


if __name__ == "__main__":
    main()
