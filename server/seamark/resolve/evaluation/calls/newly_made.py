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
    Place,
    Record,
    Sequence,
    Symbol,
    each,
    options,
)
from seamark.resolve.evaluation.library_objects.constructed_identity import told_apart
from seamark.resolve.evaluation.protocol import Evaluation
from seamark.resolve.evaluation.texts_and_lists import decided
from seamark.resolve.workspace_facts.view import as_call


def returned(
    evaluator: Evaluation, function: facts.Definition, inner: Place, call: facts.Call, outer: Place
) -> Meaning:
    """What a function returns to a call at the place `outer`; what is known within it stands at the place `inner`."""
    by = "" if _is_kept(evaluator, function, inner.path) else told_apart(evaluator, call, outer)
    if by and outer.by:
        return _returned(evaluator, function, replaced(inner, by=by))
    found = _returned(evaluator, function, inner)
    if not by:
        return found
    if any(_is_made(evaluator, option) for option in each(found)):
        return _returned(evaluator, function, replaced(inner, by=by))
    return options([_with_own_items(option, inner, by) for option in each(found)])


def _is_kept(evaluator: Evaluation, function: facts.Definition, path: str) -> bool:
    """Whether what decorates a function keeps what that gives: `functools.cache`, and maybe one of the workspace's."""
    calls = filter(None, map(as_call, function.decorators))
    around = Place(path, function.parent)
    by = (option for call in calls for option in each(evaluator.value(call.callee, around)))
    return any(
        isinstance(one, Definition) or (isinstance(one, Symbol) and one.name in evaluator.catalogue.memoizing)
        for one in by
    )


def _returned(evaluator: Evaluation, function: facts.Definition, inner: Place) -> Meaning:
    return options([evaluator.value(value, inner) for value in decided.given(evaluator, function.returns, inner)])


def _is_made(evaluator: Evaluation, meaning: Meaning) -> bool:
    """Whether it is a router, or an object that somebody made, which may have some."""
    if isinstance(meaning, Made):
        return evaluator.catalogue.role(meaning.type) == "router"
    return isinstance(meaning, Instance) and meaning.made is not None


def _with_own_items(meaning: Meaning, inner: Place, by: str) -> Meaning:
    """A list or an object whose items are made where the function runs."""
    if isinstance(meaning, Record | Sequence) and (meaning.place.path, meaning.place.scope) == (
        inner.path,
        inner.scope,
    ):
        return replace(meaning, place=replaced(meaning.place, by=by))
    return meaning
