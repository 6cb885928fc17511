"""What `this` is in the functions of an object that is written out: that object, or what its library makes of it."""

from __future__ import annotations

from collections.abc import Iterator

from seamark.catalogue import Component
from seamark.extract import facts
from seamark.extract.facts import MODULE
from seamark.resolve.abstract_values import Place, Record, Symbol, each
from seamark.resolve.evaluation.protocol import Evaluation
from seamark.resolve.workspace_facts.view import View

_GETTER = "get"


def this(evaluator: Evaluation, view: View, scope: int) -> Record | None:
    """The object of which a function is a method, where it is written in one; None for one that has no such object.

    What stands in an object in another function may be one that has the `this` of that.
    """
    definition = view.facts.definitions[scope]
    may_be = definition.kind == "method" or definition.parent == MODULE
    objects = view.objects_around.get(scope) if may_be else None
    if objects is None:
        return None
    place = Place(view.path, definition.parent)
    row = _row(evaluator, view, objects[-1], place)
    return Record(objects[0] if row is None else component(view, row, objects[-1]), place)


def _row(evaluator: Evaluation, view: View, whole: facts.Object, place: Place) -> Component | None:
    """What a library says of an object, if one makes something else of it."""
    rows = evaluator.catalogue.components
    for row in rows if any(one.name == "default" and one.value == whole for one in view.facts.exports or ()) else ():
        if view.path.endswith(row.files):
            return row
    call = view.given_to(whole) if rows else None
    called = each(evaluator.value(call.callee, place)) if call is not None else ()
    names = [one.name for one in called if isinstance(one, Symbol)]
    return next((row for row in rows if not set(names).isdisjoint(row.calls)), None)


def component(view: View, row: Component, of: facts.Object) -> facts.Object:
    """What a component has, as an object. What is set later on is not known."""
    entries = [entry for one in of.entries for entry in _members(row, one)]
    changed = (one.target.name for one in view.facts.assignments if isinstance(one.target.of, facts.This))
    entries += (facts.Entry(name, facts.Hole()) for name in dict.fromkeys(changed))
    return facts.Object(tuple(entries), of.start, of.end)


def _members(row: Component, option: facts.Entry) -> Iterator[facts.Entry]:
    held = option.value.entries if isinstance(option.value, facts.Object) else ()
    if option.key in row.given:
        yield facts.Entry("...", _call_without_arguments(option.value))
    elif option.key in row.computed:
        for one in held:
            getter = _getter(one.value)
            if getter is not None and one.key != "...":
                yield facts.Entry(one.key, _call_without_arguments(getter))
    elif option.key in row.methods:
        yield from held


def _getter(value: facts.Value) -> facts.Value | None:
    if not isinstance(value, facts.Object):
        return value
    return next((one.value for one in value.entries if one.key == _GETTER), None)


def _call_without_arguments(function: facts.Value) -> facts.Call:
    return facts.Call(function, (), False, 0, 0)
