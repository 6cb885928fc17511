"""`textDocument/prepareCallHierarchy`, `callHierarchy/incomingCalls` and `callHierarchy/outgoingCalls`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

import msgspec
from lsprotocol import types

from seamark.lsp.answers.sent_back import sent_back
from seamark.lsp.features.navigation import calls
from seamark.lsp.features.place import Place, name, whole
from seamark.resolve.port_model import PortSymbol

if TYPE_CHECKING:
    from seamark.index.service import LocatedPorts
    from seamark.lsp.engine.workspace import AtPosition, Workspace
    from seamark.lsp.positions import Positions

Shown = TypeVar("Shown")
_KINDS = {"method": types.SymbolKind.Method, "class": types.SymbolKind.Class, "file": types.SymbolKind.File}


def prepare(workspace: Workspace, params: AtPosition) -> list[types.CallHierarchyItem] | None:
    """The functions on this side of the contracts at a position."""
    at = workspace.at(params)
    positions = workspace.positions()
    found = [] if at is None else calls.functions(workspace.everywhere, *at)
    return [item for one in found if (item := _item(positions, one)) is not None] or None


def incoming(
    workspace: Workspace, params: types.CallHierarchyIncomingCallsParams
) -> list[types.CallHierarchyIncomingCall] | None:
    """Who calls a function through its contracts."""
    return _calls(workspace, params.item, calls.incoming, types.CallHierarchyIncomingCall)


def outgoing(
    workspace: Workspace, params: types.CallHierarchyOutgoingCallsParams
) -> list[types.CallHierarchyOutgoingCall] | None:
    """Whom a function calls through contracts."""
    return _calls(workspace, params.item, calls.outgoing, types.CallHierarchyOutgoingCall)


def _calls(
    workspace: Workspace,
    of: types.CallHierarchyItem,
    find: Callable[[LocatedPorts, PortSymbol], list[calls.Calls]],
    shown: Callable[[types.CallHierarchyItem, list[types.Range]], Shown],
) -> list[Shown] | None:
    symbol = sent_back(of.data, PortSymbol)
    positions = workspace.positions()
    found = [] if symbol is None else find(workspace.everywhere, symbol)
    return [
        shown(item, _ranges(positions, one.places))
        for one in found
        if (item := _item(positions, one.other)) is not None
    ] or None


def _item(positions: Positions, one: calls.Caller) -> types.CallHierarchyItem | None:
    symbol = one.symbol
    around, selected = positions.range(whole(symbol)), positions.range(name(symbol))
    if around is None or selected is None:
        return None
    kind = _KINDS.get(symbol.kind, types.SymbolKind.Function)
    uri, data = positions.uri(symbol.path), msgspec.to_builtins(symbol)
    return types.CallHierarchyItem(symbol.qualified_name, kind, uri, around, selected, detail=one.detail, data=data)


def _ranges(positions: Positions, places: tuple[Place, ...]) -> list[types.Range]:
    return [found for place in places if (found := positions.range(place)) is not None]
