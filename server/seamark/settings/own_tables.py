"""What must hold in tables of a user's own besides their shape: the names in them lead somewhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from seamark.catalogue import Library, TableKey, libraries, mistakes


def wrong_names(tables: Sequence[Library]) -> Iterator[tuple[TableKey, str]]:
    """Where the tables say what means nothing, and why (`catalogue.mistakes`)."""
    known = [*libraries(), *tables]
    for number, table in enumerate(tables):
        alike = [one for one in known if one.name == table.name and one is not table]
        yield from (((number, *place), said) for place, said in mistakes(table, alike))
