"""`textDocument/codeLens`, `codeLens/resolve`, and our own `seamark/places`, which opens what a lens speaks of.

A lens's `data` says in which document it stands, where, in bytes, and what it is about. Its command is
`seamark.showPlaces` with the document's URI, the lens's position and that `data`, for clients that say so in their
initialization option `commands`: they ask `seamark/places` when somebody clicks. For others it is the server's command
`seamark.open`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec
from lsprotocol import types

from seamark.lsp.answers.sent_back import sent_back
from seamark.lsp.commands import OPEN, SHOW_PLACES
from seamark.lsp.features.display.lens import Lens, current_lens, lenses

if TYPE_CHECKING:
    from seamark.lsp.engine.workspace import Workspace


_AT_ONCE = 100
"""So many lenses of a document come with what they say, so that no line is empty at first."""


def code_lens(workspace: Workspace, params: types.CodeLensParams) -> list[types.CodeLens] | None:
    """The lenses of a document; without what they say, if other repositories may say more, or there are very many."""
    name = workspace.name(params.text_document.uri)
    shown = name is not None and workspace.service.settings(name).code_lens.enabled
    found = lenses(workspace.everywhere, name) if name is not None and shown else []
    if name is not None and shown:
        workspace.everywhere.foresee(name)
    positions = workspace.positions()
    made = [
        types.CodeLens(where, data={"uri": params.text_document.uri, **msgspec.to_builtins(lens)})
        for lens in found
        if (where := positions.range(lens.at)) is not None
    ]
    for one in () if workspace.others.is_used else made[:_AT_ONCE]:
        resolve_lens(workspace, one)
    return made or None


def resolve_lens(workspace: Workspace, params: types.CodeLens) -> types.CodeLens:
    """What a lens says now; one that we did not make says nothing."""
    lens = sent_back(params.data, Lens)
    if lens is None:
        return params
    start = params.range.start
    uri = workspace.uri(workspace.service.real_path(lens.at.path))
    arguments = [uri, {"line": start.line, "character": start.character}, params.data]
    command = SHOW_PLACES if SHOW_PLACES in workspace.client.commands else OPEN
    reading = workspace.reading_progress
    title = (
        current_lens(workspace.everywhere, lens, workspace.everywhere.repository).title
        if reading is None
        else f"reading {reading[0]:,} of {reading[1]:,} files …"
    )
    params.command = types.Command(title, command, arguments=arguments)
    return params


def places(workspace: Workspace, params: Any) -> list[types.Location]:
    """The places that a lens speaks of now, by its `data`."""
    lens = sent_back(params.get("data"), Lens) if isinstance(params, Mapping) else None
    positions = workspace.positions()
    found = () if lens is None else current_lens(workspace.everywhere, lens).places
    return [place for one in found if (place := positions.location(one) or positions.page(one)) is not None]
