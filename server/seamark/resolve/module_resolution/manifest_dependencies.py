"""What packages depend on, as their manifests say, and which of a build depend on another one of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from seamark.resolve.workspace_facts.project import Project

from .manifests import manifest
from .paths import ancestors, folder, join

_TABLES = {
    "package.json": ("dependencies", "devDependencies", "peerDependencies"),
    "deno.json": ("imports",),
    "deno.jsonc": ("imports",),
    "pom.xml": ("dependencies",),
    "build.gradle": ("dependencies",),
    "build.gradle.kts": ("dependencies",),
}
"""The tables of each manifest whose keys are names of packages."""
_BUILDS = ("pom.xml", "build.gradle", "build.gradle.kts")
"""The manifests of builds whose modules depend on each other by their names."""
MAX_SCRIPTS = 8
"""How many scripts a script of a build applies at most, one after the other."""


def depended_on(project: Project, path: str) -> frozenset[str]:
    """The names of the packages on which those around a file depend."""
    around = (
        project.once(f"depended on {one}", partial(_stated_dependencies, project, one)) for one in ancestors(path)
    )
    return frozenset().union(*around)


def _stated_dependencies(project: Project, home: str) -> frozenset[str]:
    return frozenset(_names(project, home))


def _names(project: Project, home: str) -> Iterator[str]:
    for name, tables in _TABLES.items():
        said = manifest(project, home, name) or {}
        listed = [stated for key in tables if isinstance(stated := said.get(key), dict)]
        yield from (str(one).rstrip("/") for stated in listed for one in stated)


def depending_modules(project: Project, path: str) -> tuple[str, ...]:
    """The folders of the modules of a build that depend on the module which a file is in, those that do so first."""
    own = project.service(path)
    return project.once(f"modules that depend on {own}/", lambda: _depending_modules(project, own, project.home(path)))


def _depending_modules(project: Project, own: str, home: str) -> tuple[str, ...]:
    if all(manifest(project, own, name) is None for name in _BUILDS):
        return ()
    by_name = project.once_for_all(home, "modules by dependencies", partial(_modules_by_dependency, home=home))
    found, waiting = {own: None}, [own]
    while waiting:
        module = waiting.pop(0)
        artifact = (manifest(project, module, "pom.xml") or {}).get("artifact", "")
        names = dict.fromkeys((module.rpartition("/")[2], str(artifact)))
        further = dict.fromkeys(one for name in names for one in by_name.get(name, ()) if one not in found)
        found |= further
        waiting += further
    return tuple(found)[1:]


def _modules_by_dependency(project: Project, home: str) -> Mapping[str, tuple[str, ...]]:
    """The folders of the modules of a repository's builds, by the names of what they depend on."""
    found: dict[str, dict[str, None]] = {}
    for path in sorted(one for name in _BUILDS for one in project.files_named(name, home)):
        for name in _modules_named(project, path):
            found.setdefault(name, {})[folder(path)] = None
    return {name: tuple(modules) for name, modules in found.items()}


def _modules_named(project: Project, path: str) -> Iterator[str]:
    """The names of modules in a manifest of a build, and in the scripts that it applies, as seen from its folder."""
    waiting, seen = [path], {path}
    while waiting:
        said = project.settings(waiting.pop())
        if isinstance(said, dict):
            yield from said.get("modules", ())
            applied = (join(folder(path), named) for named in said.get("applies", ()))
            further = [one for one in applied if one is not None and one not in seen][: MAX_SCRIPTS - len(seen)]
            waiting += further
            seen.update(further)
