"""Our own `seamark/contracts` and `seamark/summary`: the whole workspace for views and maps (docs/protocol.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from seamark.lsp.features.display import contracts as display

if TYPE_CHECKING:
    from seamark.lsp.engine.workspace import Workspace


def contracts(workspace: Workspace, _: Any) -> dict[str, Any]:
    """Every port once, and the pairs of them that are joined, by their numbers."""
    return {
        "reading": _reading_progress(workspace),
        **display.contracts(workspace.service, workspace.title, workspace.positions().location),
    }


def summary(workspace: Workspace, _: Any) -> dict[str, Any]:
    """How many files and contracts there are."""
    counts = workspace.service.counts()
    return {"reading": _reading_progress(workspace), "files": counts.files, "contracts": counts.contracts}


def _reading_progress(workspace: Workspace) -> dict[str, int] | None:
    """How many files have been read of how many, while that goes on."""
    pending = workspace.service.pending()
    return None if pending is None else {"done": pending[0], "total": pending[1]}
