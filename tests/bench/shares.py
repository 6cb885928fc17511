"""What it costs to read repositories in shares: `python -m tests.bench.shares FOLDER`.

FOLDER is a workspace of several repositories. It is read in one process, and then in shares, one after the other, as
if there were a processor for each. Told are the seconds of a processor: of the one process, of each share, of whoever
joins them, and of the longest chain, which is that of the largest share and of what joins them. Whether both find the
same is told, too. FOLDER is only read, and nothing is kept.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from unittest import mock

from rich.console import Console
from rich.table import Table

from seamark.index import Index
from seamark.index import index as index_module
from seamark.index.shares.reading_processes import MOST, read_shares
from seamark.index.shares.share import ShareState, ShareTask


def main() -> None:
    """Print a row for each share, and for what they are compared with."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder.resolve()
    shown = Table("", "files", "CPU s")
    started = time.process_time()
    whole = _said(folder, processes=0)
    alone = time.process_time() - started
    shown.add_row("in one process", "", f"{alone:.1f}")
    taken: list[float] = []

    def read_in_turn(
        tasks: Sequence[ShareTask], at_once: int, progress: Callable[[int], None]
    ) -> list[ShareState | None]:
        del at_once
        states: list[ShareState | None] = []
        for task in tasks:
            before = os.times()
            states += read_shares([task], 1, progress)
            now = os.times()
            taken.append(now.children_user + now.children_system - before.children_user - before.children_system)
            shown.add_row("a share", str(len(task.files)), f"{taken[-1]:.1f}")
        return states

    started = time.process_time()
    with mock.patch.object(index_module, "read_shares", read_in_turn):
        in_shares = _said(folder, processes=MOST)
    joining = time.process_time() - started
    chain = max(taken, default=0.0) + joining
    shown.add_row("who joins them", "", f"{joining:.1f}")
    shown.add_row("the longest chain", "", f"{chain:.1f}, {chain / alone:.2f} of one process")
    Console().print(shown)
    print("both find the same" if in_shares == whole else "what they find differs")


def _said(folder: Path, processes: int) -> list[list[str]]:
    """What an index says of the folder that so many processes help to read."""
    index = Index([folder], extractors=(), processes=processes)
    index.load()
    return [[repr(one) for one in some] for some in (index.ports(), index.links(), index.problems())]


if __name__ == "__main__":
    main()
