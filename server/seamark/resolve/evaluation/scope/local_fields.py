"""The fields of a function's own variables, in languages where a variable is an object, and none that others hold."""

from __future__ import annotations

from collections.abc import Callable
from heapq import merge

from seamark.extract.facts import EVERY_FIELD, MODULE, UNDEFINED, Call, Member, Name, Object, Scalar, Value, within
from seamark.resolve.abstract_values import Instance, Meaning, Place, each, options
from seamark.resolve.evaluation.calls.arguments import entry
from seamark.resolve.evaluation.protocol import Evaluation
from seamark.resolve.evaluation.texts_and_lists import decided
from seamark.resolve.evaluation.trail import Step
from seamark.resolve.module_resolution import rules_of
from seamark.resolve.workspace_facts.view import FieldValue, View

MAX_GIVEN = 64
"""How much a field may have been given where its variable is named (`control_flow.MAX_STATES`)."""


def field(evaluator: Evaluation, variable: Value, name: str, place: Place) -> list[Value]:
    """What a field of a variable may have been given where the variable is named: what was last, or what begins it."""
    view = evaluator.view(place.path)
    by_value = rules_of(view.facts.language).values.held_by_value
    if not by_value or not isinstance(variable, Name) or place.scope == MODULE:
        return []
    given, one_has_run = _given_before(evaluator, view, variable, name, place)
    found = [one.value for one in given]
    if one_has_run:
        return found
    begun = evaluator.project.visible(view, place.scope, variable.name, variable.start)
    return [*found, *(one for binding in begun if (one := _entry(evaluator, binding.value, name, place)) is not None)]


def set_last(evaluator: Evaluation, variable: Name, name: str, place: Place) -> list[tuple[Value, Place]]:
    """What a key of a variable's object was set to where the variable is named, in the innermost function that does so.

    If it does on a condition, what the object begins with is another possibility. Nothing if nobody sets the key.
    """
    view = evaluator.view(place.path)
    for scope in evaluator.project.scopes(view, place.scope):
        begun = evaluator.project.visible(view, scope, variable.name, variable.start)
        given, one_has_run = _given_before(evaluator, view, variable, name, place.within(scope))
        if not given:
            if begun:
                return []
            continue
        if any(given[0].start < binding.start < variable.start for binding in begun):
            return []
        found = [one.value for one in given]
        if not one_has_run:
            found += (_initial_value(binding.value, name, variable.start) for binding in begun)
            found += () if begun else (Member(variable, name, variable.start, variable.start),)
        return [(one, place.within(scope)) for one in found]
    return []


def set_of_parameter(evaluator: Evaluation, variable: Value, name: str, place: Place) -> Meaning | None:
    """What a function sets a member of a parameter to, before that is named: `options.url = base + options.url`.

    If it does on a condition, it may as well be what is given. None if it sets none.
    """
    if not isinstance(variable, Name) or place.scope == MODULE or evaluator.project.lacks("given", place.path, name):
        return None
    view = evaluator.view(place.path)
    if all(one.name != variable.name for one in evaluator.project.definition(view, place.scope).parameters):
        return None

    def step(one: FieldValue) -> Step:
        return place.path, place.scope, f"{variable.name}.{name} set", one.start

    def is_later(one: FieldValue) -> bool:
        return evaluator.trail.is_under_way(step(one)) or any(inner is variable for inner in within(one.value))

    given, one_has_run = _given_before(evaluator, view, variable, name, place, is_later)
    found: list[Meaning] = []
    for one in given:
        with evaluator.trail.within(step(one)):
            found.append(evaluator.value(one.value, place))
    if not found:
        return None
    return options(found if one_has_run else [*found, evaluator.member(evaluator.value(variable, place), name, place)])


def _never(_one: FieldValue) -> bool:
    return False


def _given_before(
    evaluator: Evaluation,
    view: View,
    variable: Name,
    name: str,
    place: Place,
    is_left_out: Callable[[FieldValue], bool] = _never,
) -> tuple[list[FieldValue], bool]:
    """What a function gives a field of a variable before it is named, the last first, and whether one must have run.

    What was given before that one does not count, nor what is given in a block that is told not to run. If it is given
    something very often, only the last ones do.
    """
    found: list[FieldValue] = []
    stated = (
        evaluator.project.field_values_before(view, place.scope, variable.name, one, variable.start)
        for one in (name, EVERY_FIELD)
    )
    for given in merge(*stated, key=lambda one: one.start, reverse=True):
        runs = decided.guard_runs(view, given.start, place)
        if runs is False or is_left_out(given):
            continue
        found.append(given)
        if runs or len(found) == MAX_GIVEN or not evaluator.project.may_be_left_out(view, given.start, variable.start):
            return found, True
    return found, False


def _initial_value(value: Value, name: str, at: int) -> Value:
    """What an object has under a key to begin with: nothing at all if it is written out, and does not have that."""
    if isinstance(value, Object) and all(one.key not in ("", "...", name) for one in value.entries):
        return UNDEFINED
    return entry(value, name) or Member(value, name, at, at)


def _entry(evaluator: Evaluation, value: Value, name: str, place: Place) -> Value | None:
    """What a variable begins with for a field, which goes by its name or by its place."""
    if not isinstance(value, Call) or not value.new or any(one.name for one in value.arguments):
        return entry(value, name)
    for option in each(evaluator.value(value, place)):
        of = evaluator.project.whereabouts(option.of) if isinstance(option, Instance) else None
        names = () if of is None else evaluator.project.fields(*of)
        given = dict(zip(names, value.arguments, strict=False)).get(name)
        if given is not None and not _is_zero(given.value):
            return given.value
    # `{0}`: what is left out is nothing, as are zeros.
    return Scalar("null") if all(_is_zero(one.value) for one in value.arguments) else None


def _is_zero(value: Value) -> bool:
    return isinstance(value, Scalar) and value.text == "0"
