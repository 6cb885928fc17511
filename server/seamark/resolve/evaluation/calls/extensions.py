"""Calls of methods that what they are called on has by a function around, or by a library that extends it."""

from __future__ import annotations

from seamark.extract import facts
from seamark.resolve.abstract_values import Made, Meaning, Parameter, Place, Symbol, Text, Unknown, each
from seamark.resolve.evaluation.members.extension_functions import is_standard
from seamark.resolve.evaluation.protocol import Evaluation
from seamark.resolve.evaluation.scope import names


def extended_object(evaluator: Evaluation, callee: facts.Value, place: Place) -> Made | None:
    """What a function around extends of which a call is one, be it as a method that this gives to texts."""
    if not evaluator.catalogue.applying:
        return None
    if isinstance(callee, facts.Member):
        is_open = any(isinstance(one, Text) for one in each(evaluator.value(callee.of, place)))
    else:
        is_open = isinstance(callee, facts.Name) and names.undeclared_name(evaluator, callee, place) == callee.name
    return evaluator.object_of(evaluator.value(facts.This(), place)) if is_open else None


def extension(evaluator: Evaluation, callee: facts.Value, place: Place) -> Symbol | None:
    """The function of a library of which a call is one as if it was a method of what it is given first.

    What comes with the language, such as a map, has a method of its own by that name.
    """
    if not isinstance(callee, facts.Member):
        return None
    of_text = evaluator.catalogue.extending.get(callee.name)
    called_on = each(evaluator.value(callee.of, place)) if of_text is not None else ()
    if of_text is not None and any(_may_be_text(evaluator, one, of_text, place) for one in called_on):
        return Symbol(of_text)
    if not evaluator.catalogue.applying:
        return None
    named = each(evaluator.value(facts.Name(callee.name, callee.start, callee.end), place))
    found = next((one for one in named if isinstance(one, Symbol) and _may_extend(evaluator, one)), None)
    of = each(evaluator.value(callee.of, place)) if found is not None else ()
    return None if any(is_standard(evaluator, one, place.path) for one in of) else found


def _may_be_text(evaluator: Evaluation, of: Meaning, method: str, place: Place) -> bool:
    """Whether something may be a text, or what the class of this method makes of one."""
    if isinstance(of, Parameter):
        return isinstance(of.type, Unknown) or is_standard(evaluator, of.type, place.path)
    return isinstance(of, Text) or of == Symbol(f"{method.rpartition('.')[0]}()")


def _may_extend(evaluator: Evaluation, function: Symbol) -> bool:
    """Whether a function of a library is called on what it is given first: not one of what encloses the call."""
    known = evaluator.catalogue
    return function.name in known.names and not any(row.enclosed for row, _ in known.routes.of(function.name))
