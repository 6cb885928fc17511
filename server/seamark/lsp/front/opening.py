"""Opens what a lens speaks of, in clients that have no command of their own for that."""

from __future__ import annotations

from collections.abc import Sequence

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

from seamark.escaping import escape_text
from seamark.lsp import uris

_MOST = 10
_PAGES = ("https://", "http://")


async def open_one(server: LanguageServer, places: Sequence[types.Location]) -> None:
    """Show the only place, or have the user choose one. A client that cannot, or will not, shows nothing."""
    try:
        place = places[0] if len(places) == 1 else await _choose_location(server, places[:_MOST])
        if place is not None:
            await server.window_show_document_async(_show_params(place))
    except JsonRpcException:
        return


async def _choose_location(server: LanguageServer, places: Sequence[types.Location]) -> types.Location | None:
    titled = {_title(place): place for place in places}
    if not titled:
        return None
    actions = [types.MessageActionItem(title) for title in titled]
    question = types.ShowMessageRequestParams(types.MessageType.Info, "Which one?", actions)
    answer = await server.window_show_message_request_async(question)
    return None if answer is None else titled.get(answer.title)


def _show_params(place: types.Location) -> types.ShowDocumentParams:
    """A page is for a browser, everything else for the editor."""
    if place.uri.startswith(_PAGES):
        return types.ShowDocumentParams(place.uri, external=True)
    return types.ShowDocumentParams(place.uri, take_focus=True, selection=place.range)


def _title(place: types.Location) -> str:
    path = uris.to_path(place.uri)
    return f"{escape_text('/'.join(path.parts[-3:])) if path is not None else place.uri}:{place.range.start.line + 1}"
