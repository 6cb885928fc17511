"""Variables in which functions leave a text: `build_url(url, sizeof(url), path)`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seamark.resolve.meaning import Definition, Meaning, Place, Symbol, Unknown, each, is_nothing
from seamark.resolve.texts import EMPTY
from seamark.resolve.view import AFTER_ALL, View

from . import bindings, calls, parameters

if TYPE_CHECKING:
    from seamark.extract.facts import Filling

    from .evaluator import Evaluator


def is_open(meaning: Meaning) -> bool:
    """Whether a variable is nothing but what its type says, or an empty text."""
    return all(isinstance(one, Symbol | Unknown) or one == EMPTY for one in each(meaning))


def left(evaluator: Evaluator, view: View, scope: int, name: str, at: int, place: Place) -> Meaning | None:
    """What the last of the calls before a position that fills a variable leaves in it; None if none does."""
    before = (one for one in evaluator.project.fillings(view, scope, name) if one.start <= at)
    for filling in reversed(list(before)):
        step = (view.path, scope, f"{name} filled", filling.start)
        if evaluator.trail.is_closed(step):
            return None
        with evaluator.trail.within(step):
            found = _left(evaluator, filling, place.within(scope))
        if found is not None:
            return found
    return None


def _left(evaluator: Evaluator, filling: Filling, place: Place) -> Meaning | None:
    for callee in each(evaluator.value(filling.call.callee, place)):
        found_at = evaluator.project.locate(callee) if isinstance(callee, Definition) else None
        if found_at is None or not isinstance(callee, Definition):
            continue
        view, index = found_at
        taken = evaluator.project.definition(view, index).parameters
        name = taken[filling.argument].name if filling.argument < len(taken) else ""
        if evaluator.project.bindings(view, index, name):
            given = parameters.given(evaluator, callee, filling.call, place)
            inner = Place(view.path, index, {**place.arguments, **given})
            found = bindings.in_scope(evaluator, view, index, name, AFTER_ALL, inner)
            if found is not None and not is_nothing(found):
                return found
    return calls.formatted(evaluator, filling.call, place, filling.argument + 1)
