"""What must hold in tables of a user's own besides their shape: the names in them lead somewhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from seamark.catalogue import Library, TableKey, libraries, mistakes
from seamark.source import DIALECTS

_LANGUAGES = sorted({dialect.language for dialect in DIALECTS})


def wrong_names(tables: Sequence[Library]) -> Iterator[tuple[TableKey, str]]:
    """Where the tables say what means nothing, and why: a language that there is not, and `catalogue.mistakes`."""
    known = [*libraries(), *tables]
    for number, table in enumerate(tables):
        for place, language in enumerate(table.languages):
            if language not in _LANGUAGES:
                yield (number, "languages", place), f"`{language}` is not one of {', '.join(_LANGUAGES)}"
        alike = [one for one in known if one.name == table.name and one is not table]
        yield from (((number, *place), said) for place, said in mistakes(table, alike))
