"""What the server tells a client that it can do."""

from __future__ import annotations

from lsprotocol import types

from seamark.lsp.client import Client
from seamark.lsp.commands import COMMANDS


def capabilities(client: Client) -> types.ServerCapabilities:
    """The server's capabilities, for a client of this kind."""
    return types.ServerCapabilities(
        position_encoding=types.PositionEncodingKind(client.encoding),
        text_document_sync=types.TextDocumentSyncOptions(
            open_close=True, change=types.TextDocumentSyncKind.Incremental, save=True
        ),
        definition_provider=True,
        hover_provider=True,
        declaration_provider=True,
        implementation_provider=True,
        references_provider=True,
        document_highlight_provider=True,
        document_symbol_provider=types.DocumentSymbolOptions(label="Seamark"),
        workspace_symbol_provider=True,
        code_lens_provider=types.CodeLensOptions(resolve_provider=True),
        completion_provider=types.CompletionOptions(
            trigger_characters=["/", '"', "'", "`"], resolve_provider=client.resolves_edits
        ),
        inlay_hint_provider=True,
        diagnostic_provider=types.DiagnosticOptions(
            inter_file_dependencies=True, workspace_diagnostics=True, identifier="seamark"
        )
        if client.pulls_diagnostics
        else None,
        code_action_provider=types.CodeActionOptions([types.CodeActionKind.QuickFix]),
        rename_provider=types.RenameOptions(prepare_provider=True) if client.prepares_rename else True,
        call_hierarchy_provider=client.call_hierarchy,
        execute_command_provider=types.ExecuteCommandOptions(COMMANDS),
        workspace=types.WorkspaceOptions(
            workspace_folders=types.WorkspaceFoldersServerCapabilities(supported=True, change_notifications=True)
        ),
    )
