"""Our own `seamark/contracts`: the whole workspace for views and maps (docs/protocol.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from seamark.lsp.features.display import contracts as display

if TYPE_CHECKING:
    from seamark.lsp.engine.workspace import Workspace


def contracts(workspace: Workspace, _: Any) -> dict[str, Any]:
    """Every port once, and the pairs of them that are joined, by their numbers."""
    pending = workspace.service.pending()
    return {
        "reading": None if pending is None else {"done": pending[0], "total": pending[1]},
        **display.contracts(workspace.service, workspace.title, workspace.positions().location),
    }
