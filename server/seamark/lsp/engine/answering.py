"""From a request's parameters to its answer, both as JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from lsprotocol.converters import get_converter

from seamark.lsp.answers import ANSWERS
from seamark.lsp.answers.labels import escape_labels
from seamark.lsp.converter import tolerant

if TYPE_CHECKING:
    from .workspace import Workspace

_CONVERTER = tolerant(get_converter())


def answer(workspace: Workspace, method: str, params: bytes) -> bytes:
    """The answer to a request. Parameters that the protocol does not know are given as they are."""
    said = json.loads(params)
    uri = _document(said)
    about = workspace.of(uri)
    row = ANSWERS[method]
    about.begin_answer(uri, waits=not row.renewed)
    made = row.make(about, _structure_params(method, said))
    escape_labels(made)
    return json.dumps(_CONVERTER.unstructure(made), separators=(",", ":")).encode()


def prepare() -> None:
    """Load what answers are made of."""
    for row in ANSWERS.values():
        _ = row.make


def _document(params: Any) -> str | None:
    """The URI of the document that a request is about, wherever it is named; None if it is about no document."""
    match params:
        case (
            {"textDocument": {"uri": str(uri)}}
            | {"item": {"uri": str(uri)}}
            | {"data": {"uri": str(uri)}}
            | {"arguments": [str(uri), *_]}
        ):
            return uri
    return None


def _structure_params(method: str, params: Any) -> Any:
    if method not in types.METHOD_TO_TYPES:
        return params
    request = {"id": 0, "method": method, "jsonrpc": "2.0", "params": params}
    return _CONVERTER.structure(request, types.METHOD_TO_TYPES[method][0]).params
