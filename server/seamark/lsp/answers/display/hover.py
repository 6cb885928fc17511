"""`textDocument/hover`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from seamark.lsp import features
from seamark.lsp.hover_text import write
from seamark.lsp.markup import Markdown, Plain

if TYPE_CHECKING:
    from seamark.lsp.engine.workspace import Workspace


def hover(workspace: Workspace, params: types.HoverParams) -> types.Hover | None:
    """What is known of the contracts at a position, in the markup that the client shows."""
    at = workspace.at(params)
    found = None if at is None else features.hover(workspace.everywhere, *at)
    if found is None:
        return None
    positions, markdown = workspace.positions(), workspace.client.markdown
    markup = Markdown() if markdown else Plain()
    beyond = " or in other repositories" if workspace.others.is_heard and not workspace.others.lacks else ""
    is_final = workspace.reading_progress is None
    text = write(found, markup, positions, beyond=beyond, note=_note(workspace), is_final=is_final)
    kind = types.MarkupKind.Markdown if markdown else types.MarkupKind.PlainText
    return types.Hover(types.MarkupContent(kind, text), positions.range(found.origin))


def _note(workspace: Workspace) -> str | None:
    """Why there may be more to say than what is known."""
    if workspace.is_apart:
        known = "its own contracts and those of other repositories are" if workspace.others.is_used else None
        return f"This document is not part of the workspace: only {known or 'its own contracts are'} known."
    pending = workspace.service.pending()
    if pending is None:
        return "Other repositories have not been read yet." if workspace.others.lacks else None
    done, total = pending
    state = "Reading stopped at" if workspace.is_stopped else "Still reading:"
    return f"{state} {done:,} of {total:,} files. There may be more contracts."
