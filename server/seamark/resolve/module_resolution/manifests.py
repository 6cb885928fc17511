"""What the manifests of packages say in the folders around a file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from seamark.resolve.workspace_facts.project import Project

from .paths import ancestors, below


def manifest(project: Project, home: str, name: str) -> dict[str, Any] | None:
    """What the manifest of this name in a folder says; None if there is none, or none that is valid."""
    said = project.settings(below(home, name))
    return said if isinstance(said, dict) else None


def manifests(project: Project, path: str, *names: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """What those of these names around a file say, the innermost first, each with its folder."""
    found = ((around, manifest(project, around, name)) for around in ancestors(path) for name in names)
    return ((around, said) for around, said in found if said is not None)
