"""`textDocument/completion`, and `completionItem/resolve` for clients that take edits around the text later."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from lsprotocol import types

from seamark.lsp.answers.sent_back import sent_back
from seamark.lsp.features.editing.complete import Item, complete
from seamark.patterns import regex

if TYPE_CHECKING:
    from seamark.lsp.engine.workspace import AtPosition, Offer, Workspace
    from seamark.lsp.features.editing.edits import Edit
    from seamark.lsp.positions import Positions

_MOST = 500
_SPECIAL = regex(r"[\\$}]")


class Offered(msgspec.Struct, frozen=True):
    """Which item of which offer this is: the `data` of an item."""

    uri: str
    offer: int
    item: int


def completion(workspace: Workspace, params: AtPosition) -> types.CompletionList | None:
    """What could stand at a position; in clients that know snippets, parameters are places to fill in."""
    at = workspace.at(params)
    found = None if at is None else complete(workspace.service, *at)
    if found is None or not found.items:
        return None
    offer = workspace.note_offer(found)
    uri = params.text_document.uri
    items = [
        _item(workspace, offer, Offered(uri, offer.number, number)) for number in range(min(len(found.items), _MOST))
    ]
    shown = [item for item in items if item is not None]
    return types.CompletionList(is_incomplete=len(found.items) > _MOST, items=shown)


def resolve(workspace: Workspace, params: types.CompletionItem) -> types.CompletionItem:
    """An item with the edits around it; one of another offer than the last stays as it is."""
    offered, offer = sent_back(params.data, Offered), workspace.offer
    if offered is not None and offer is not None and offered.offer == offer.number:
        for item in offer.completion.items[offered.item : offered.item + 1]:
            params.additional_text_edits = _text_edits(offer.positions, offer.completion.edits(item))
    return params


def _item(workspace: Workspace, offer: Offer, offered: Offered) -> types.CompletionItem | None:
    snippets, item = workspace.client.snippets, offer.completion.items[offered.item]
    where = offer.positions.range(item.place)
    if where is None:
        return None
    is_later = workspace.client.resolves_edits
    return types.CompletionItem(
        item.key,
        kind=types.CompletionItemKind.Reference,
        detail=item.detail,
        sort_text=f"{offered.item:04}",
        filter_text=item.filtered,
        preselect=True if offered.item == 0 and item.fits else None,
        insert_text_format=types.InsertTextFormat.Snippet if snippets else types.InsertTextFormat.PlainText,
        text_edit=types.TextEdit(where, _snippet(item) if snippets else item.text),
        additional_text_edits=None if is_later else _text_edits(offer.positions, offer.completion.edits(item)),
        data=msgspec.to_builtins(offered) if is_later else None,
    )


def _text_edits(positions: Positions, edits: tuple[Edit, ...]) -> list[types.TextEdit] | None:
    around = [(positions.range(edit.place), edit.text) for edit in edits]
    return [types.TextEdit(place, text) for place, text in around if place is not None] or None


def _snippet(item: Item) -> str:
    written, number = [], 0
    for text, is_hole in (*item.parts, (item.holes.quote, False)):
        escaped = _SPECIAL.sub(lambda found: f"\\{found[0]}", text)
        number += is_hole
        written.append(f"${{{number}:{escaped}}}" if is_hole else escaped)
    return "".join(written)
