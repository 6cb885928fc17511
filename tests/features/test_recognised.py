"""What README says is recognised is what the catalogue has, and all of it is held by cases."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from seamark.catalogue import Library, libraries

from .test_cases import CASES

README = Path(__file__).parents[2] / "README.md"
_ROW = re.compile(r"^\| `(\w+)` +\| .*? \| +(.*?) +\| +(yes)? *\| +(yes)? *\|$", re.MULTILINE)
_LANGUAGES = {
    "c": "C",
    "cpp": "C++",
    "go": "Go",
    "php": "PHP",
    "python": "Python",
    "rust": "Rust",
    "typescript": "TypeScript, JavaScript",
}


def documented() -> dict[str, tuple[str, bool, bool]]:
    """The table's rows: for each library its languages, and whether it serves and calls."""
    table = README.read_text("utf-8").partition("## What it recognises")[2].partition("\n## ")[0]
    return {name: (languages, bool(serves), bool(calls)) for name, languages, serves, calls in _ROW.findall(table)}


def in_catalogue(library: Library) -> tuple[str, bool, bool]:
    languages = ", ".join(_LANGUAGES[language] for language in library.languages)
    roles = {row.role for row in library.contracts}
    generated = any(row.servers for row in library.generated)
    paths = any(kind.role == "path" for kind in library.types.values())
    serves = bool(library.routes or generated or library.performing or paths or "exposes" in roles)
    return languages, serves, bool(library.requests or library.gathered or "consumes" in roles)


def test_the_table_says_what_the_catalogue_has() -> None:
    assert documented() == {library.name: in_catalogue(library) for library in libraries()}


@pytest.mark.parametrize("library", [pytest.param(library, id=library.name) for library in libraries()])
def test_each_library_has_its_cases(library: Library) -> None:
    text = (CASES / f"{library.name}.txt").read_text("utf-8")
    cases = re.split(r"^=== ", text, flags=re.MULTILINE)[1:]
    assert any(case.count("//- ") > 1 for case in cases), "no case over two files"
    assert sum(case.startswith("not ") for case in cases) >= 2, "fewer than two cases of look-alikes"
