"""Our own `seamark/problems`: what is wrong in files of settings, which clients need not open for it to be shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types

if TYPE_CHECKING:
    from seamark.lsp.engine.workspace import Workspace
    from seamark.resolve.port_model import Problem


def problems(workspace: Workspace, _: Any) -> dict[str, list[types.Diagnostic]]:
    """The problems of which the line is known, by the URIs of their files."""
    found: dict[str, list[types.Diagnostic]] = {}
    for problem in workspace.service.problems():
        if problem.line is not None:
            uri = workspace.uri(workspace.service.real_path(problem.path))
            found.setdefault(uri, []).append(diagnostic(problem, problem.line))
    return found


def diagnostic(problem: Problem, line: int) -> types.Diagnostic:
    """A problem in a line of its file, counted from 1."""
    where = types.Range(types.Position(line - 1, 0), types.Position(line, 0))
    return types.Diagnostic(where, problem.reason, types.DiagnosticSeverity.Warning, source="seamark")
