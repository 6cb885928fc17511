"""`workspace/executeCommand`: what the server does when a user says so."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from seamark.graph import to_json
from seamark.lsp import features
from seamark.lsp.commands import EXPLAIN, SHOW_GRAPH
from seamark.lsp.hover_text import write
from seamark.lsp.markup import Markdown

if TYPE_CHECKING:
    from seamark.lsp.engine.workspace import Workspace


def execute(workspace: Workspace, params: types.ExecuteCommandParams) -> Any:
    """What one of our commands gives; None for arguments that it does not have."""
    return _COMMANDS[params.command](workspace, list(params.arguments or ()))


def _explain(workspace: Workspace, arguments: list[Any]) -> str | None:
    match arguments:
        case [str(uri), {"line": int(line), "character": int(character)}]:
            document = types.TextDocumentIdentifier(uri)
            at = workspace.at(types.TextDocumentPositionParams(document, types.Position(line, character)))
            found = None if at is None else features.hover(workspace.everywhere, *at)
            return None if found is None else write(found, Markdown(), workspace.positions(), most=None)
    return None


def _graph(workspace: Workspace, _: list[Any]) -> Any:
    return json.loads(to_json(workspace.service.graph()))


_COMMANDS: Mapping[str, Callable[[Workspace, list[Any]], Any]] = {
    EXPLAIN: _explain,
    SHOW_GRAPH: _graph,
}
