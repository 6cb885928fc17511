"""What `--format jsonl` gives: a stable interface. Fields may be added at the end; none changes its name or meaning."""

from __future__ import annotations

from typing import Any

from seamark.resolve.port_model import Boundary, Link, Port

from .workspaces import ContractSource

Row = dict[str, Any]


def port(workspace: ContractSource, port: Port) -> Row:
    """One side of a contract."""
    line, column = workspace.position(port.path, port.start)
    end_line, end_column = workspace.position(port.path, port.end)
    handler = port.handler
    return {
        "root": workspace.root,
        "mechanism": port.mechanism,
        "role": port.role,
        "key": port.key,
        "confidence": _round_confidence(port.confidence),
        "file": port.path,
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
        "symbol": port.symbol.qualified_name,
        "symbol_kind": port.symbol.kind,
        "handler": handler.qualified_name if handler else None,
        "handler_file": handler.path if handler else None,
        "handler_line": workspace.position(handler.path, handler.name_start)[0] if handler else None,
        "language": port.language,
        "framework": port.framework,
        "contract": port.contract,
        "test": port.test,
        "host": port.host,
        "service": port.service,
        **workspace.about(port.path),
    }


def link(workspace: ContractSource, link: Link) -> Row:
    """A consumer together with one of its providers."""
    return {
        "root": workspace.root,
        "mechanism": link.consumer.mechanism,
        "key": link.consumer.key,
        "confidence": _round_confidence(link.confidence),
        "match": link.how,
        "consumer": port(workspace, link.consumer),
        "provider": port(workspace, link.provider),
    }


def boundary(workspace: ContractSource, boundary: Boundary) -> Row:
    """A contract with all ports of its two sides."""
    return {
        "root": workspace.root,
        "mechanism": boundary.mechanism,
        "key": boundary.key,
        "consumers": [port(workspace, consumer) for consumer in boundary.consumers],
        "providers": [port(workspace, provider) for provider in boundary.providers],
    }


def _round_confidence(confidence: float) -> float:
    """Without the last binary digits of a product: 0.81, not 0.8100000000000001."""
    return round(confidence, 4)
