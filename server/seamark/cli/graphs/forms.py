"""What `seamark graph` writes: the graph in its forms."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from seamark.cli.graphs import pictures, scip, service_map
from seamark.cli.workspaces import ContractSource, Workspace
from seamark.escaping import in_json
from seamark.graph import to_json


def _json(workspace: ContractSource) -> str:
    return in_json(to_json(workspace.service.graph()).decode())


def _dot(workspace: ContractSource) -> str:
    return pictures.dot(workspace.service.boundaries())


def _mermaid(workspace: ContractSource) -> str:
    return pictures.mermaid(workspace.service.boundaries())


FORMS: Mapping[str, Callable[[ContractSource], str]] = {
    "json": _json,
    "dot": _dot,
    "mermaid": _mermaid,
    "html": service_map.page,
}
"""The forms of text, by their names."""

BINARY: Mapping[str, Callable[[Workspace], bytes]] = {"scip": scip.index}
"""Those that are no texts."""
