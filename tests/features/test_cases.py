"""Every case of `cases/`: what is found in it is what its comments say, and nothing else.

A file there is named for a library of the catalogue, or for something that all of them share. A line `=== title` begins
a case; a title that begins with `not ` is one of look-alikes. A line `holds 2.5.1 2.7.3` below it names rows of the
specification (tests/spec).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from .checking import check

CASES = Path(__file__).with_name("cases")
_CASE = re.compile(r"^=== (.+)\n(?:holds (.+)\n)?", re.MULTILINE)


class Listed(NamedTuple):
    """A case as its file has it."""

    title: str
    text: str
    holds: tuple[str, ...]


def cases() -> Iterator[Listed]:
    for file in sorted(CASES.glob("*.txt")):
        _, *pieces = _CASE.split(file.read_text("utf-8"))
        for title, rows, text in zip(pieces[::3], pieces[1::3], pieces[2::3], strict=True):
            yield Listed(f"{file.stem}: {title}", text, tuple((rows or "").split()))


@pytest.mark.parametrize(
    "text", [pytest.param(case.text, id=case.title, marks=pytest.mark.spec(*case.holds)) for case in cases()]
)
def test_case(text: str, tmp_path: Path) -> None:
    check(text, tmp_path)


@pytest.mark.parametrize(
    ("mark", "message"),
    [
        (
            "^ consumes http GET /users 0.9",
            "1:8 is marked at column 4, but stands at 8 to 13: consumes",
        ),
        ("    ^ consumes http GET /users 0.8", "is marked as `consumes http GET /users 0.8`, but found as `consumes"),
        ("    ^ consumes http GET /users 0.9 via exact", "but found as `consumes http GET /users 0.9 via nothing`"),
        ("    ^ exposes http GET /users 0.9", "1:8 is found but not marked"),
        ("    ^ exposes http GET /users 0.9", "1:8 is marked but not found: exposes http GET /users 0.9"),
    ],
)
def test_a_mark_that_is_almost_right_is_told_what_differs(mark: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(AssertionError) as raised:
        check(f'//- calls.js\nfetch("/users")\n// {mark}\n', tmp_path)
    assert message in str(raised.value)
