"""What manifests say of folders: the names under which packages are imported, and the applications in a workspace."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from seamark.catalogue import workspace_files

Imported: TypeAlias = Iterator[tuple[str, str]]
"""Names, each with the folder to which it leads, as seen from the manifest's."""


def name(says: object) -> str:
    """What manifests of the same kind call the package that one with this content is of; empty if it has no name."""
    tables = (_table(says), _table(says, "project"), _table(says, "tool", "poetry"))
    return next((found for table in tables if isinstance(found := table.get("name"), str)), "")


def import_names(manifest: str, says: object) -> Imported:
    """The names under which others import what belongs to a manifest of this file name and content."""
    return _IMPORTED[manifest](says)


PROJECT = "project.json"
"""The manifest of one project in a folder with one list of dependencies."""


def declares_applications(manifest: str) -> bool:
    """Whether a manifest of this file name says which folders are applications."""
    return manifest == PROJECT or manifest in workspace_files()


def applications(manifest: str, says: object) -> Iterator[str]:
    """The folders of the applications that a manifest of this file name declares, as seen from its own."""
    if declares_applications(manifest):
        is_one = manifest == PROJECT
        for project in (says,) if is_one else _table(says, "projects").values():
            root = "" if is_one else _table(project).get("root")
            if isinstance(root, str) and "application" in (_table(project).get(key) for key in ("projectType", "type")):
                yield root


def _folder(says: object) -> Imported:
    """A package's name leads to its folder."""
    if called := name(says):
        yield called, ""


def _namespaces(says: object) -> Imported:
    r"""A namespace that composer loads (`Acme\Http`) leads to the folder of its classes."""
    for prefix, roots in _table(says, "autoload", "psr-4").items():
        yield from ((prefix.strip("\\"), root) for root in _texts(roots))


def _modules(says: object) -> Imported:
    """The outermost modules of a distribution lead to the folder in which they stand.

    The settings of what builds it say so; else they are called as it is, or as that begins, in its folder or in `src`.
    """
    for path in _texts(_table(says, "tool", "hatch", "build", "targets", "wheel").get("packages")):
        root, _, module = path.rstrip("/").rpartition("/")
        yield module, root
    packages = _table(says, "tool", "poetry").get("packages")
    for included in packages if isinstance(packages, list) else ():
        module, root = (_table(included).get(key, "") for key in ("include", "from"))
        if isinstance(module, str) and isinstance(root, str):
            yield module.partition("/")[0], root
    roots = (*_texts(_table(says, "tool", "setuptools", "packages", "find").get("where")), "src", "")
    called = re.sub(r"[-_.]+", "_", name(says))
    for module in dict.fromkeys((called, called.partition("_")[0])):
        yield from ((module, root) for root in roots if module)


def _table(says: object, *path: str) -> dict[str, Any]:
    """The table at a path; an empty one if there is none."""
    for key in path:
        says = says.get(key) if isinstance(says, dict) else None
    return says if isinstance(says, dict) else {}


def _texts(value: object) -> list[str]:
    listed = value if isinstance(value, list) else [value]
    return [text for text in listed if isinstance(text, str)]


_IMPORTED: dict[str, Callable[[object], Imported]] = {
    "package.json": _folder,
    "go.mod": _folder,
    "composer.json": _namespaces,
    "pyproject.toml": _modules,
}
NAMING = frozenset(_IMPORTED)
"""The manifests that say under which names what belongs to them is imported."""
