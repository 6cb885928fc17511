"""The texts of a file that state prefixes of routes."""

from __future__ import annotations

from collections.abc import Sequence

from seamark.index.reports import Prefix
from seamark.resolve.port_model import Port

from .table import Table


def prefixes(table: Table, path: str, at: int | None = None) -> Sequence[Prefix]:
    """The prefixes that this file states, by position; with one, only those whose text holds it, its end included."""
    found: dict[tuple[int, int, str], dict[Port, None]] = {}
    for file in table.prefixed_in(path):
        for port in table.of(file):
            for one in port.reasons:
                if one.end and one.path == path and (at is None or one.start <= at <= one.end):
                    found.setdefault((one.start, one.end, one.text), {})[port] = None
    return [Prefix(words, path, start, end, tuple(ports)) for (start, end, words), ports in sorted(found.items())]
