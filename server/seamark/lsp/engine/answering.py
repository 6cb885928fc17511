"""From a request's parameters to its answer, both as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from lsprotocol.converters import get_converter

from seamark.escaping import LINE, TITLE, Form, escape_text
from seamark.lsp.answers import ANSWERS
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


LABELS: Mapping[type, Mapping[str, Form]] = {
    types.CallHierarchyItem: {"name": LINE, "detail": LINE},
    types.CodeAction: {"title": LINE},
    types.Command: {"title": TITLE},
    types.CompletionItem: {"label": LINE, "detail": LINE},
    types.Diagnostic: {"message": LINE},
    types.DiagnosticRelatedInformation: {"message": LINE},
    types.DocumentSymbol: {"name": LINE, "detail": LINE},
    types.InlayHint: {"label": LINE},
    types.SymbolInformation: {"name": LINE, "container_name": LINE},
}
"""The texts of each type, and their forms. Hovers are written by `seamark.lsp.markup`."""

_PARTS: Mapping[type, Iterable[str]] = {
    types.CallHierarchyIncomingCall: ["from_"],
    types.CallHierarchyOutgoingCall: ["to"],
    types.CodeAction: ["diagnostics", "command"],
    types.CodeLens: ["command"],
    types.CompletionList: ["items"],
    types.Diagnostic: ["related_information"],
    types.DocumentSymbol: ["children"],
    types.RelatedFullDocumentDiagnosticReport: ["items"],
}
"""In which of their parts other types have more of them."""


def escape_labels(answer: Any) -> None:
    """Escape the texts in an answer that an editor shows. What it inserts or sends back stays as it is."""
    if isinstance(answer, list | tuple):
        for one in answer:
            escape_labels(one)
    elif isinstance(answer, dict):
        escape_labels(list(answer.values()))
    else:
        for name, form in LABELS.get(type(answer), {}).items():
            if isinstance(text := getattr(answer, name), str):
                setattr(answer, name, escape_text(text, form))
        for name in _PARTS.get(type(answer), ()):
            escape_labels(getattr(answer, name))
