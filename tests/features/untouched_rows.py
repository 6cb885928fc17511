"""Finds what no case needs of the catalogue's tables: `python -m tests.features.untouched_rows [--parts] [gin …]`.

A row is needed if a case of `cases/` fails without it. So is one without which its table means nothing: a type that
other rows name. With `--parts` it is asked of each key of a row as well, and of each entry of a list.
"""

from __future__ import annotations

import argparse
import copy
import gc
import multiprocessing
import re
import sys
import tempfile
from collections.abc import Iterator, Sequence
from functools import _lru_cache_wrapper, cache
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias
from unittest import mock

import msgspec
import tomli

from seamark.catalogue import Library, format_place, libraries, loading, mistakes
from seamark.catalogue.rows import CALL, last_name
from seamark.source import dialect_of

from .checking import check, parse
from .test_cases import cases

Table: TypeAlias = dict[str, Any]
Place: TypeAlias = tuple[str | int, ...]
"""The keys, and the numbers of entries, that lead to a part of a table."""

_ABOUT_THE_LIBRARY = ("name", "languages")
_READ_AT_IMPORT = ("listings",)
"""What `seamark.documents` has arranged before a row can be taken out."""
_LOOK_AT_TABLES = ("seamark.catalogue", "seamark.index", "seamark.resolve")
_SYMBOLS = ("calls", "constructed_by", "fixtures", "given_to", "methods", "names", "objects")
_WHOLE = ("wildcards",)
"""What is one row, though its table stands under no name of its own."""


class Part(NamedTuple):
    """A part of the table of a library, and where it stands there."""

    library: str
    place: Place

    def __str__(self) -> str:
        part = _at(_stated(self.library), self.place)
        return f"{self.library}.toml: {format_place(self.place)}: {part}"


def main() -> None:
    """Print the parts that no case needs, and how many there are; end with 1 if there are any."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("libraries", nargs="*", default=[library.name for library in libraries()])
    parser.add_argument("--parts", action="store_true", help="ask it of what rows hold, too")
    options = parser.parse_args()
    asked = [Part(name, place) for name in options.libraries for place in places(_stated(name), options.parts)]
    untouched = 0
    with multiprocessing.Pool() as pool:
        for part, needed in zip(asked, pool.imap(is_needed, asked), strict=True):
            if not needed:
                untouched += 1
                print(part, flush=True)
    print(f"{untouched} of {len(asked)} are needed by no case")
    sys.exit(untouched > 0)


def places(table: Table, with_parts: bool = False) -> Iterator[Place]:
    """Where the rows of a table stand, with what they hold if that is asked for."""
    for field, value in table.items():
        if field in _ABOUT_THE_LIBRARY + _READ_AT_IMPORT:
            continue
        is_row = field in _WHOLE or not isinstance(value, dict | list)
        rows = [(field,)] if is_row else [(field, key) for key in _keys(value)]
        for row in rows:
            if with_parts or isinstance(value, dict) or isinstance(_at(table, row), dict):
                yield row
            if with_parts:
                yield from _within(table, row)


def is_needed(part: Part) -> bool:
    """Whether a case fails without a part of a table, or the rest means nothing."""
    changed = table_without(_stated(part.library), part.place)
    if changed is None:
        return True
    tables = {**_tables(), f"{part.library}.toml": changed}
    try:
        with mock.patch.object(loading, "_table", tables.__getitem__):
            _forget_tables()
            return not all(map(_holds, _cases_of(changed, _words(part))))
    finally:
        _forget_tables()


def _forget_tables() -> None:
    """Forget what functions of the parts that look at tables remember."""
    for one in gc.get_objects():
        if isinstance(one, _lru_cache_wrapper) and one.__module__.startswith(_LOOK_AT_TABLES):
            one.cache_clear()


@cache
def _tables() -> dict[str, Library]:
    return {f"{library.name}.toml": library for library in libraries()}


def table_without(stated: Table, place: Place) -> Library | None:
    """The table without a part of it; None if that is none."""
    rest = copy.deepcopy(stated)
    del _at(rest, place[:-1])[place[-1]]
    try:
        table = msgspec.convert(loading._add_aliases(rest), Library)
    except msgspec.ValidationError:
        return None
    return None if any(mistakes(table)) else table


def _within(table: Table, place: Place) -> Iterator[Place]:
    for key in _keys(_at(table, place)):
        yield (*place, key)
        yield from _within(table, (*place, key))


def _keys(part: object) -> Sequence[str | int]:
    return list(part) if isinstance(part, dict) else range(len(part)) if isinstance(part, list) else ()


def _at(table: Table, place: Place) -> Any:
    part: Any = table
    for key in place:
        part = part[key]
    return part


@cache
def _stated(library: str) -> Table:
    return tomli.loads(loading._texts()[f"{library}.toml"])


def _cases_of(library: Library, words: re.Pattern[str]) -> Iterator[str]:
    """The cases that may need a part of a library, its own first: these are the likeliest to do."""
    own = [text for name, _, text in _listed() if name == library.name]
    yield from sorted(own, key=lambda text: words.search(text) is None)
    for name, languages, text in _listed():
        if name != library.name and not languages.isdisjoint(library.languages) and words.search(text):
            yield text


def _words(part: Part) -> re.Pattern[str]:
    """What must stand in a case that needs the part: one of the names by which it is called, as far as it has some."""
    row = _at(_stated(part.library), part.place[:2])
    symbols = [str(part.place[1])] if isinstance(row, str) else _called(row) if isinstance(row, dict) else []
    words = [last_name(symbol.removesuffix(CALL)) for symbol in symbols]
    is_written = all(word.isidentifier() and not word.startswith("__") for word in words)
    return re.compile("|".join(words) if is_written else "")


def _called(row: Table) -> list[str]:
    return [symbol for field in _SYMBOLS for symbol in row.get(field, ())]


@cache
def _listed() -> list[tuple[str, frozenset[str], str]]:
    """All cases: their files' names, the languages in which they have sources, their texts."""
    return [(case.title.partition(":")[0], _languages(case.text), case.text) for case in cases()]


def _languages(text: str) -> frozenset[str]:
    dialects = map(dialect_of, parse(text).files)
    return frozenset(language for dialect in dialects if dialect is not None for language in dialect.read_for)


def _holds(text: str) -> bool:
    with tempfile.TemporaryDirectory() as root:
        try:
            check(text, Path(root))
        except AssertionError:
            return False
    return True


if __name__ == "__main__":
    main()
