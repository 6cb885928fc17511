"""The specification's graph of a set of ports (2.1 to 2.6)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Protocol

from seamark.graph import Edge, Graph, Node, NodeKind, RelationKind, boundary_node, definition_id
from seamark.resolve.port_model import Port, PortSymbol
from seamark.source import LineIndex, digest

_KINDS = {"file": NodeKind.FILE, "function": NodeKind.FUNCTION, "method": NodeKind.METHOD, "class": NodeKind.FUNCTION}
_RELATIONS = {"exposes": RelationKind.EXPOSES, "consumes": RelationKind.CONSUMES}


class Texts:
    """The files of a workspace, as its graph speaks of them; `text` gives a file's content."""

    def __init__(self, text: Callable[[str], bytes | None]) -> None:
        self._text = text
        self._lines: dict[str, LineIndex] = {}

    def position(self, path: str, offset: int) -> tuple[int, int]:
        """The line and the column, from 1, of a byte offset."""
        if path not in self._lines:
            self._lines[path] = LineIndex(self._text(path) or b"")
        return self._lines[path].human(offset)

    def digest(self, path: str) -> str:
        """What tells a file's content from others."""
        return digest(self._text(path) or b"")


class Files(Protocol):
    """What a graph says of files besides their ports: see `Texts`."""

    def position(self, path: str, offset: int) -> tuple[int, int]: ...  # noqa: D102

    def digest(self, path: str) -> str: ...  # noqa: D102


def graph_of(ports: Iterable[Port], files: Files, label: str) -> Graph:
    """The graph of these ports; `label` tells this workspace apart from others."""
    graph = Graph()
    for port in ports:
        boundary = boundary_node(port.mechanism, port.key)
        graph.add_node(boundary)
        source = _node(port.symbol, files, label)
        graph.add_node(source)
        if source.kind is not NodeKind.FILE:
            graph.add_node(_node(PortSymbol(port.path, "file", port.path), files, label))
        graph.add_edge(Edge(_RELATIONS[port.role], source.id, boundary.id, _metadata(port, files, label)))
    return graph


def _node(symbol: PortSymbol, files: Files, label: str) -> Node:
    kind = _KINDS[symbol.kind]
    metadata: dict[str, Any] = {"file": symbol.path}
    if kind is NodeKind.FILE:
        metadata["digest"] = files.digest(symbol.path)
    return Node(
        id=definition_id(kind, label, symbol.path, symbol.qualified_name, symbol.ordinal),
        kind=kind,
        name=symbol.qualified_name.rpartition("/" if kind is NodeKind.FILE else ".")[2],
        qualified_name=symbol.qualified_name,
        metadata=metadata,
    )


def _metadata(port: Port, files: Files, label: str) -> dict[str, Any]:
    line, column = files.position(port.path, port.start)
    end_line, end_column = files.position(port.path, port.end)
    metadata: dict[str, Any] = {
        "mechanism": port.mechanism,
        "key": port.key,
        "role": port.role,
        "confidence": port.confidence,
        "language": port.language,
        "file": port.path,
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
        "framework": port.framework,
    }
    if port.handler is not None and port.handler.qualified_name and port.handler.kind != "file":
        metadata["handler_id"] = _node(port.handler, files, label).id
    if port.host is not None:
        metadata["host"] = port.host
    if port.contract:
        metadata["contract"] = True
    if port.test:
        metadata["test"] = True
    return metadata
