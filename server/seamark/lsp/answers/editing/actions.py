"""`textDocument/codeAction`: what mends a diagnostic."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from seamark.lsp.answers.display.diagnostics import of_finding
from seamark.lsp.features.editing.actions import actions, comment
from seamark.lsp.features.editing.edits import Edit
from seamark.lsp.features.editing.settings_file import edit_to_ignore
from seamark.review import Diagnosis

from .edits import workspace_edit

if TYPE_CHECKING:
    from seamark.lsp.engine.workspace import Workspace

_KIND = types.CodeActionKind.QuickFix


def code_actions(workspace: Workspace, params: types.CodeActionParams) -> list[types.CodeAction] | None:
    """The actions for the diagnostics in a range, for a client that takes more than commands."""
    name = workspace.name(params.text_document.uri)
    only = params.context.only
    wanted = only is None or any(_KIND.value == kind or _KIND.value.startswith(f"{kind}.") or not kind for kind in only)
    between = workspace.between(params.text_document.uri, params.range)
    if name is None or between is None or not wanted or not workspace.client.code_actions:
        return None
    start, end = between
    told = workspace.review().of(name) if workspace.reading_progress is None else []
    within = [one for one in told if one.finding.port.start <= end and start <= one.finding.port.end]
    return [action for one in within for action in _actions(workspace, one)] or None


def _actions(workspace: Workspace, told: Diagnosis) -> list[types.CodeAction]:
    finding = told.finding
    shown = of_finding(workspace, workspace.positions(), told)
    if shown is None:
        return []
    made = [_action(workspace, one.title, shown, one.edits) for one in actions(workspace.service, finding)]
    if finding.kind in ("near-miss", "broken-call") and len(finding.meant) == 1 and made and made[0] is not None:
        made[0].is_preferred = True
    beside = comment(workspace.service, finding)
    if beside is not None:
        made.append(_action(workspace, beside.title, shown, beside.edits))
    ignored = None if workspace.is_apart else edit_to_ignore(workspace.service, finding)
    if ignored is not None:
        key, edit = ignored
        made.append(_action(workspace, f"Ignore {key} in seamark.toml", shown, (edit,)))
    return [one for one in made if one is not None]


def _action(
    workspace: Workspace, title: str, shown: types.Diagnostic, edits: tuple[Edit, ...]
) -> types.CodeAction | None:
    edit = workspace_edit(workspace, edits)
    return None if edit is None else types.CodeAction(title, _KIND, [shown], edit=edit)
