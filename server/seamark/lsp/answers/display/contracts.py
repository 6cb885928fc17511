"""Our own `seamark/contracts`: the whole workspace for views and maps (docs/protocol.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from seamark.lsp.features.display.contracts import everything
from seamark.lsp.features.place import contract, target, who

if TYPE_CHECKING:
    from seamark.lsp.engine.workspace import Workspace
    from seamark.lsp.positions import Positions
    from seamark.resolve.port_model import Port

_DIGITS = 4


def contracts(workspace: Workspace, _: Any) -> dict[str, Any]:
    """Every port once, and the pairs of them that are joined, by their numbers."""
    found = everything(workspace.service)
    positions = workspace.positions()
    pending = workspace.service.pending()
    return {
        "reading": None if pending is None else {"done": pending[0], "total": pending[1]},
        "ports": [_port(positions, port) for port in found.ports],
        "links": [
            {
                "consumer": join.consumer,
                "provider": join.provider,
                "match": join.how,
                "confidence": round(join.confidence, _DIGITS),
            }
            for join in found.joins
        ],
    }


def _port(positions: Positions, port: Port) -> dict[str, Any]:
    return {
        "mechanism": port.mechanism,
        "role": port.role,
        "key": port.key,
        "confidence": round(port.confidence, _DIGITS),
        "service": port.service,
        "language": port.language,
        "framework": port.framework,
        "document": port.contract,
        "test": port.test,
        "name": who(port),
        "stated": positions.location(contract(port)),
        "target": positions.location(target(port).selection),
    }
