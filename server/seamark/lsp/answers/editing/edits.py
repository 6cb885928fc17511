"""Edits of files, as the client applies them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from lsprotocol import types

from seamark.lsp.features.editing.edits import Edit

if TYPE_CHECKING:
    from seamark.lsp.engine.workspace import Workspace

_START = types.Range(types.Position(0, 0), types.Position(0, 0))


def workspace_edit(workspace: Workspace, edits: Iterable[Edit]) -> types.WorkspaceEdit | None:
    """All of the edits; None if one cannot be said, or makes a file for a client that makes none."""
    positions = workspace.positions()
    changes: dict[str, list[types.TextEdit]] = {}
    created: list[str] = []
    for edit in edits:
        uri = positions.uri(edit.place.path)
        where = positions.range(edit.place)
        if where is None:
            created.append(uri)
        changes.setdefault(uri, []).append(types.TextEdit(where or _START, edit.text))
    if not created:
        return types.WorkspaceEdit(changes)
    if not workspace.client.creates_files:
        return None
    named = types.OptionalVersionedTextDocumentIdentifier
    edited = (types.TextDocumentEdit(named(uri), made) for uri, made in changes.items())
    return types.WorkspaceEdit(document_changes=[*map(types.CreateFile, created), *edited])
