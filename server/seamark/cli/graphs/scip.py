"""The graph as an index of SCIP, for code search and navigation across repositories.

Each boundary is a global symbol, the same in every repository: it has no package. It is defined where it is handled,
and referred to where it is called, and where a route names a handler that stands elsewhere. What a document states is a
symbol of its own, which the boundary's symbol is related to.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from seamark import installing
from seamark.cli.failure import Failure
from seamark.cli.workspaces import Workspace
from seamark.escaping import escape_text, fence_code
from seamark.languages import LANGUAGES
from seamark.lsp.features.place import Place, contract, target
from seamark.resolve.port_model import Boundary, Port
from seamark.version import __version__

NAMES = {one.name: one.title.replace("+", "P").replace("#", "Sharp") for one in LANGUAGES} | {
    "graphql": "GraphQL",
    "json": "JSON",
    "proto": "Protobuf",
    "yaml": "YAML",
}
"""How SCIP calls the languages of ports: `Language` in its schema."""


class _Occurrence(msgspec.Struct, frozen=True):
    """A place at which a symbol is."""

    place: Place
    symbol: str
    is_definition: bool
    test: bool
    language: str


def index(workspace: Workspace) -> bytes:
    """The index, as protobuf writes it. Raises `Failure` if protobuf is not installed."""
    try:
        from seamark.cli.graphs import scip_schema as schema
    except ImportError as error:
        raise Failure(f"SCIP is written with protobuf: {installing.command('protobuf>=5')}") from error

    root = Path(workspace.root).resolve()
    written = schema.index()
    written.metadata.tool_info.name = "seamark"
    written.metadata.tool_info.version = __version__
    written.metadata.project_root = (root if root.is_dir() else root.parent).as_uri()
    written.metadata.text_document_encoding = schema.UTF8
    boundaries = workspace.service.boundaries()
    by_file = defaultdict(set)
    for boundary in boundaries:
        for occurrence in _occurrences(boundary):
            by_file[occurrence.place.path].add(occurrence)
    documents = {}
    for path, there in sorted(by_file.items()):
        document = written.documents.add(relative_path=path, position_encoding=schema.CODE_POINTS)
        document.language = next((NAMES[one.language] for one in there if one.language in NAMES), "")
        for one in sorted(there, key=lambda one: (one.place, one.symbol, one.is_definition)):
            roles = schema.DEFINITION * one.is_definition | schema.TEST * one.test
            document.occurrences.add(range=_range(workspace, one.place), symbol=one.symbol, symbol_roles=roles)
        documents[path] = document
    for boundary in boundaries:
        _describe(boundary, documents, written.external_symbols, schema.INTERFACE)
    data: bytes = written.SerializeToString(deterministic=True)
    return data


def symbol(mechanism: str, key: str) -> str:
    """The boundary's symbol, by SCIP's grammar for symbols."""
    return f"seamark . . . {mechanism}/{_name(key)}#"


def _document_symbol(boundary: Boundary, path: str) -> str:
    """The symbol of what a document states of a boundary."""
    return f"{symbol(boundary.mechanism, boundary.key)}{_name(path)}:"


def _name(text: str) -> str:
    escaped = text.replace("`", "``")
    return f"`{escaped}`"


def _occurrences(boundary: Boundary) -> Iterator[_Occurrence]:
    own = symbol(boundary.mechanism, boundary.key)
    for port in boundary.consumers:
        yield _Occurrence(contract(port), own, is_definition=False, test=port.test, language=port.language)
    for port in boundary.providers:
        name = _document_symbol(boundary, port.path) if port.contract else own
        place = _place_of_definition(port)
        yield _Occurrence(place, name, is_definition=True, test=port.test, language=port.language)
        if place != contract(port):
            yield _Occurrence(contract(port), name, is_definition=False, test=port.test, language=port.language)


def _range(workspace: Workspace, place: Place) -> list[int]:
    """Start and end from 0, in three numbers if both are in one line."""
    start, end = (workspace.position(place.path, offset) for offset in (place.start, place.end))
    numbers = [start[0] - 1, start[1] - 1, end[0] - 1, end[1] - 1]
    return numbers if start[0] != end[0] else [*numbers[:2], numbers[3]]


def _describe(boundary: Boundary, documents: dict[str, Any], elsewhere: Any, kind: int) -> None:
    """Say what a boundary's symbols are, in the documents that define them."""
    own = symbol(boundary.mechanism, boundary.key)
    stated = _files(port for port in boundary.providers if port.contract)
    handled = _files(port for port in boundary.providers if not port.contract)
    for place in [documents[path].symbols for path in handled] or [elsewhere]:
        information = place.add(symbol=own, kind=kind, display_name=escape_text(boundary.key))
        information.documentation.append(f"{boundary.mechanism} {fence_code(escape_text(boundary.key))}")
        for path in stated:
            information.relationships.add(
                symbol=_document_symbol(boundary, path), is_reference=True, is_implementation=True
            )
    for path in stated:
        documents[path].symbols.add(
            symbol=_document_symbol(boundary, path), kind=kind, display_name=escape_text(boundary.key)
        )


def _place_of_definition(provider: Port) -> Place:
    return contract(provider) if provider.contract else target(provider).selection


def _files(providers: Iterable[Port]) -> Sequence[str]:
    return sorted({_place_of_definition(port).path for port in providers})
