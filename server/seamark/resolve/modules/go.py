"""Go's packages (go.dev/ref/spec, Packages; go.dev/ref/mod): the files of one folder, by the path of a module.

An import path is the path of a module and a folder in that module. Which module of the workspace is meant, its own
`go.mod` says, by its own path or where it replaces another one by a folder; `go.work` does the same for all modules
that are used together; else it is one of that path anywhere in the workspace.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from seamark.extract.facts import MODULE, PACKAGE, Literal
from seamark.resolve.meaning import Meaning, Package, Symbol
from seamark.resolve.workspace.project import Project

from .paths import ancestors, folder, join

_MAJOR_VERSION = re.compile(r"/v[0-9]+(?=/|$)|\.v[0-9]+$")
_TEST = "_test.go"


def resolve(project: Project, importer: str, module: str) -> Meaning:
    """What an import path leads to from the file `importer`; outside of the workspace without a major version."""
    for path in _around(module):
        for home in _homes(project, importer, path):
            target = join(home, module[len(path) :].removeprefix("/"))
            if target is not None and project.exists(target):
                return Package(target)
    return Symbol(_MAJOR_VERSION.sub("", module))


def is_public(name: str) -> bool:
    """Whether a name is exported (go.dev/ref/spec, Exported identifiers)."""
    return name[:1].isupper()


def _around(path: str) -> Iterator[str]:
    """The path and those that it begins with, the longest first."""
    while path:
        yield path
        path = folder(path)


def _homes(project: Project, importer: str, module: str) -> Iterator[str]:
    """The folders of the workspace in which a module of this path may be, the likeliest first."""
    for around in ancestors(importer):
        for name in ("go.mod", "go.work"):
            manifest = project.settings(f"{around}/{name}" if around else name)
            if isinstance(manifest, dict):
                if manifest["name"] == module:
                    yield around
                replaced = manifest["replace"].get(module, "")
                target = join(around, replaced) if replaced.startswith(".") else None
                if target is not None:
                    yield target
    home = project.package("go.mod", module)
    if home is not None:
        yield home


def holders(project: Project, package: str, name: str) -> tuple[str, ...]:
    """The files of a package in which a name stands; its tests are not offered to others."""
    return tuple(path for path in project.holding(package, name) if path.endswith(".go") and not path.endswith(_TEST))


def siblings(project: Project, path: str, name: str) -> tuple[str, ...]:
    """The other files of a file's package in which a name stands; only tests see what is in tests."""
    around = folder(path)
    files = holders(project, around, name)
    if path.endswith(_TEST):
        files = tuple(other for other in project.holding(around, name) if other.endswith(".go"))
    others = tuple(other for other in files if other != path)
    own = _package(project, path) if others else ""
    return tuple(other for other in others if _package(project, other) == own)


def _package(project: Project, path: str) -> str:
    """The name of the package that a file is a part of: in one folder, tests can have one of their own."""
    view = project.view(path)
    stated = project.bindings(view, MODULE, PACKAGE) if view is not None else []
    return next((one.value.text for one in stated if isinstance(one.value, Literal)), "")


def is_standard(symbol: str) -> bool:
    """Whether something is the language's own, or of its library: only the paths of others begin with a domain."""
    first, slash, _ = symbol.partition("/")
    return not slash or "." not in first
