"""Members of `this` that a program gives all components of a library: their names begin with a mark."""

from __future__ import annotations

from seamark.catalogue import Component
from seamark.extract import facts
from seamark.resolve.abstract_values import Bound, Definition, Meaning, Place, Record, Symbol, each
from seamark.resolve.evaluation.calls.calls_elsewhere import calls_named
from seamark.resolve.evaluation.protocol import Evaluation
from seamark.resolve.evaluation.scope import global_object
from seamark.resolve.evaluation.texts_and_lists import elements

from .object_methods import component


def shared_member(evaluator: Evaluation, name: str) -> Meaning | None:
    """What a program gives all of its components under a name of `this`; None if it gives nothing there.

    `app.config.globalProperties.$http = axios.create(…)`, `app.mixin({ methods: { $ask(path) { … } } })`
    """
    of = tuple(of for of, mark in evaluator.catalogue.shared_members if name.startswith(mark))
    if not of:
        return None
    return evaluator.once(
        ("shared", name), lambda: global_object.shared_value(evaluator, name, of) or _mixed_in(evaluator, name)
    )


def _mixed_in(evaluator: Evaluation, name: str) -> Meaning | None:
    """What the calls give under a name that give all components what one has."""
    for row in evaluator.catalogue.components:
        for called in evaluator.catalogue.setter_names.intersection(one.rpartition(".")[2] for one in row.calls):
            for call, place in calls_named(evaluator, called):
                for given in call.arguments if _may_be_of(evaluator, row, call, place) else ():
                    view = evaluator.view(place.path)
                    if isinstance(given.value, facts.Object):
                        found = elements.entry(evaluator, Record(component(view, row, given.value), place), name)
                        if found is not None:
                            return found
    return None


def _may_be_of(evaluator: Evaluation, row: Component, call: facts.Call, place: Place) -> bool:
    """Whether a call may be one of the row's library: what it calls is that library's, or is given to a function."""
    callees = each(evaluator.value(call.callee, place))
    known = [one.name for one in callees if isinstance(one, Symbol)]
    is_own = any(isinstance(one, Definition | Bound) for one in callees)
    return not is_own and all(name.startswith(row.calls) for name in known)
