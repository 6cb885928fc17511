"""The tables of all libraries, read from their files."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec
import tomli

from .mistakes import mistakes, shown, wrong_entry
from .schema import Library, Listing, Wildcards


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


_ENTRY = re.compile(r"\$\.(\w+)\[\.\.\.\](?=\.)")
"""How msgspec names an entry of a table's field that holds entries by name."""


def read_table(name: str, text: str) -> Library:
    """The table in a file of this name. Raises `TableError` if the text is no table, or says what means nothing."""
    try:
        stated = tomli.loads(text)
        table = msgspec.convert(_aliased(stated), Library)
    except tomli.TOMLDecodeError as error:
        raise TableError(f"{name}: {error}") from error
    except msgspec.ValidationError as error:
        # What msgspec says ends with the key: "Expected `str`, got `int` - at `$.routes[0].path`".
        said = _ENTRY.sub(lambda found: f"$.{found[1]}.{wrong_entry(found[1], stated[found[1]])}", str(error))
        raise TableError(f"{name}: {said}") from error
    for place, said in mistakes(table):
        raise TableError(f"{name}: {said} - at `$.{shown(place)}`")
    return table


class _Aliases(msgspec.Struct):
    aliases: dict[str, tuple[str, ...]] = {}


def _aliased(table: dict[str, Any]) -> dict[str, Any]:
    """A table in which all symbols stand under their other names, too (see `aliases` in `schema`)."""
    stated = msgspec.convert(table, _Aliases).aliases
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
