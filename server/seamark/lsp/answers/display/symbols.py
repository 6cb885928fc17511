"""`textDocument/documentSymbol` and `workspace/symbol`: contracts by their keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from seamark.lsp.features.display import symbols
from seamark.lsp.features.place import contract, who

if TYPE_CHECKING:
    from seamark.lsp.engine.workspace import Workspace
    from seamark.resolve.port_model import Port

_MOST = 200
_KINDS = {"exposes": types.SymbolKind.Interface, "consumes": types.SymbolKind.Event}
_ROLES = {"exposes": "provider", "consumes": "consumer"}


def document_symbols(
    workspace: Workspace, params: types.DocumentSymbolParams
) -> list[types.DocumentSymbol] | list[types.SymbolInformation]:
    """The contracts of a document, in their order."""
    name = workspace.name(params.text_document.uri)
    found = [] if name is None else symbols.in_file(workspace.service, name)
    if not workspace.client.hierarchical_symbols:
        return [
            types.SymbolInformation(location, port.key, _KINDS[port.role], container_name=_about(port))
            for port, location in _ports_with_locations(workspace, found)
        ]
    return [
        types.DocumentSymbol(port.key, _KINDS[port.role], location.range, location.range, _about(port))
        for port, location in _ports_with_locations(workspace, found)
    ]


def workspace_symbols(workspace: Workspace, params: types.WorkspaceSymbolParams) -> list[types.SymbolInformation]:
    """The contracts of the workspace that look like the query, the best first."""
    found = symbols.in_workspace(workspace.service, params.query, _MOST)
    return [
        types.SymbolInformation(location, port.key, _KINDS[port.role], container_name=_about(port))
        for port, location in _ports_with_locations(workspace, found)
    ]


def _ports_with_locations(workspace: Workspace, ports: list[Port]) -> list[tuple[Port, types.Location]]:
    positions = workspace.positions()
    places = [(port, positions.location(contract(port))) for port in ports]
    return [(port, location) for port, location in places if location is not None]


def _about(port: Port) -> str:
    parts = (_ROLES[port.role], "document" if port.contract else None, who(port), port.service or None)
    return " · ".join(part for part in parts if part is not None)
