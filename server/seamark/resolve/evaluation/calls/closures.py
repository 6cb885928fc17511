"""Functions that are made in others, and keep what these were given: `make("/api")` gives one that asks below that.

const make = (base) => (path) => fetch(base + path)

One that hands on what it is given to what it keeps, stands for that: `guarded(fetch)` is called as `fetch` is.

const guarded = (f) => async (...given) => ({ data: await f(...given) })

If it puts a text before the first thing that it is given, it stands for a client that asks below that.

const below = (f, base) => (path, ...rest) => f(base + path, ...rest)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from msgspec.structs import replace as with_fields

from seamark.extract import facts
from seamark.resolve.abstract_values import (
    Bound,
    Closure,
    Definition,
    Made,
    Meaning,
    Options,
    ParameterPart,
    Place,
    Text,
    is_nothing,
    options,
)
from seamark.resolve.evaluation.protocol import Evaluation
from seamark.resolve.partial_texts.texts import EMPTY, possible_texts
from seamark.resolve.partial_texts.urls import join_url
from seamark.resolve.workspace_facts.view import View


def function(evaluator: Evaluation, view: View, index: int, place: Place) -> Definition | Bound:
    """The function or class that a file defines under this number, with what is known at a place that it keeps."""
    own = Definition(view.path, view.key(index))
    if not place.arguments or evaluator.project.definition(view, index).kind == "class":
        return own
    around = {view.key(scope) for scope in view.scopes(view.facts.definitions[index].parent)}
    kept = {of: one for of, one in place.arguments.items() if of[0].path == view.path and of[0].key in around}
    return Bound(own, Closure(kept)) if kept else own


def stood_for(evaluator: Evaluation, given: Meaning) -> Meaning:
    """What a function stands for that a call gives; anything else is itself."""
    if isinstance(given, Options):
        return options([stood_for(evaluator, one) for one in given.options], ordered=given.ordered)
    kept = given.of if isinstance(given, Bound) else None
    if not isinstance(given, Bound) or not isinstance(kept, Closure):
        return given
    asked = "handed on to", given.method
    for of, number in evaluator.once(asked, lambda: tuple(_handed_on_to(evaluator, given.method))):
        one = kept.arguments.get((of, number))
        meaning = None if one is None else evaluator.meaning(one.value, one.place)
        if meaning is not None and not is_nothing(meaning):
            return meaning
    return _client_below(evaluator, given.method, kept) or given


def _client_below(evaluator: Evaluation, function: Definition, kept: Closure) -> Made | None:
    """The client that a function keeps and calls with what it is given, below a further path; None if it does not."""
    asked = "handed on below to", function
    for (of, number), path, place in evaluator.once(asked, lambda: tuple(_handed_below(evaluator, function))):
        one = kept.arguments.get((of, number))
        client = None if one is None else evaluator.object_of(evaluator.meaning(one.value, one.place))
        if client is None or evaluator.catalogue.role(client.type) != "client":
            continue
        told = possible_texts(evaluator.meaning(path, Place(place.path, place.scope, kept.arguments)))
        before = [with_fields(text, parts=text.parts[:-1]) for text in told if _ends_with_first(text, function)]
        if before and len(before) == len(told):
            return replace(
                client, base=tuple(join_url(base, text) for base in client.base or (EMPTY,) for text in before)
            )
    return None


def _ends_with_first(text: Text, function: Definition) -> bool:
    """Whether a text is something that is known, and behind it what a function is given first."""
    end = text.parts[-1] if len(text.parts) > 1 else None
    is_given = isinstance(end, ParameterPart) and (end.owner, end.index, end.members) == (function, 0, ())
    return is_given and all(isinstance(part, str) for part in text.parts[:-1])


def _handed_below(
    evaluator: Evaluation, function: Definition
) -> Iterator[tuple[tuple[Definition, int], facts.Value, Place]]:
    """The parameters of functions around a function that this calls with what it is given, but for another first thing.

    With each come that thing and its place.
    """
    for own, call, taken in _calls_of_kept(evaluator, function):
        first = call.arguments[0].value if call.arguments else None
        if first is None or not own.parameters or isinstance(first, facts.Name | facts.Object):
            continue
        given = (facts.Argument("", facts.Name(own.parameters[0].name, call.start, call.start)), *call.arguments[1:])
        if call.arguments[0].name == "" and hands_on(own.parameters, with_fields(call, arguments=given)):
            yield taken, first, Place(function.path, evaluator.view(function.path).scope_at(call.start))


def _handed_on_to(evaluator: Evaluation, function: Definition) -> Iterator[tuple[Definition, int]]:
    """The parameters of functions around a function that this calls with what it is given, for what it gives."""
    for own, call, taken in _calls_of_kept(evaluator, function):
        if hands_on(own.parameters, call):
            yield taken


def _calls_of_kept(
    evaluator: Evaluation, function: Definition
) -> Iterator[tuple[facts.Definition, facts.Call, tuple[Definition, int]]]:
    """The calls of what the functions around a function are given, for what it gives, each with which that is."""
    view, index = evaluator.project.whereabouts(function)
    own = evaluator.project.definition(view, index)
    around = {
        one.name: (Definition(view.path, view.key(scope)), number)
        for scope in reversed(view.scopes(own.parent)[:-1])
        for number, one in enumerate(view.facts.definitions[scope].parameters)
    }
    for call in calls_for_outcome(evaluator, view, index, own):
        if isinstance(call.callee, facts.Name) and call.callee.name in around:
            yield own, call, around[call.callee.name]


def calls_for_outcome(evaluator: Evaluation, view: View, index: int, own: facts.Definition) -> Iterator[facts.Call]:
    """The calls in what a function returns, and in what the names are set to that it returns."""
    for one in facts.within(own.returns):
        if isinstance(one, facts.Call):
            yield one
        elif isinstance(one, facts.Name):
            values = (bound.value for bound in evaluator.project.bindings(view, index, one.name))
            yield from (value for value in values if isinstance(value, facts.Call))


def hands_on(parameters: Sequence[facts.Parameter], call: facts.Call) -> bool:
    """Whether a call is given what parameters take, one after the other, though more may be added to that."""
    taken = [one for one in parameters if one.kind != "self"]
    if not call.arguments or len(call.arguments) < len(taken):
        return False
    return all(_is_handed(parameter, given) for parameter, given in zip(taken, call.arguments, strict=False))


def _is_handed(parameter: facts.Parameter, given: facts.Argument) -> bool:
    value = given.value
    if isinstance(value, facts.Object):
        spread = [entry.value for entry in value.entries if entry.key == "..."]
        return any(isinstance(one, facts.Name) and one.name == parameter.name for one in spread)
    kind = _GIVEN_AS.get(parameter.kind, "")
    return given.name == kind and isinstance(value, facts.Name) and value.name == parameter.name


_GIVEN_AS = {"rest": "*", "others": "**"}
"""How a call hands on what a parameter takes of a kind."""
