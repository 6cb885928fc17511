"""What a function makes anew in each of its calls: two calls of `def make(): return APIRouter()` give two routers."""

from __future__ import annotations

from dataclasses import replace

from msgspec.structs import replace as replaced

from seamark.extract import facts
from seamark.resolve.abstract_values import (
    Definition,
    Instance,
    Made,
    Meaning,
    Options,
    Place,
    Record,
    Sequence,
    Symbol,
    each,
    options,
)
from seamark.resolve.evaluation.library_objects.constructed_identity import is_made_in, told_apart
from seamark.resolve.evaluation.protocol import Evaluation
from seamark.resolve.evaluation.texts_and_lists import decided
from seamark.resolve.workspace_facts.view import as_call

MAX_NAMED = 3
"""Through how many names of a function what it makes is followed to what it returns."""


def returned_value(
    evaluator: Evaluation, function: facts.Definition, inner: Place, call: facts.Call, outer: Place
) -> Meaning:
    """What a function returns to a call at the place `outer`; what is known within it stands at the place `inner`."""
    found = _returned_within(evaluator, function, inner)
    if not any(_is_made_in(evaluator, option, inner) for option in each(found)):
        return found
    by = "" if _is_kept(evaluator, function, inner.path) else told_apart(evaluator, call, outer)
    if not by:
        return found
    if all(_is_made_anew(evaluator, value, inner) for value in function.returns):
        return _apart(evaluator, found, inner, by)
    # What a name outside of the function keeps is one thing: what is known of the call does not get there.
    return _returned_within(evaluator, function, _by(inner, by))


def _returned_within(evaluator: Evaluation, function: facts.Definition, inner: Place) -> Meaning:
    return options(
        [evaluator.value(value, inner) for value in decided.possible_values(evaluator, function.returns, inner)]
    )


def _is_made_anew(evaluator: Evaluation, value: facts.Value, inner: Place, depth: int = 0) -> bool:
    """Whether what a function returns is made where it stands, or kept in the function's own names alone."""
    match value:
        case facts.Name(name=name) if depth < MAX_NAMED:
            bound = evaluator.project.bindings(evaluator.view(inner.path), inner.scope, name)
            return bool(bound) and all(_is_made_anew(evaluator, one.value, inner, depth + 1) for one in bound)
        case facts.Choice(options=arms):
            return all(_is_made_anew(evaluator, one, inner, depth) for one in arms)
    return isinstance(value, facts.Call | facts.Object | facts.List | facts.Scalar)


def _apart(evaluator: Evaluation, meaning: Meaning, inner: Place, by: str) -> Meaning:
    """A meaning whose objects that are made in a function are those of one of its calls."""
    if isinstance(meaning, Options):
        return replaced(meaning, options=tuple(_apart(evaluator, one, inner, by) for one in meaning.options))
    if not _is_made_in(evaluator, meaning, inner):
        return meaning
    match meaning:
        case Made(identity=(path, key), call=made):
            return replace(
                meaning, identity=(path, key + by), call=None if made is None else (made[0], _by(made[1], by))
            )
        case Instance(made=(made_by, place)):
            return replace(meaning, made=(made_by, _by(place, by)))
        case Record() | Sequence():
            return replace(meaning, place=_by(meaning.place, by))
    return meaning


def _by(place: Place, by: str) -> Place:
    return replaced(place, by=place.by + by)


def _is_made_in(evaluator: Evaluation, meaning: Meaning, inner: Place) -> bool:
    """Whether it is a router, or an object or a list that may have some, which a function makes when it runs."""
    match meaning:
        case Made():
            return evaluator.catalogue.role(meaning.type) == "router" and is_made_in(evaluator, meaning.identity, inner)
        case Instance(made=(_, place)):
            pass
        case Record(place=place) | Sequence(place=place):
            pass
        case _:
            return False
    return is_made_in(evaluator, (place.path, f"{evaluator.view(place.path).key(place.scope)}:{place.by}"), inner)


def _is_kept(evaluator: Evaluation, function: facts.Definition, path: str) -> bool:
    """Whether what decorates a function keeps what that gives: `functools.cache`, and maybe one of the workspace's."""
    calls = filter(None, map(as_call, function.decorators))
    around = Place(path, function.parent)
    by = (option for call in calls for option in each(evaluator.value(call.callee, around)))
    return any(
        isinstance(one, Definition) or (isinstance(one, Symbol) and one.name in evaluator.catalogue.memoizing)
        for one in by
    )
