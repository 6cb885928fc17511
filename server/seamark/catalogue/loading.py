"""The tables of all libraries, read from their files."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

import msgspec
import tomli

from .mistakes import TableKey, mistakes, shown
from .schema import Library, Listing, Wildcards
from .shapes import Aliases, explained, named, path_of


@cache
def standard_services() -> dict[str, tuple[str, ...]]:
    """The methods of gRPC services that come with libraries, by the services' names."""
    return {name: methods for library in libraries() for name, methods in library.services.items()}


@cache
def wildcards() -> dict[str, Wildcards]:
    """The marks that stand for others in the names of contracts, by the library."""
    return {library.name: library.wildcards for library in libraries() if library.wildcards is not None}


class TableError(ValueError):
    """A built-in table that cannot be read: the message names the file, the key or line, and the reason."""


@cache
def libraries() -> tuple[Library, ...]:
    """All tables, by the names of their files. Raises `TableError` for one that is no table."""
    return tuple(read_table(name, text) for name, text in _texts())


@cache
def listings() -> tuple[tuple[Listing, str], ...]:
    """The rows of documents that list routes, each with the name of its library.

    Only tables that have any are read: a start that finds nothing changed needs no other.
    """
    found = (read_table(name, text) for name, text in _texts() if "[[listings]]" in text)
    return tuple((row, library.name) for library in found for row in library.listings)


def _texts() -> list[tuple[str, str]]:
    """The names and texts of all tables, in the order of their names."""
    tables = [entry for entry in files(__package__).joinpath("libraries").iterdir() if entry.name.endswith(".toml")]
    return [(table.name, table.read_text("utf-8")) for table in sorted(tables, key=lambda one: one.name)]


def read_table(name: str, text: str) -> Library:
    """The table in a file of this name. Raises `TableError` if the text is no table, or says what means nothing."""
    try:
        stated = tomli.loads(text)
    except tomli.TOMLDecodeError as error:
        raise TableError(f"{name}: {error}") from error
    try:
        table = msgspec.convert(_aliased(stated), Library)
    except msgspec.ValidationError as error:
        message, place = path_of(error)
        said = explained(message, place) or message
        raise TableError(_at(name, said, named(place, stated))) from error
    if name != f"{table.name}.toml":
        raise TableError(_at(name, f"the table is called `{table.name}`: the file must be, too", ("name",)))
    for place, said in mistakes(table):
        raise TableError(_at(name, said, place))
    return table


def _at(name: str, said: str, place: TableKey) -> str:
    return f"{name}: {said} - at `$.{shown(place)}`"


def _aliased(table: dict[str, Any]) -> dict[str, Any]:
    """A table in which all symbols stand under their other names, too (see `aliases` in `schema`)."""
    stated = msgspec.convert(table, Aliases).aliases
    aliases = [(f"{old}.", f"{new}.") for new, olds in stated.items() for old in olds]
    table.pop("aliases", None)

    def also(symbol: str) -> list[str]:
        return [symbol, *(new + symbol.removeprefix(old) for old, new in aliases if symbol.startswith(old))]

    def walked(value: Any) -> Any:
        if isinstance(value, dict):
            return {name: walked(one) for key, one in value.items() for name in also(key)}
        if isinstance(value, list):
            return [other for one in value for other in (also(one) if isinstance(one, str) else [walked(one)])]
        return value

    found: dict[str, Any] = walked(table) if aliases else table
    return found
