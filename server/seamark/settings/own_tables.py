"""What must hold in tables of a user's own besides their shape: names lead somewhere, and no expression takes long."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from seamark.catalogue import (
    DECORATED,
    VERBS,
    Library,
    OwnRow,
    TableKey,
    libraries,
    mistakes,
    of_own,
    wrong_argument,
    wrong_expressions,
)


def wrong_names(tables: Sequence[Library]) -> Iterator[tuple[TableKey, str]]:
    """Where the tables say what means nothing, and why (`catalogue.mistakes`), or may take long."""
    known = [*libraries(), *tables]
    for number, table in enumerate(tables):
        alike = [one for one in known if one.name == table.name and one is not table]
        wrong = (*mistakes(table, alike), *wrong_expressions(table))
        yield from (((number, *place), said) for place, said in wrong)


def wrong_rows(rows: Sequence[OwnRow]) -> Iterator[tuple[TableKey, str]]:
    """Where rows of a project's own say what means nothing, and why."""
    for number, row in enumerate(rows):
        if bool(row.routes) == bool(row.requests):
            yield (number,), "set either `routes` or `requests` to the name of what declares them"
        elif not row.name:
            yield (number,), "the name must not be empty"
        for field in ("path", "verb", "handler"):
            spec: str = getattr(row, field)
            if spec and not (spec == DECORATED and field == "handler"):
                yield from (((number, field), said) for said in wrong_argument(spec))
        if row.verb.isalpha() and row.verb.lower() in VERBS and not row.verb.isupper():
            yield (number, "verb"), f"`{row.verb}` is an argument of that name; did you mean `{row.verb.upper()}`?"
        for table in of_own([row]):
            yield from (((number, *place), said) for place, said in mistakes(table) if place[0] == "languages")
