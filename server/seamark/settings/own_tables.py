"""What must hold in tables of a user's own besides their shape: the names in them lead somewhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from seamark.catalogue import UNKNOWN_TYPE, Library, libraries
from seamark.source import DIALECTS

_LANGUAGES = sorted({dialect.language for dialect in DIALECTS})


def wrong_names(tables: Sequence[Library]) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Where a name stands that says nothing, and why: a language that there is not, a type that no table describes."""
    known = [*libraries(), *tables]
    for number, table in enumerate(tables):
        for place, language in enumerate(table.languages):
            if language not in _LANGUAGES:
                yield (number, "languages", place), f"`{language}` is not one of {', '.join(_LANGUAGES)}"
        types = {UNKNOWN_TYPE}.union(*(one.types for one in known if one.name == table.name))
        for field in msgspec.structs.fields(table):
            rows = getattr(table, field.name)
            for row, one in enumerate(rows if isinstance(rows, tuple) else ()):
                for name in _types(one):
                    if name not in types:
                        yield (number, field.name, row), f"the table has no type `{name}`"


def _types(row: object) -> Iterator[str]:
    yield from getattr(row, "on", ())
    gives = getattr(row, "gives", "")
    if gives:
        yield gives
