"""What `seamark check` tells: the findings of a workspace, each with how bad it is by the settings of its file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from seamark.lsp.features.display.diagnose import Finding, findings
from seamark.settings.schema import Severity

from .workspaces import Workspace


class Checked(NamedTuple):
    """A finding that is shown."""

    severity: Severity
    finding: Finding


def checked(workspace: Workspace, *, unserved: bool) -> Iterator[Checked]:
    """All findings but those whose kinds are switched off, by file and position.

    With `unserved`, all calls that nobody serves are warnings, whatever the settings say of them.
    """
    service = workspace.service
    for path in sorted({port.path for port in service.ports()}):
        said = service.settings(path).diagnostics
        for one in findings(service, path):
            severity = "warning" if unserved and one.kind == "unserved" else said.of(one.kind)
            if severity != "off":
                yield Checked(severity, one)
