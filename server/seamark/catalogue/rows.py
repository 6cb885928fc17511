"""The rows of the tables of one kind, arranged by what is called."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Generic, TypeVar

import msgspec

from .schema import CalledOn, Library

UNKNOWN_TYPE = "unknown"
"""The type of everything of which nothing is known."""

VERBS = ("get", "post", "put", "patch", "delete", "head", "options")
CALL = "()"
"""The name under which a call of the object itself is found."""
DOCUMENT = "{...}"
"""The name under which texts are found that are GraphQL documents by themselves: see `extract.facts`."""
WORKED_OUT = "[...]"
"""The name that stands for that of a method which is worked out: see `extract.facts`."""
BLOCK = "{}"
"""The argument that is a function, written in place and given last."""
ANY = "*"
"""The name under which every call is found of which no other row speaks."""

R = TypeVar("R", bound=CalledOn)


class Rows(Generic[R]):
    """The rows of one kind, by the type they are called on and the name, or by the symbol that is called.

    Each comes with the name of the library whose it is.
    """

    def __init__(self) -> None:
        self._by_method: dict[tuple[str, str], list[tuple[R, str]]] = {}
        self._by_symbol: dict[str, list[tuple[R, str]]] = {}
        self._words: set[str] = set()
        self._others: set[str] = set()

    def add(self, library: Library, rows: Iterable[R]) -> None:
        """Take up rows of this library's table."""
        for row in rows:
            symbols: tuple[str, ...] = getattr(row, "calls", ())
            names: tuple[str, ...] = tuple(_names(row.names))
            # Where the library is, every call is read; elsewhere so common words as `start` cost too much.
            words = self._others if library.any_call else self._words
            words.update(names)
            words.update(map(last_name, symbols))
            words.update(getattr(row, "other_use", ()))
            words.update(getattr(row, "sent", ()))
            words.update(names_in_blocks(row))
            for name in names:
                for type_name in row.on:
                    method = type_id(library.name, type_name), name
                    self._by_method.setdefault(method, []).append((row, library.name))
            for symbol in symbols:
                self._by_symbol.setdefault(symbol, []).append((row, library.name))

    def on(self, type_id: str, name: str) -> list[tuple[R, str]]:
        """The rows for a call of this name on an object of this type."""
        return self._by_method.get((type_id, name)) or self._by_method.get((type_id, ANY), [])

    def names_on(self, *type_ids: str) -> set[str]:
        """The names of all calls on objects of these types."""
        return {name for of, name in self._by_method if of in type_ids}

    def of(self, symbol: str) -> list[tuple[R, str]]:
        """The rows for a call of this symbol."""
        return self._by_symbol.get(symbol, [])

    def symbols(self) -> Iterator[str]:
        """The symbols whose calls these are."""
        yield from self._by_symbol

    def taking_nothing(self, besides: Collection[str] = ()) -> Iterator[str]:
        """The names by which those of these calls are called that need no arguments, `besides` those of libraries."""
        called = [(last_name(symbol), rows) for symbol, rows in self._by_symbol.items()]
        called += ((name, rows) for (_, name), rows in self._by_method.items())
        for name, rows in called:
            if any(row.takes_nothing and library not in besides for row, library in rows):
                yield name

    def words(self) -> Iterator[str]:
        """The names by which these calls are called."""
        yield from self._words

    def further_words(self) -> Iterator[str]:
        """The names by which those are called that count only where every call is read."""
        yield from self._others


def names_called(library: Library) -> frozenset[str]:
    """The names of a library's calls that state contracts, or a part of one."""
    rows: list[CalledOn] = [*library.routes, *library.resources, *library.presets, *library.requests]
    rows += (*library.client_proxies, *library.gathered, *library.contracts)
    on_objects = (name for row in rows for name in _names(row.names))
    return frozenset((*on_objects, *(last_name(symbol) for row in rows for symbol in getattr(row, "calls", ()))))


def names_in_blocks(row: msgspec.Struct) -> Iterator[str]:
    """The names of calls in a block that say what a row asks for: `url` and `path` in `{}.url.path`."""
    for said in (getattr(row, name) for name in row.__struct_fields__):
        for one in said.split("|") if isinstance(said, str) and BLOCK in said else ():
            head, *keys = one.split(".")
            yield from keys if head == BLOCK else ()


def name_in_mention(mention: str) -> str:
    """The name that one of a library's `mentions` speaks of."""
    return mention.rstrip("(:")


def symbols_of(library: Library) -> frozenset[str]:
    """The symbols that a library's rows speak of, among their other texts."""
    rows: dict[str, object] = msgspec.to_builtins(library)
    return frozenset(_texts_in([part for field, part in rows.items() if field not in _ABOUT]))


_ABOUT = frozenset(
    (
        "name",
        "languages",
        "modules",
        "imported",
        "broad",
        "mentions",
        "beside",
        "namespaces",
        "endings",
        "services",
        "undeclared",
    )
)
"""What a table says of the library itself."""


def _texts_in(part: object) -> Iterator[str]:
    if isinstance(part, str):
        yield part
    elif isinstance(part, dict):
        for key, value in part.items():
            yield key
            yield from _texts_in(value)
    elif isinstance(part, list | tuple):
        for one in part:
            yield from _texts_in(one)


def type_id(library: str, name: str) -> str:
    """The identifier of a library's type."""
    return UNKNOWN_TYPE if name == UNKNOWN_TYPE else f"{library}.{name}"


def library_of(type_id: str) -> str:
    """The library of a type."""
    return type_id.partition(".")[0]


def _names(names: tuple[str, ...]) -> Iterator[str]:
    for name in names:
        if name == "@verbs":
            yield from VERBS
        else:
            yield name


def last_name(symbol: str) -> str:
    """What a symbol is called that comes out of others."""
    return symbol.rpartition("/")[2].rpartition(".")[2]
