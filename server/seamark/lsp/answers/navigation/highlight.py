"""`textDocument/documentHighlight`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from seamark.lsp import features
from seamark.resolve.port_model import USES

if TYPE_CHECKING:
    from seamark.lsp.engine.workspace import AtPosition, Workspace

_READ = types.DocumentHighlightKind.Read
_KINDS = {"exposes": types.DocumentHighlightKind.Write, "consumes": _READ, USES: _READ}


def highlight(workspace: Workspace, params: AtPosition) -> list[types.DocumentHighlight] | None:
    """The same contract elsewhere in the document: a provider is written, a consumer reads."""
    at = workspace.at(params)
    positions = workspace.positions()
    found = [] if at is None else features.highlight(workspace.service, *at)
    return [
        types.DocumentHighlight(where, _KINDS[role])
        for place, role in found
        if (where := positions.range(place)) is not None
    ] or None
