"""`textDocument/definition`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from seamark.lsp import features

if TYPE_CHECKING:
    from seamark.lsp.workspace import Workspace


def definition(
    workspace: Workspace, params: types.DefinitionParams
) -> list[types.LocationLink] | list[types.Location] | None:
    """Where a call leads: links for a client that knows them, else the places of the handlers' names."""
    at = workspace.at(params)
    if at is None:
        return None
    on_provider = workspace.client.definition_on_provider
    jump = features.definition(workspace.service, *at, on_provider=on_provider)
    if jump is None:
        return None
    positions = workspace.positions()
    if workspace.client.links:
        links = [positions.link(jump.origin, target.whole, target.selection) for target in jump.targets]
        return [link for link in links if link is not None] or None
    locations = [positions.location(target.selection) for target in jump.targets]
    return [location for location in locations if location is not None] or None
