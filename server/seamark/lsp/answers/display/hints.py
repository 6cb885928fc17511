"""`textDocument/inlayHint`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from seamark.lsp.features.display.hints import hints

if TYPE_CHECKING:
    from seamark.lsp.engine.workspace import Workspace


def inlay_hints(workspace: Workspace, params: types.InlayHintParams) -> list[types.InlayHint] | None:
    """The keys behind the texts of a range, once all that is part of them has been read."""
    name = workspace.name(params.text_document.uri)
    between = workspace.between(params.text_document.uri, params.range)
    if (
        name is None
        or between is None
        or workspace.reading_progress is not None
        or not workspace.service.settings(name).inlay_hints.enabled
    ):
        return None
    positions = workspace.positions()
    return [
        types.InlayHint(where.end, f"→ {key}", padding_left=True)
        for place, key in hints(workspace.service, name, *between)
        if (where := positions.range(place)) is not None
    ] or None
