"""`textDocument/prepareRename` and `textDocument/rename`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from seamark.lsp.features.editing import rename as renaming
from seamark.lsp.refusal import Refusal

from .edits import workspace_edit

if TYPE_CHECKING:
    from seamark.lsp.engine.workspace import AtPosition, Workspace


def prepare(workspace: Workspace, params: AtPosition) -> types.PrepareRenamePlaceholder | None:
    """What a rename at a position is about."""
    at = workspace.at(params)
    found = None if at is None else renaming.renamable(workspace.service, *at)
    where = None if found is None else workspace.positions().range(found[0])
    return None if found is None or where is None else types.PrepareRenamePlaceholder(where, found[1])


def rename(workspace: Workspace, params: types.RenameParams) -> types.WorkspaceEdit | None:
    """The edits of a rename. Raises `Refusal` if some place cannot be edited exactly."""
    at = workspace.at(params)
    found = None if at is None else renaming.rename(workspace.service, *at, params.new_name)
    if not isinstance(found, renaming.RenameRefusal):
        return None if found is None else workspace_edit(workspace, found)
    place = found.place
    line = None if place is None else workspace.positions().line(place.path, place.start)
    raise Refusal(found.why if place is None else f"{found.why}: {place.path}:{line}")
