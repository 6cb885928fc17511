"""The texts of a file that state prefixes of routes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from seamark.index.reading.files import Files
from seamark.index.reports import Prefix
from seamark.resolve import Project
from seamark.resolve.port_model import Port

from .table import Table

_Stated = tuple[int, int, str]
"""Where a text stands, and the prefix in words."""


def prefixes(files: Files, table: Table, path: str, at: int | None = None) -> Sequence[Prefix]:
    """The prefixes that this file states, by position; with one, only those whose text holds it, its end included."""
    found: dict[_Stated, dict[Port, None]] = {}
    for stated, port in (*_stated_in_place(table, path, at), *_stated_by_name(files, table, path, at)):
        found.setdefault(stated, {})[port] = None
    return [Prefix(words, path, start, end, tuple(ports)) for (start, end, words), ports in sorted(found.items())]


def _stated_in_place(table: Table, path: str, at: int | None) -> Iterator[tuple[_Stated, Port]]:
    """The prefixes whose texts stand where routers are made, or put below others; and the routes below each."""
    for file in table.prefixed_in(path):
        for port in table.of(file):
            for one in port.reasons:
                if one.end and one.path == path and (at is None or one.start <= at <= one.end):
                    yield (one.start, one.end, one.text), port


def _stated_by_name(files: Files, table: Table, path: str, at: int | None) -> Iterator[tuple[_Stated, Port]]:
    """The texts of constants and functions by whose names prefixes are stated, also in part; and the routes below."""
    from seamark.resolve.recognition import stated_texts  # A start would take longer.

    view = files.view(path)

    def is_wanted(name: str, within: tuple[int, int] | None) -> bool:
        return within is None and any(name in one.names for port in table.ports_of_name(name) for one in port.reasons)

    for stated in () if view is None else stated_texts(Project(files, path), view, is_wanted, at):
        for raw in stated.raw:
            is_stated = _part_of_path(raw)
            for port in table.ports_of_name(stated.name):
                if any(stated.name in one.names and is_stated(f"{one.text}/") for one in port.reasons):
                    yield (stated.start, stated.end, f"prefix {raw}"), port


def _part_of_path(raw: str) -> Callable[[str], object]:
    """Whether whole segments of a path are what a text may be, `{}` being what is not known of it."""
    known = [re.escape(part) for part in raw.strip("/").split("{}")]
    return re.compile(rf"[ /]{'[^/]*'.join(known)}/" if any(known) else r"(?!)").search
