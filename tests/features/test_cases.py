"""Every case of `cases/`: what is found in it is what its comments say, and nothing else.

A file there is named for a library of the catalogue, or for something that all of them share. A line `=== title` begins
a case; a title that begins with `not ` is one of look-alikes.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from .checking import check

CASES = Path(__file__).with_name("cases")
_TITLE = re.compile(r"^=== (.+)$", re.MULTILINE)


def cases() -> list[tuple[str, str]]:
    found = []
    for file in sorted(CASES.glob("*.txt")):
        pieces = _TITLE.split(file.read_text("utf-8"))
        found += [(f"{file.stem}: {title}", text) for title, text in zip(pieces[1::2], pieces[2::2], strict=True)]
    return found


@pytest.mark.parametrize("text", [pytest.param(text, id=title) for title, text in cases()])
def test_case(text: str, tmp_path: Path) -> None:
    check(text, tmp_path)
