"""What one repository has at one commit, and how a shard holds it: docs/store.md describes it for readers.

A row is a port. What holds for the whole repository stands in the file's metadata, and in each
row what readers join by.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from seamark.documents import Facts
from seamark.index.matching.anchors import anchors
from seamark.index.matching.compatible import serving_providers
from seamark.index.service import Service
from seamark.resolve.port_model import Port, PortSymbol, Reason
from seamark.settings import Settings

from .places import place

VERSION = 2
"""The version of the schema. It grows if a column changes its name or meaning, or is new and needed. In 2 the checksum
was new."""

Position: TypeAlias = Callable[[str, int], tuple[int, int]]
"""The line and the column, from 1, of a byte offset into a file."""

Cell: TypeAlias = Any
"""What a column holds, as Python has it."""

_PLACE = ("line", "column", "end_line", "end_column")


def _symbol_columns(name: str) -> dict[str, str]:
    columns = {name: "VARCHAR", f"{name}_kind": "VARCHAR", f"{name}_file": "VARCHAR"}
    return {**columns, **{f"{name}_{one}": "INTEGER" for one in (*_PLACE, "ordinal")}}


COLUMNS: Mapping[str, str] = {
    "repository": "VARCHAR",
    "commit": "VARCHAR",
    "mechanism": "VARCHAR",
    "key": "VARCHAR",
    "role": "VARCHAR",
    "confidence": "DOUBLE",
    "service": "VARCHAR",
    "host": "VARCHAR",
    "language": "VARCHAR",
    "framework": "VARCHAR",
    "document": "BOOLEAN",
    "test": "BOOLEAN",
    "file": "VARCHAR",
    **dict.fromkeys(_PLACE, "INTEGER"),
    **_symbol_columns("symbol"),
    **_symbol_columns("handler"),
    "open_prefix": "BOOLEAN",
    "below": "BOOLEAN",
    "registered": "BOOLEAN",
    "serves": "BOOLEAN",
    "reasons": 'STRUCT(text VARCHAR, file VARCHAR, line INTEGER, "column" INTEGER)[]',
    "ignored": "VARCHAR[]",
    "anchors": "VARCHAR[]",
}
"""The columns of a shard, in their order, with DuckDB's types for them."""


class About(Struct, frozen=True):
    """A repository, and the commit of it that was read.

    `commit` and `committed` (ISO 8601) are empty for a folder without version control, `url` where none is known.
    """

    repository: str
    commit: str = ""
    committed: str = ""
    url: str = ""

    @property
    def label(self) -> str:
        """The repository with its commit, as people read it."""
        return f"{self.repository}@{short(self.commit)}"


def short(commit: str) -> str:
    """As much of a commit as people are shown."""
    return commit[:12]


class RepositoryStatement(Struct, frozen=True):
    """What a repository says besides its ports: its settings, and the documents that lead calls to services."""

    settings: Settings = Settings()
    documents: Mapping[str, Facts] = {}


class Shard(Struct, frozen=True):
    """All that is stored of a repository. `rows` are in the order of `COLUMNS`."""

    about: About
    stated: RepositoryStatement
    rows: Sequence[Sequence[Cell]]


def of_service(service: Service, about: About, position: Position, ignored: Callable[[Port], Sequence[str]]) -> Shard:
    """The shard of a repository that a service has read.

    `ignored` gives the kinds of findings that comments beside a port silence; `*` stands for all of them.
    """
    ports = service.ports()
    rows = [_row(about, port, position, ignored(port), port in served) for port, served in _with_serving(ports)]
    return Shard(about, RepositoryStatement(service.settings(""), service.documents()), rows)


def encode_statement(stated: RepositoryStatement) -> str:
    """What a repository says besides its ports, as the metadata of a shard holds it."""
    return msgspec.json.encode(stated).decode(errors="backslashreplace")


def decode_statement(text: str) -> RepositoryStatement:
    """What `encode_statement` gave. Raises `msgspec.MsgspecError` or `UnicodeError` for anything else."""
    return msgspec.json.decode(text, type=RepositoryStatement)


def within(repository: str, path: str) -> str:
    """A file or service of a repository as the store names it: a repository's own root is the repository."""
    return f"{repository}/{path}" if path else repository


def facts_within(repository: str, documents: Mapping[str, Facts]) -> dict[str, Facts]:
    """What the documents of a repository say, by their paths in the store."""
    return {within(repository, path): facts for path, facts in documents.items()}


def _with_serving(ports: Sequence[Port]) -> Iterator[tuple[Port, Sequence[Port]]]:
    """Each port with those that serve of its side of the contract in its file."""
    sides: dict[tuple[str, str, str, str], list[Port]] = {}
    for port in ports:
        sides.setdefault((port.mechanism, port.key, port.role, port.path), []).append(port)
    served = {side: serving_providers(found) for side, found in sides.items()}
    for port in ports:
        yield port, served[port.mechanism, port.key, port.role, port.path]


def _row(about: About, port: Port, position: Position, ignored: Sequence[str], serves: bool) -> list[Cell]:
    stated = [*position(port.path, port.start), *position(port.path, port.end)]
    reasons = [
        {"text": _text(one.text), "file": None, "line": None, "column": None}
        if one.path is None
        else dict(zip(("text", "file", "line", "column"), _reason(one, one.path, position), strict=True))
        for one in port.reasons
    ]
    return [
        *(about.repository, about.commit),
        *(port.mechanism, _text(port.key), port.role, port.confidence, _text(port.service)),
        *(None if port.host is None else _text(port.host), port.language, port.framework),
        *(port.contract, port.test, _text(port.path), *stated),
        *_symbol_cells(port.symbol, position),
        *([None] * 8 if port.handler is None else _symbol_cells(port.handler, position)),
        *(port.open_prefix, port.below, port.registered, serves),
        *(reasons, list(ignored), list(anchors(port))),
    ]


def _reason(reason: Reason, path: str, position: Position) -> tuple[Cell, ...]:
    return _text(reason.text), _text(path), *position(path, reason.start)


def _symbol_cells(symbol: PortSymbol, position: Position) -> list[Cell]:
    stated = [*position(symbol.path, symbol.name_start), *position(symbol.path, symbol.name_end)]
    return [_text(symbol.qualified_name), symbol.kind, _text(symbol.path), *stated, symbol.ordinal]


def _text(text: str) -> str:
    """A text as Parquet can hold it: names of files need not be valid Unicode."""
    return text.encode(errors="backslashreplace").decode()


def port(row: Sequence[Cell]) -> Port:
    """The port of a row."""
    repository, _, mechanism, key, role, confidence, service, host, language, framework, document, test, file = row[:13]
    line, column, end_line, end_column = row[13:17]
    open_prefix, below, registered, _, reasons = row[33:38]
    return Port(
        *(mechanism, key, role, confidence, language, framework),
        path=within(repository, file),
        start=place(line, column),
        end=place(end_line, end_column),
        symbol=_symbol(repository, row[17:25]),
        handler=None if row[25] is None else _symbol(repository, row[25:33]),
        host=host,
        service=within(repository, service),
        contract=document,
        test=test,
        open_prefix=open_prefix,
        below=below,
        registered=registered,
        reasons=tuple(_stored_reason(repository, one) for one in reasons),
    )


def _symbol(repository: str, cells: Sequence[Cell]) -> PortSymbol:
    name, kind, file, line, column, end_line, end_column, ordinal = cells
    start, end = place(line, column), place(end_line, end_column)
    path = within(repository, file)
    return PortSymbol(path, kind, path if kind == "file" else name, start, end, start, end, ordinal)


def _stored_reason(repository: str, stored: Mapping[str, Cell]) -> Reason:
    if stored["file"] is None:
        return Reason(stored["text"])
    return Reason(stored["text"], within(repository, stored["file"]), place(stored["line"], stored["column"]))
