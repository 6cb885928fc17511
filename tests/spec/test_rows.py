"""Every row of the specification is held by a test that names it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from .rows import Row, rows, table, wrong

NOW = Row("1 Part", "1.1", "What is.", due=True)
LATER = Row("1 Part", "1.2", "What will be.", due=False)


@pytest.mark.slow
def test_every_row_is_held() -> None:
    command = [sys.executable, "-m", "tests.spec.rows"]
    done = subprocess.run(command, cwd=Path(__file__).parents[2], capture_output=True, encoding="utf-8", timeout=600)
    assert (done.returncode, done.stderr.strip()) == (0, "")


def test_a_row_is_listed_once() -> None:
    names = [row.name for row in rows()]
    assert len(names) == len(set(names))


def test_nothing_is_wrong_with_a_row_that_is_held_nor_with_one_to_come() -> None:
    assert not list(wrong([NOW, LATER], {"1.1": ["test_x"]}))


def test_what_is_wrong() -> None:
    assert list(wrong([NOW, LATER], {"1.2": ["test_x"], "9": ["test_y"]})) == [
        "no test holds 1.1: What is.",
        "1.2 is held: take its ~ out of rows.txt",
        "rows.txt has no 9, which test_y names",
    ]


def test_the_table() -> None:
    assert list(table([NOW, LATER], {"1.1": ["a", "b", "c", "d"]})) == [
        "\n1 Part",
        "  1.1                         What is.",
        *("      a", "      b", "      c", "      … and 1 more"),
        "  1.2                         What will be.",
        "      not held yet",
    ]
