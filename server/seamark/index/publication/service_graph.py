"""The specification's graph of a set of ports (2.1 to 2.6)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from seamark.graph import Edge, Graph, Node, NodeKind, RelationKind, boundary_node, definition_id
from seamark.resolve.port_model import Port, PortSymbol
from seamark.source import LineIndex, digest

_KINDS = {"file": NodeKind.FILE, "function": NodeKind.FUNCTION, "method": NodeKind.METHOD, "class": NodeKind.FUNCTION}
_RELATIONS = {"exposes": RelationKind.EXPOSES, "consumes": RelationKind.CONSUMES}


def graph_of(ports: Iterable[Port], text: Callable[[str], bytes | None], label: str) -> Graph:
    """The graph of these ports; `text` gives a file's content, `label` tells this workspace apart from others."""
    graph = Graph()
    lines: dict[str, LineIndex] = {}
    for port in ports:
        data = text(port.path) or b""
        index = lines.setdefault(port.path, LineIndex(data))
        boundary = boundary_node(port.mechanism, port.key)
        graph.add_node(boundary)
        source = _node(port.symbol, text, label)
        graph.add_node(source)
        if source.kind is not NodeKind.FILE:
            graph.add_node(_node(PortSymbol(port.path, "file", port.path), text, label))
        graph.add_edge(Edge(_RELATIONS[port.role], source.id, boundary.id, _metadata(port, index, text, label)))
    return graph


def _node(symbol: PortSymbol, text: Callable[[str], bytes | None], label: str) -> Node:
    kind = _KINDS[symbol.kind]
    metadata: dict[str, Any] = {"file": symbol.path}
    if kind is NodeKind.FILE:
        metadata["digest"] = digest(text(symbol.path) or b"")
    return Node(
        id=definition_id(kind, label, symbol.path, symbol.qualified_name, symbol.ordinal),
        kind=kind,
        name=symbol.qualified_name.rpartition("/" if kind is NodeKind.FILE else ".")[2],
        qualified_name=symbol.qualified_name,
        metadata=metadata,
    )


def _metadata(port: Port, lines: LineIndex, text: Callable[[str], bytes | None], label: str) -> dict[str, Any]:
    line, column = lines.human(port.start)
    end_line, end_column = lines.human(port.end)
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
        metadata["handler_id"] = _node(port.handler, text, label).id
    if port.host is not None:
        metadata["host"] = port.host
    if port.contract:
        metadata["contract"] = True
    if port.test:
        metadata["test"] = True
    return metadata
