"""What frameworks give functions by the names of their parameters: AngularJS all, pytest tests and their fixtures.

Source: https://docs.pytest.org/en/stable/reference/fixtures.html (a test finds a fixture in its own module, then in the
`conftest.py` of its folder, and in those of the folders around that).
"""

from __future__ import annotations

from collections.abc import Iterator
from posixpath import join

from seamark.extract import facts
from seamark.extract.facts import MODULE
from seamark.resolve.abstract_values import UNKNOWN, Definition, Instance, Made, Meaning, Module, Place, Symbol, options
from seamark.resolve.evaluation.library_objects import objects
from seamark.resolve.evaluation.protocol import Evaluation
from seamark.resolve.module_resolution.paths import ancestors
from seamark.resolve.workspace_facts.view import View, last_name

_SHARED = "conftest.py"
_FIXTURE = "fixture"


def injected_value(evaluator: Evaluation, view: View, scope: int, index: int) -> Meaning:
    """What a parameter is given by decorators, or by a fixture: one of the catalogue's, else one of the workspace."""
    function = evaluator.project.definition(view, scope)
    name = function.parameters[index].name
    injected = evaluator.catalogue.injected.get(name)
    if injected is not None:
        return Made(injected, ("", injected))
    names = _decorators(function)
    before = sum(parameter.kind != "self" for parameter in function.parameters[:index])
    around = Place(view.path, function.parent)
    for decorator in function.decorators[::-1][before : before + 1]:
        made = evaluator.value(decorator, around)
        if isinstance(made, Symbol) and evaluator.catalogue.is_none(made.name):
            return made
    if not function.name.startswith("test") and _FIXTURE not in names:
        return UNKNOWN
    own = _fixture(evaluator, view, name, Definition(view.path, view.key(scope)))
    if own is not None:
        return own
    fixture = evaluator.catalogue.fixtures.get(name)
    return UNKNOWN if fixture is None else Made(fixture, ("", name))


def _fixture(evaluator: Evaluation, view: View, name: str, by: Definition) -> Meaning | None:
    """The object that the workspace's fixture of this name gives; `by` is what asks, which may be one of that name."""
    for path in _looked_in(evaluator, view.path):
        found = evaluator.member(Module(path), name, Place(path, MODULE))
        if not isinstance(found, Definition) or found == by:
            continue
        if _FIXTURE in _decorators(evaluator.project.facts_of(found)):
            return _given_by(evaluator, *evaluator.project.whereabouts(found))
    return None


def _given_by(evaluator: Evaluation, view: View, index: int) -> Meaning:
    """The object that a fixture gives, which may be made of what others give it."""
    function = evaluator.project.definition(view, index)
    step = (view.path, index, _FIXTURE, 0)
    if evaluator.trail.is_closed(step):
        return UNKNOWN
    with evaluator.trail.within(step):
        given = options([evaluator.value(value, Place(view.path, index)) for value in function.returns])
        if isinstance(given, Made | Instance | Symbol):
            return given
        if function.return_type is None:
            return UNKNOWN
        declared = evaluator.value(function.return_type, Place(view.path, function.parent))
        kind = objects.instance(evaluator, declared, (view.path, f"{view.key(index)}()"))
        return kind if isinstance(kind, Made | Instance) else UNKNOWN


def _looked_in(evaluator: Evaluation, path: str) -> Iterator[str]:
    """The files in which a test finds its fixtures, its own first."""
    yield path
    for around in ancestors(path):
        shared = join(around, _SHARED)
        if shared != path and evaluator.project.exists(shared):
            yield shared


def _decorators(function: facts.Definition) -> list[str]:
    """The last names of what decorates a function."""
    return [last_name(one.callee if isinstance(one, facts.Call) else one) for one in function.decorators]
