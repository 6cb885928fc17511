"""Our own `seamark/problems`: what is wrong in the whole workspace, whichever files the client shows.

It is found out bit by bit: an answer that has nothing `found` is followed by the same request.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types

from . import diagnostics

if TYPE_CHECKING:
    from seamark.lsp.engine.workspace import Workspace


def problems(workspace: Workspace, _: Any) -> dict[str, dict[str, list[types.Diagnostic]]]:
    """The problems of which the line is known, and the worst findings, by the URIs of their files, once all are."""
    found: dict[str, list[types.Diagnostic]] = {}
    for problem in workspace.service.problems():
        if problem.line is not None:
            uri = workspace.uri(workspace.service.real_path(problem.path))
            found.setdefault(uri, []).append(diagnostics.of_problem(problem, problem.line))
    if workspace.reading_progress is not None:
        return {"found": found}
    whole = workspace.review_all()
    if not whole.is_done:
        return {}
    positions = workspace.positions()
    for told in whole.worst():
        made = diagnostics.of_finding(workspace, positions, told)
        if made is not None:
            found.setdefault(positions.uri(told.finding.port.path), []).append(made)
    return {"found": found}
