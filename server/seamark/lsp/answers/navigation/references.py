"""`textDocument/references`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from seamark.lsp import features

if TYPE_CHECKING:
    from seamark.lsp.engine.workspace import Workspace


def references(workspace: Workspace, params: types.ReferenceParams) -> list[types.Location]:
    """The places of a contract's other side: those in other repositories last."""
    at = workspace.at(params)
    if at is None:
        return []
    include_declaration = params.context.include_declaration
    found = features.references(workspace.everywhere, *at, include_declaration=include_declaration)
    positions = workspace.positions()
    return positions.locations(sorted(found, key=lambda place: positions.elsewhere(place.path) is not None))
