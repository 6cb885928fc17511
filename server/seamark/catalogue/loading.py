"""The tables of all libraries, read from their files."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import tomli
from msgspec.structs import replace

from .mistakes import TableKey, format_place, mistakes
from .schema import Library, Listing, Properties, Settings, Wildcards
from .shapes import Aliases, explain_unknown, path_of, place_by_entry


@cache
def standard_services() -> dict[str, tuple[str, ...]]:
    """The methods of gRPC services that come with libraries, by the services' names."""
    return {name: methods for library in _with("[services]") for name, methods in library.services.items()}


@cache
def generated_lines() -> tuple[tuple[str, ...], ...]:
    """The lines that generators write which leave no note, those of each together."""
    return tuple(library.generated_lines for library in _with("generated_lines = "))


@cache
def wildcards() -> dict[str, Wildcards]:
    """The marks that stand for others in the names of contracts, by the library."""
    return {library.name: library.wildcards for library in _with("[wildcards]") if library.wildcards is not None}


class TableError(ValueError):
    """A built-in table that cannot be read: the message names the file, the key or line, and the reason."""


@cache
def libraries() -> tuple[Library, ...]:
    """All tables, by the names of their files. Raises `TableError` for one that is no table."""
    return tuple(map(_table, _texts()))


@cache
def of_language(language: str) -> tuple[Library, ...]:
    """The tables in which a language is named, by the names of their files: no other one is of its libraries.

    Each has the modules by which the language imports the library.
    """
    return tuple(as_imported(table, language) for table in _with(f'"{language}"'))


def as_imported(table: Library, language: str) -> Library:
    """A table with all modules by which a language imports the library."""
    return replace(table, modules=(*table.modules, *table.imported[language])) if language in table.imported else table


@cache
def listings() -> tuple[tuple[Listing, str], ...]:
    """The rows of documents that list routes, each with the name of its library.

    Only tables that have any are read: a start that finds nothing changed needs no other.
    """
    return tuple((row, library.name) for library in _with("[[listings]]") for row in library.listings)


@cache
def naming_in_templates() -> dict[tuple[str, bool], tuple[str, ...]]:
    """By the words that are given names of routes in templates, each a tag or none: the libraries of the names."""
    found: dict[tuple[str, bool], dict[str, None]] = {}
    for table in _with("[route_names]"):
        names = table.route_names
        words = [*((tag, True) for tag in names.tags), *((function, False) for function in names.functions)]
        for word in words:
            found.setdefault(word, {})[names.of or table.name] = None
    return {word: tuple(spaces) for word, spaces in found.items()}


@cache
def putting_paths() -> frozenset[str]:
    """The functions that put paths into templates, which they are given without their bases."""
    return frozenset(function for table in _with("[route_names]") for function in table.route_names.paths)


@cache
def names_of_own_routes() -> frozenset[str]:
    """How the names of routes end that libraries have by themselves."""
    return frozenset(name for table in _with("[route_names]") for name in table.route_names.own)


@cache
def settings_files() -> frozenset[str]:
    """The names of files that state something of the prefixes of routes, without their folders."""
    found: list[Settings | None] = []
    named: list[str] = []
    for one in _with(".settings]", "root = {", ".lists]"):
        found += (row.settings for row in one.controllers)
        found += (row.settings for row in one.resource_classes)
        named += (row.root.file for row in one.routes if row.root is not None)
        named += (root.file for row in one.route_files for root in row.lists.values())
    named += (file for row in found if row is not None for file in row.files)
    return frozenset(file.rpartition("/")[2] for file in named)


@cache
def workspace_files() -> frozenset[str]:
    """The names of files that list the projects of a folder with one list of dependencies."""
    return frozenset(one.workspace for one in _with("workspace = "))


@cache
def property_rows() -> tuple[Properties, ...]:
    """The rows of files that have properties of services."""
    return tuple(row for library in _with("[[properties]]") for row in library.properties)


@cache
def _property_files() -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(row.pattern) for row in property_rows())


def names_property_file(name: str) -> bool:
    """Whether files of this name have properties that stand in texts of sources."""
    return any(one.fullmatch(name) is not None for one in _property_files())


def _with(*parts: str) -> Iterator[Library]:
    """The tables in whose texts one of these stands, by the names of their files: no other table is read."""
    return (_table(name) for name, text in _texts().items() if any(part in text for part in parts))


@cache
def _table(name: str) -> Library:
    return read_table(name, _texts()[name])


@cache
def _texts() -> dict[str, str]:
    """The texts of all tables, by the names of their files, which are in order."""
    folder = Path(__file__).parent / "libraries"
    names = sorted(name for name in os.listdir(folder) if name.endswith(".toml"))
    return {name: (folder / name).read_text("utf-8") for name in names}


def read_table(name: str, text: str) -> Library:
    """The table in a file of this name. Raises `TableError` if the text is no table, or says what means nothing."""
    try:
        stated = tomli.loads(text)
    except tomli.TOMLDecodeError as error:
        raise TableError(f"{name}: {error}") from error
    try:
        table = msgspec.convert(_add_aliases(stated), Library)
    except msgspec.ValidationError as error:
        message, place = path_of(error)
        said = explain_unknown(message, place) or message
        raise TableError(_at(name, said, place_by_entry(place, stated))) from error
    if name != f"{table.name}.toml":
        raise TableError(_at(name, f"the file must have the name of the table, `{table.name}`", ("name",)))
    for place, said in mistakes(table):
        raise TableError(_at(name, said, place))
    return table


def _at(name: str, said: str, place: TableKey) -> str:
    return f"{name}: {said} - at `$.{format_place(place)}`"


def _add_aliases(table: dict[str, Any]) -> dict[str, Any]:
    """A table in which all symbols stand under their other names, too (see `aliases` in `schema`)."""
    stated = msgspec.convert(table, Aliases).aliases
    aliases = [(f"{old}.", f"{new}.") for new, olds in stated.items() for old in olds]
    table.pop("aliases", None)

    def also(symbol: str) -> list[str]:
        return [symbol, *(new + symbol.removeprefix(old) for old, new in aliases if symbol.startswith(old))]

    def with_aliases(value: Any) -> Any:
        if isinstance(value, dict):
            return {name: with_aliases(one) for key, one in value.items() for name in also(key)}
        if isinstance(value, list):
            return [other for one in value for other in (also(one) if isinstance(one, str) else [with_aliases(one)])]
        return value

    found: dict[str, Any] = with_aliases(table) if aliases else table
    return found
