"""Variables in which functions leave a text: `build_url(url, sizeof(url), path)`."""

from __future__ import annotations

from collections.abc import Iterator

from seamark.extract.facts import AFTER_ALL, Call, Filling, Name
from seamark.extract.facts import Definition as Defined
from seamark.resolve.abstract_values import Definition, Meaning, Place, Symbol, Unknown, each, is_nothing, options
from seamark.resolve.evaluation.calls import parameters
from seamark.resolve.evaluation.protocol import Evaluation
from seamark.resolve.partial_texts.texts import EMPTY
from seamark.resolve.workspace_facts.view import View

MAX_DEPTH = 4
"""Through how many functions a variable is handed that one of them fills."""


def is_unset(meaning: Meaning) -> bool:
    """Whether a variable is nothing but what its type says, or an empty text."""
    return all(isinstance(one, Symbol | Unknown) or one == EMPTY for one in each(meaning))


def filled_value(evaluator: Evaluation, view: View, scope: int, name: str, at: int, place: Place) -> Meaning | None:
    """What the last of the calls before a position that fills a variable leaves in it; None if none does."""
    before = (one for one in evaluator.project.fillings(view, scope, name) if one.start <= at)
    for filling in reversed(list(before)):
        step = (view.path, scope, f"{name} filled", filling.start)
        if evaluator.trail.is_closed(step):
            return None
        with evaluator.trail.within(step):
            found = _value_left_by(evaluator, filling, place.within(scope))
        if found is not None:
            return found
    return None


def _value_left_by(evaluator: Evaluation, filling: Filling, place: Place, depth: int = 0) -> Meaning | None:
    for callee in each(evaluator.value(filling.call.callee, place)):
        if not isinstance(callee, Definition):
            continue
        view, index = evaluator.project.whereabouts(callee)
        function = evaluator.project.definition(view, index)
        name = function.parameters[filling.argument].name if filling.argument < len(function.parameters) else ""
        inner = Place(
            view.path,
            index,
            {**place.arguments, **parameters.arguments_by_parameter(evaluator, callee, filling.call, place)},
        )
        found: Meaning | None = None
        if evaluator.project.bindings(view, index, name):
            found = evaluator.in_scope(view, index, name, AFTER_ALL, inner)
        for further in _handed_on(function, name, index) if found is None and depth < MAX_DEPTH else ():
            found = found or _value_left_by(evaluator, further, inner, depth + 1)
        if found is not None and not is_nothing(found):
            return _without_empty(found)
    return evaluator.formatted_text(filling.call, place, filling.argument + 1)


def _without_empty(found: Meaning) -> Meaning:
    """What is left without the empty text by which a function says that there is none, if it leaves others, too."""
    kept = [one for one in each(found) if one != EMPTY]
    return options(kept) if 0 < len(kept) < len(each(found)) else found


def _handed_on(function: Defined, name: str, scope: int) -> Iterator[Filling]:
    """The calls to which a function leaves it to fill what it is given: `return build(buf, size, "/users");`"""
    for call in function.returns:
        for number, given in enumerate(call.arguments if isinstance(call, Call) else ()):
            if isinstance(call, Call) and isinstance(given.value, Name) and given.value.name == name:
                yield Filling(name, scope, call, number, call.end)
