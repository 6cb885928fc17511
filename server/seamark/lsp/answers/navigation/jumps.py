"""`textDocument/definition`, `declaration` and `implementation`: where a contract leads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from seamark.lsp import features

if TYPE_CHECKING:
    from seamark.lsp.engine.workspace import AtPosition, Workspace
    from seamark.lsp.features.place import Jump

Places = list[types.LocationLink] | list[types.Location] | None
"""Links for a client that knows them, else the places of the names."""


def definition(workspace: Workspace, params: AtPosition) -> Places:
    """From a call, or from a document, to the handlers."""
    at = workspace.at(params)
    if at is None:
        return None
    on_provider = workspace.client.definition_on_provider
    return _places(workspace, features.definition(workspace.everywhere, *at, on_provider=on_provider))


def declaration(workspace: Workspace, params: AtPosition) -> Places:
    """From a call, or a handler, to the documents that describe it."""
    at = workspace.at(params)
    return None if at is None else _places(workspace, features.declaration(workspace.everywhere, *at))


def implementation(workspace: Workspace, params: AtPosition) -> Places:
    """From a call, or a document, to all handlers."""
    at = workspace.at(params)
    return None if at is None else _places(workspace, features.implementation(workspace.everywhere, *at))


def _places(workspace: Workspace, jump: Jump | None) -> Places:
    if jump is None:
        return None
    positions = workspace.positions()
    if workspace.client.links:
        links = [positions.link(jump.origin, target.whole, target.selection) for target in jump.targets]
        return [link for link in links if link is not None] or None
    return positions.locations(target.selection for target in jump.targets) or None
