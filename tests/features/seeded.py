"""Copies of the shop to which something was done, as the texts in `checked` and `compared` say it.

A case is a title, lines that are expected, and sections: `//- path` has what is put at the end of a file, `//- path
before TEXT` what is put before its last line that begins with the text, `//- path instead TEXT` what replaces that.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

SHOP = Path(__file__).parents[2] / "fixtures" / "shop"
_SECTION = re.compile(r"^//- (\S+)(?: (before|instead) (.+))?\n", re.MULTILINE)


def cases(file: Path) -> Iterator[tuple[str, str]]:
    """The cases of a file, each with its title."""
    for case in re.split(r"^=== ", file.read_text("utf-8"), flags=re.MULTILINE)[1:]:
        title, _, body = case.partition("\n")
        yield title, body


def seeded(case: str, root: Path) -> list[str]:
    """Make the workspace of a case; the lines that are expected of it."""
    shutil.copytree(SHOP, root)
    return changed(case, root)


def changed(case: str, root: Path) -> list[str]:
    """Do to a shop what a case says; the lines that are expected of it."""
    head, *pieces = _SECTION.split(case)
    for path, how, like, text in zip(pieces[::4], pieces[1::4], pieces[2::4], pieces[3::4], strict=True):
        file = root / path
        there = file.read_text("utf-8") if file.exists() else ""
        at = there.rindex(f"\n{like}") + 1 if how else len(there)
        behind = there.index("\n", at) + 1 if how == "instead" else at
        file.parent.mkdir(exist_ok=True, parents=True)
        file.write_text(there[:at] + text.rstrip("\n") + "\n" * bool(text.strip()) + there[behind:], "utf-8")
    return [line for line in head.splitlines() if line]
