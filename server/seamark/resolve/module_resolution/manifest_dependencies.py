"""What packages depend on, as their manifests say."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from seamark.resolve.workspace_facts.project import Project

from .manifests import manifest
from .paths import ancestors

_TABLES = {
    "package.json": ("dependencies", "devDependencies", "peerDependencies"),
    "deno.json": ("imports",),
    "deno.jsonc": ("imports",),
    "pom.xml": ("dependencies",),
    "build.gradle": ("dependencies",),
    "build.gradle.kts": ("dependencies",),
}
"""The tables of each manifest whose keys are names of packages."""


def depended_on(project: Project, path: str) -> frozenset[str]:
    """The names of the packages on which those around a file depend."""
    around = (
        project.once(f"depended on {one}", partial(_stated_dependencies, project, one)) for one in ancestors(path)
    )
    return frozenset().union(*around)


def _stated_dependencies(project: Project, folder: str) -> frozenset[str]:
    return frozenset(_names(project, folder))


def _names(project: Project, folder: str) -> Iterator[str]:
    for name, tables in _TABLES.items():
        said = manifest(project, folder, name) or {}
        listed = [stated for key in tables if isinstance(stated := said.get(key), dict)]
        yield from (str(one).rstrip("/") for stated in listed for one in stated)
