"""A server that has nothing to say: what pygls and the way to it cost."""

from __future__ import annotations

from lsprotocol import types
from pygls.lsp.server import LanguageServer

server = LanguageServer("empty", "1")


@server.feature(types.TEXT_DOCUMENT_HOVER)
async def hover(_: types.HoverParams) -> None:
    """Nothing."""


if __name__ == "__main__":
    server.start_io()
