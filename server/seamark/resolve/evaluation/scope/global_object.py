"""Members of the global object that files of the workspace set: `window.axios = axios.create(…)`."""

from __future__ import annotations

from seamark.extract.facts import AFTER_ALL, Assignment, Binding, Name
from seamark.resolve.evaluation.protocol import Evaluation
from seamark.resolve.meaning import Meaning, Place, options
from seamark.resolve.modules import naming
from seamark.resolve.modules.paths import is_test
from seamark.resolve.workspace.view import View

from . import bindings


def published(evaluator: Evaluation, name: str) -> Meaning | None:
    """What the files of the workspace set a member of the global object to; None if none does."""
    return evaluator.once(("published", name), lambda: _published(evaluator, name))


def _published(evaluator: Evaluation, name: str) -> Meaning | None:
    found: list[Meaning] = []
    for path in evaluator.project.publishing(name):
        view = evaluator.project.view(path)
        if view is None or _says_nothing(evaluator, view, name):
            continue
        for one in _set(evaluator, view, name):
            binding = Binding(f"global {name}", one.scope, one.value, None, AFTER_ALL, 0, 0)
            found.append(bindings.bound(evaluator, binding, Place(path, one.scope)))
    return options(found) if found else None


def _says_nothing(evaluator: Evaluation, view: View, name: str) -> bool:
    """Whether what a file sets a member to is not what other files find there."""
    symbol = f"{naming(view.facts.language).everything}.{name}"
    if symbol in evaluator.catalogue.given or _is_library(evaluator, view, name):
        return True
    return is_test(view.path) and not is_test(evaluator.project.asker)


def _is_library(evaluator: Evaluation, view: View, name: str) -> bool:
    """Whether a file is a copy of the library that goes by this name: one that has several, and the file sets all.

    What such a library offers stands in the catalogue.
    """
    everything = naming(view.facts.language).everything
    names = evaluator.once(("names", everything, name), lambda: _names(evaluator, everything, name))
    return len(names) > 1 and all(view.path in evaluator.project.publishing(one) for one in names)


def _names(evaluator: Evaluation, everything: str, name: str) -> list[str]:
    """The members of the global object that a library goes by which goes by this one."""
    objects = evaluator.catalogue.objects
    kind = objects.get(f"{everything}.{name}")
    return [one.rpartition(".")[2] for one in objects if objects[one] == kind and one.startswith(f"{everything}.")]


def _set(evaluator: Evaluation, view: View, name: str) -> list[Assignment]:
    """The assignments of a file to this member of the global object."""
    objects = naming(view.facts.language).publishing
    stated = evaluator.project.assigned(view, name)
    return [one for one in stated if isinstance(one.target.of, Name) and one.target.of.name in objects]
