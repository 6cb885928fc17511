"""The workspaces that several trees make: each alone, and all of them together."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

SETTLED = 3.0
"""Seconds after which Seamark takes it that a file which looks unchanged is unchanged."""


def workspaces(trees: Sequence[str]) -> Iterator[str]:
    """Each tree, and if there are several, a folder that has all of them, as long as nobody asks for more.

    They are there as hard links, for links that leave a workspace are not followed; copied from another device.
    """
    yield from trees
    if len(trees) == 1:
        return
    with TemporaryDirectory() as folder:
        for number, tree in enumerate(trees):
            to = Path(folder, "together", f"{number}-{Path(tree).resolve().name}")
            shutil.copytree(tree, to, symlinks=True, copy_function=linked)
        time.sleep(SETTLED)
        yield str(Path(folder, "together"))


def linked(source: str, target: str) -> None:
    """Make a file another name of the same, or a copy where that cannot be."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)
