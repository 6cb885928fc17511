"""`textDocument/diagnostic`, and what is published where the client does not ask."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from seamark.lsp.features.place import contract
from seamark.lsp.features.related import describe_places
from seamark.review import Diagnosis
from seamark.review.kinds import page

if TYPE_CHECKING:
    from seamark.lsp.engine.workspace import Workspace
    from seamark.lsp.positions import Positions
    from seamark.resolve.port_model import Problem

_SEVERITIES = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
    "hint": types.DiagnosticSeverity.Hint,
}


def diagnostics(
    workspace: Workspace, params: types.DocumentDiagnosticParams
) -> types.RelatedFullDocumentDiagnosticReport:
    """What is probably wrong in a document. While the workspace is read for the first time, nobody knows."""
    name = workspace.name(params.text_document.uri)
    found = [] if name is None or workspace.reading_progress is not None else workspace.review().of(name)
    positions = workspace.positions()
    made = [of_finding(workspace, positions, one) for one in found]
    broken = [
        of_problem(one, one.line) for one in workspace.service.problems() if one.path == name and one.line is not None
    ]
    return types.RelatedFullDocumentDiagnosticReport([*broken, *(one for one in made if one is not None)])


def of_problem(problem: Problem, line: int) -> types.Diagnostic:
    """A problem in a line of its file, counted from 1."""
    where = types.Range(types.Position(line - 1, 0), types.Position(line, 0))
    return types.Diagnostic(where, problem.reason, types.DiagnosticSeverity.Warning, source="seamark")


def of_finding(workspace: Workspace, positions: Positions, told: Diagnosis) -> types.Diagnostic | None:
    """A finding for the client; None if its file has another text by now."""
    finding = told.finding
    where = positions.range(contract(finding.port))
    if where is None:
        return None
    related = [
        types.DiagnosticRelatedInformation(location, said)
        for place, said in describe_places(finding.related)
        if (location := positions.location(place)) is not None
    ]
    return types.Diagnostic(
        where,
        finding.message,
        _SEVERITIES[told.severity],
        code=finding.kind,
        code_description=types.CodeDescription(page(finding.kind)) if workspace.client.code_descriptions else None,
        source="seamark",
        related_information=related if related and workspace.client.related_information else None,
    )
