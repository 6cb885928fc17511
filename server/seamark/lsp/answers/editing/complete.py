"""`textDocument/completion`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lsprotocol import types

from seamark.lsp.features.editing.complete import Item, complete

if TYPE_CHECKING:
    from seamark.lsp.engine.workspace import AtPosition, Workspace

_MOST = 500
_SPECIAL = re.compile(r"[\\$}]")


def completion(workspace: Workspace, params: AtPosition) -> types.CompletionList | None:
    """What could stand at a position; in clients that know snippets, parameters are places to fill in."""
    at = workspace.at(params)
    found = [] if at is None else complete(workspace.service, *at)
    if not found:
        return None
    found.sort(key=lambda item: (item.rank, item.key.partition(" ")[2], item.key))
    items = [_item(workspace, number, item) for number, item in enumerate(found[:_MOST])]
    return types.CompletionList(is_incomplete=len(found) > _MOST, items=[item for item in items if item is not None])


def _item(workspace: Workspace, number: int, item: Item) -> types.CompletionItem | None:
    snippets = workspace.client.snippets
    positions = workspace.positions()
    where = positions.range(item.place)
    if where is None:
        return None
    around = [(positions.range(edit.place), edit.text) for edit in item.edits]
    edits = [types.TextEdit(place, text) for place, text in around if place is not None]
    return types.CompletionItem(
        item.key,
        kind=types.CompletionItemKind.Reference,
        detail=item.detail,
        sort_text=f"{number:04}",
        filter_text=item.filtered,
        insert_text_format=types.InsertTextFormat.Snippet if snippets else types.InsertTextFormat.PlainText,
        text_edit=types.TextEdit(where, _snippet(item) if snippets else item.text),
        additional_text_edits=edits or None,
    )


def _snippet(item: Item) -> str:
    written, number = [], 0
    for text, is_hole in item.parts:
        escaped = _SPECIAL.sub(lambda found: f"\\{found[0]}", text)
        number += is_hole
        written.append(f"${{{number}:{escaped}}}" if is_hole else escaped)
    return "".join(written)
