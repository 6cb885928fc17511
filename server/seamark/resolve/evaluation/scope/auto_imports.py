"""Names that a file need not import, since a framework does it for all files of a project: Nuxt's `composables/`.

Such a name is what a file in one of the folders offers under it, or the index of a folder there, or what a file offers
as a whole that is called like that, however deep it lies.
"""

from __future__ import annotations

from collections.abc import Iterator

from seamark.catalogue import AutoImport
from seamark.resolve.abstract_values import UNKNOWN, Meaning, Module, Place
from seamark.resolve.evaluation.protocol import Evaluation
from seamark.resolve.module_resolution.manifest_dependencies import depended_on
from seamark.resolve.module_resolution.paths import ancestors, below, folder
from seamark.resolve.workspace_facts.view import View

_DEFAULT = "default"


def value(evaluator: Evaluation, view: View, name: str) -> Meaning | None:
    """What a name means that a file neither declares nor imports, by the files that its project imports for all."""
    folders = evaluator.once(("auto imports", view.path), lambda: tuple(_folders(evaluator, view)))
    if not folders:
        return None
    return evaluator.once(("auto imported", folders, name), lambda: _offered(evaluator, view, folders, name))


def _folders(evaluator: Evaluation, view: View) -> Iterator[str]:
    """The folders whose files are imported for a file."""
    rows = evaluator.catalogue.auto_imports
    used = depended_on(evaluator.project, view.path) if rows else frozenset()
    for row in rows:
        if not used.isdisjoint(row.packages):
            for root in _roots(evaluator, row, view.path):
                yield from (below(root, one) for one in row.folders)


def _roots(evaluator: Evaluation, row: AutoImport, path: str) -> Iterator[str]:
    """The folders around a file that hold a project, or a layer of one."""
    for around in ancestors(path):
        if any(name.rpartition(".")[0] in row.roots or name in row.roots for name in evaluator.project.listing(around)):
            yield around


def _offered(evaluator: Evaluation, view: View, folders: tuple[str, ...], name: str) -> Meaning | None:
    direct = [path for home in folders for path in evaluator.project.files_holding(home, name)]
    repository = evaluator.project.home(view.path)
    indices = [path for path in _named(evaluator, "index", repository) if folder(folder(path)) in folders]
    called = [
        path for path in _named(evaluator, name, repository) if any(path.startswith(f"{home}/") for home in folders)
    ]
    stated = [(path, name) for path in (*direct, *indices, *called)]
    asked = [*stated, *((path, _DEFAULT) for path in called if path != view.path)]
    return next((found for path, one in asked if (found := _member(evaluator, path, one)) is not None), None)


def _named(evaluator: Evaluation, stem: str, repository: str) -> Iterator[str]:
    """The files of this name, without its ending."""
    for ending in (".ts", ".js", ".mjs"):
        yield from evaluator.project.files_named(f"{stem}{ending}", repository)


def _member(evaluator: Evaluation, path: str, name: str) -> Meaning | None:
    if evaluator.project.lacks("exports", path, name):
        return None
    found = evaluator.member(Module(path), name, Place(path, -1))
    return None if found == UNKNOWN else found
