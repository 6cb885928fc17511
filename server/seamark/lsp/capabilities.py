"""What the server tells a client that it can do."""

from __future__ import annotations

from lsprotocol import types

from .client import Client


def capabilities(client: Client) -> types.ServerCapabilities:
    """The server's capabilities, for a client of this kind."""
    return types.ServerCapabilities(
        position_encoding=types.PositionEncodingKind(client.encoding),
        text_document_sync=types.TextDocumentSyncOptions(
            open_close=True, change=types.TextDocumentSyncKind.Incremental, save=True
        ),
        definition_provider=True,
        hover_provider=True,
        references_provider=True,
        workspace=types.WorkspaceOptions(
            workspace_folders=types.WorkspaceFoldersServerCapabilities(supported=True, change_notifications=True)
        ),
    )
