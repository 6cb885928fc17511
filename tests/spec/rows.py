"""Which tests hold the specification: `make spec`.

`rows.txt` has its rows and rules, each with a name and the specification's words; `~` before a name says that nothing
holds it yet. A test names the rows that it holds with the marker `spec`; a case of `tests/features/cases` does so in a
line `holds 2.5.1 2.7.3` below its title.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

TESTS = Path(__file__).parents[1]
_SHOWN = 3


class Row(NamedTuple):
    """A row or rule of the specification. `due` says that a test must hold it."""

    section: str
    name: str
    words: str
    due: bool


def rows() -> Iterator[Row]:
    """The specification's rows, in its order."""
    section = ""
    for line in Path(__file__).with_name("rows.txt").read_text("utf-8").splitlines():
        if line.startswith("# "):
            section = line.removeprefix("# ")
        elif line:
            name, words = line.removeprefix("~ ").split(maxsplit=1)
            yield Row(section, name, words, due=not line.startswith("~ "))


class Held:
    """What pytest tells of the rows that tests name."""

    def __init__(self) -> None:
        self.by: defaultdict[str, list[str]] = defaultdict(list)

    def pytest_itemcollected(self, item: pytest.Item) -> None:
        """A test is found."""
        for marker in item.iter_markers("spec"):
            for name in marker.args:
                self.by[name].append(item.nodeid)


def held() -> Mapping[str, Sequence[str]]:
    """For each name of a row the tests that hold it. None of them runs."""
    found = Held()
    done = pytest.main(["--collect-only", "-p", "no:terminal", "-p", "no:cacheprovider", str(TESTS)], plugins=[found])
    if done is not pytest.ExitCode.OK:
        raise SystemExit("the tests cannot be collected: python -m pytest --collect-only says why")
    return found.by


def wrong(specified: Sequence[Row], by: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """What is wrong with the tests, or with the list."""
    for row in specified:
        if row.due and row.name not in by:
            yield f"no test holds {row.name}: {row.words}"
        if not row.due and row.name in by:
            yield f"{row.name} is held: take its ~ out of rows.txt"
    for name in sorted(by.keys() - {row.name for row in specified}):
        yield f"rows.txt has no {name}, which {by[name][0]} names"


def table(specified: Sequence[Row], by: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Each row, and below it the tests that hold it."""
    section = ""
    for row in specified:
        if row.section != section:
            section = row.section
            yield f"\n{section}"
        yield f"  {row.name:<28}{row.words}"
        tests = by.get(row.name, ())
        yield from (f"      {test}" for test in tests[:_SHOWN])
        if len(tests) > _SHOWN:
            yield f"      … and {len(tests) - _SHOWN} more"
        if not tests:
            yield "      nothing" if row.due else "      not held yet"


def main() -> int:
    """Print the table, and what is wrong; 1 if anything is."""
    specified, by = list(rows()), held()
    print("\n".join(table(specified, by)).lstrip())
    mistakes = list(wrong(specified, by))
    print("", *mistakes, sep="\n", file=sys.stderr)
    return 1 if mistakes else 0


if __name__ == "__main__":
    sys.exit(main())
