"""What objects of the workspace read as in a text, by a method of their own: `__str__`, `toString`, `Display`'s."""

from __future__ import annotations

from seamark.extract import facts
from seamark.resolve.abstract_values import (
    Bound,
    Definition,
    Enumerator,
    Instance,
    Meaning,
    Options,
    Parameter,
    Place,
    Symbol,
    Text,
    each,
    options,
)
from seamark.resolve.evaluation.protocol import Evaluation
from seamark.resolve.module_resolution import rules_of
from seamark.resolve.partial_texts.texts import UNKNOWN_TEXT

from . import decided


def as_text(evaluator: Evaluation, meaning: Meaning, place: Place) -> Meaning:
    """What something is as a part of a text: an object what its method for that gives, if that is known."""
    method = rules_of(evaluator.view(place.path).facts.language).classes.text_method
    if not method or not any(_is_object(evaluator, one) for one in each(meaning)):
        return meaning
    said = [_said(evaluator, one, method, place) for one in each(meaning)]
    return options(said, ordered=isinstance(meaning, Options) and meaning.ordered)


def _said(evaluator: Evaluation, meaning: Meaning, method: str, place: Place) -> Meaning:
    this = _class_of(meaning) or meaning
    called = each(evaluator.called_member(this, method, place)) if _is_object(evaluator, meaning) else ()
    given = [
        one for function in called if isinstance(function, Bound) for one in _given(evaluator, function.method, this)
    ]
    if given and all(isinstance(one, Text) for one in given):
        return options(given)
    return inherited_text(evaluator, meaning) if isinstance(meaning, Instance) or this is not meaning else meaning


def inherited_text(evaluator: Evaluation, meaning: Meaning) -> Meaning:
    """What an object is as a text if its class inherits from a library's that is one: `struct { *url.URL }`."""
    if isinstance(meaning, Options):
        return options([inherited_text(evaluator, one) for one in each(meaning)], ordered=meaning.ordered)
    this = meaning if isinstance(meaning, Instance) else _class_of(meaning)
    above = () if this is None else evaluator.lineage(this.of)
    is_text = any(isinstance(one, Symbol) and one.name in evaluator.catalogue.text_types for one in above)
    return UNKNOWN_TEXT if is_text else meaning


def _class_of(meaning: Meaning) -> Instance | None:
    """An object of which no more is known than its class."""
    match meaning:
        case Parameter(type=Instance() as kind):
            return kind
        case Parameter(type=Definition() as class_):
            return Instance(class_)
    return None


def _is_object(evaluator: Evaluation, meaning: Meaning) -> bool:
    """Whether something is an object, and if callers give it, none of which they tell which one of an enum's it is."""
    if isinstance(meaning, Instance | Enumerator):
        return True
    given = _class_of(meaning)
    found_at = None if given is None else evaluator.project.locate(given.of)
    if found_at is None:
        return False
    view, index = found_at
    bound = (one.value for one in view.bindings_in(index))
    return not any(isinstance(one, facts.Enumerator) for one in bound)


def _given(evaluator: Evaluation, method: Definition, this: Meaning) -> list[Meaning]:
    """What a method of an object gives, whatever it is given itself; nothing if it asks for that of what it holds."""
    view, index = evaluator.project.whereabouts(method)
    step = view.path, index, "in a text", 0
    if evaluator.trail.is_closed(step):
        return []
    returns, inner = evaluator.project.definition(view, index).returns, Place(view.path, index, this=this)
    with evaluator.trail.within(step):
        possible = decided.possible_values(evaluator, returns, inner)
        return [one for value in possible for one in each(evaluator.value(value, inner))]
