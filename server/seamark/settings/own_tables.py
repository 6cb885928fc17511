"""What must hold in tables of a user's own besides their shape: names lead somewhere, and no expression takes long."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from seamark.catalogue import Library, TableKey, libraries, mistakes, wrong_expressions


def wrong_names(tables: Sequence[Library]) -> Iterator[tuple[TableKey, str]]:
    """Where the tables say what means nothing, and why (`catalogue.mistakes`), or may take long."""
    known = [*libraries(), *tables]
    for number, table in enumerate(tables):
        alike = [one for one in known if one.name == table.name and one is not table]
        wrong = (*mistakes(table, alike), *wrong_expressions(table))
        yield from (((number, *place), said) for place, said in wrong)
