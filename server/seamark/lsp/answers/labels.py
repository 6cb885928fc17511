"""The texts in answers that editors show as they are, and that may quote a workspace."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from lsprotocol import types

from seamark.escaping import LINE, TITLE, Form, escape_text

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
