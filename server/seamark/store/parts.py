"""A store in parts that fit into memory, for questions about all of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, TypeVar

from .organisation import Part

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_PORTS = 20_000
"""About so many ports are in a part."""
_One = TypeVar("_One")


def by_contract(connection: DuckDBPyConnection) -> Iterator[Part]:
    """All contracts that have ports, in their order."""
    rows = connection.execute(
        "SELECT mechanism, key, count(*) FROM ports GROUP BY mechanism, key ORDER BY mechanism, key"
    ).fetchall()
    sized = (((mechanism, key), count) for mechanism, key, count in rows)
    return (Part(contracts=part) for part in group_by_size(sized, _PORTS))


def by_repository(connection: DuckDBPyConnection) -> Iterator[Part]:
    """All repositories that have ports, in the order of their files."""
    rows: list[tuple[str, int]] = connection.execute(
        "SELECT repository, count(*) FROM ports GROUP BY repository ORDER BY repository || '/'"
    ).fetchall()
    return (Part(repositories=part) for part in group_by_size(rows, _PORTS))


def group_by_size(sized: Iterable[tuple[_One, int]], most: int) -> Iterator[list[_One]]:
    """What has these sizes, in its order: as many in each part as have `most` together, or one that has more."""
    part: list[_One] = []
    size = 0
    for one, count in sized:
        if part and size + count > most:
            yield part
            part, size = [], 0
        part.append(one)
        size += count
    if part:
        yield part
