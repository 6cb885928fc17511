"""Which of the functions of one name a call means: by how many arguments they take, and of which types."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, repeat
from typing import NamedTuple

from seamark.extract import facts
from seamark.extract.facts import MODULE, TYPE_GIVEN
from seamark.resolve.abstract_values import Bound, Definition, Meaning, Place, Symbol, Text, each, function_of
from seamark.resolve.evaluation.protocol import Evaluation
from seamark.resolve.module_resolution import rules_of

from . import parameters

_REST = "rest"
"""The type of what takes the rest of what a function is given."""


class _Type(NamedTuple):
    """What the type of an argument is called, and whether it is one of the language's own, as that of texts is."""

    name: str
    is_own: bool


_TEXT = _Type("", is_own=True)


def fitting_callees(evaluator: Evaluation, called: Meaning, call: facts.Call, place: Place) -> tuple[Meaning, ...]:
    """Those of the functions that are called which take what is given; all if none does."""
    found = each(called)
    if len(found) < 2 or any(one.name in ("*", "**") for one in call.arguments):
        return found
    fits = tuple(one for one in found if not isinstance(one, Definition | Bound) or _takes(evaluator, one, call))
    return _of_types(evaluator, fits or found, call, place)


def _takes(evaluator: Evaluation, function: Definition | Bound, call: facts.Call) -> bool:
    """Whether a function takes as many arguments."""
    view, index = evaluator.project.whereabouts(function_of(function))
    definition = evaluator.project.definition(view, index)
    if definition.kind == "class":
        return True
    taken = definition.parameters
    listed = [one for one in taken if one.kind != "self"]
    defaults = parameters.defaults(evaluator, view, index)
    needed = sum(one.kind == "plain" and default is None for one, default in zip(taken, defaults, strict=True))
    given = sum(one.name != TYPE_GIVEN for one in call.arguments)
    return needed <= given <= len(listed) or any(one.kind in ("rest", "others") for one in listed)


def _of_types(evaluator: Evaluation, found: tuple[Meaning, ...], call: facts.Call, place: Place) -> tuple[Meaning, ...]:
    """Those of several functions of one name whose parameters are most of the types of which what is given is known
    to be.
    """
    if len(found) < 2 or not rules_of(evaluator.view(place.path).facts.language).functions.overloaded:
        return found
    anywhere = Place(place.path, place.scope)  # Types are what is written there, whoever calls the function around it.
    given = [_type_of_argument(evaluator, one.value, anywhere) for one in call.arguments]
    if not any(one is not None for one in given):
        return found
    agreeing = [_agreement(evaluator, one, given) for one in found]
    return tuple(one for one, agrees in zip(found, agreeing, strict=True) if agrees == max(agreeing))


def _agreement(evaluator: Evaluation, function: Meaning, given: list[_Type | None]) -> tuple[int, bool]:
    """How many arguments are known to be of the types that a function takes, and whether it takes these alone.

    It is less than none if one is of another type.
    """
    if not isinstance(function, Definition | Bound):
        return 0, True
    definition = evaluator.project.facts_of(function_of(function))
    place = Place(function_of(function).path, definition.parent)
    taken = [(one, by) for one, by in zip(given, _taken(definition), strict=False) if one is not None]
    if any(one.is_own and by.type is not None and _is_of_others(evaluator, by.type, place) for one, by in taken):
        return -1, True
    agreeing = sum(one.name == _type_name(by) for one, by in taken)
    return agreeing, all(one.kind != _REST for one in definition.parameters)


def _taken(definition: facts.Definition) -> Iterator[facts.Parameter]:
    """By what a function takes what it is given by position, one after the other."""
    listed = [one for one in definition.parameters if one.kind != "self"]
    return chain(listed, repeat(listed[-1]) if listed and listed[-1].kind == _REST else ())


def _type_of_argument(evaluator: Evaluation, given: facts.Value, place: Place) -> _Type | None:
    """The type of which an argument is known to be."""
    stated = _stated_type(evaluator, given, place)
    if stated is None and all(isinstance(one, Text) for one in each(evaluator.meaning(given, place))):
        return _TEXT
    return stated


def _stated_type(evaluator: Evaluation, given: facts.Value, place: Place) -> _Type | None:
    match given:
        case facts.Literal() | facts.Concat():
            return _TEXT
        case facts.Call(new=True):
            return _type(evaluator, given.callee, place)
        case facts.Call():
            called = each(evaluator.value(given.callee, place))
            kinds = [_returned_type(evaluator, one) for one in called]
            return kinds[0] if all(one == kinds[0] for one in kinds) else None
        case facts.Name():
            return _declared_type(evaluator, given, place)
    return None


def _returned_type(evaluator: Evaluation, function: Meaning) -> _Type | None:
    if not isinstance(function, Definition | Bound):
        return None
    definition, path = evaluator.project.facts_of(function_of(function)), function_of(function).path
    kind = definition.return_type
    return None if kind is None else _type(evaluator, kind, Place(path, definition.parent))


def _declared_type(evaluator: Evaluation, name: facts.Name, place: Place) -> _Type | None:
    """The type with which a variable or a parameter is declared."""
    view = evaluator.view(place.path)
    for scope in evaluator.project.scopes(view, place.scope):
        taken = () if scope == MODULE else evaluator.project.definition(view, scope).parameters
        own = [one for one in taken if one.name == name.name]
        bound = evaluator.project.visible(view, scope, name.name, name.start)
        if any(one.kind == _REST for one in own):
            return _Type(_REST, is_own=False)
        if own or bound:
            declared = (*(one.type for one in own), *(one.type for one in bound))
            kinds = [one for one in declared if one is not None]
            return _type(evaluator, kinds[0], Place(view.path, scope)) if kinds else None
    return None


def _type(evaluator: Evaluation, kind: facts.Value, place: Place) -> _Type | None:
    name = _class_name(kind)
    return None if name is None else _Type(name, is_own=_is_own(evaluator, kind, place))


def _is_own(evaluator: Evaluation, kind: facts.Value, place: Place) -> bool:
    """Whether a type is one that the language's files all know."""
    home = rules_of(evaluator.view(place.path).facts.language).globals.everything
    meant = evaluator.meaning(kind, place)
    return isinstance(meant, Symbol) and meant.name.startswith(f"{home}.")


def _is_of_others(evaluator: Evaluation, kind: facts.Value, place: Place) -> bool:
    """Whether a type is one of the workspace, or of a library: nothing of the language's own types is of that, too."""
    meant = each(evaluator.meaning(kind, place))
    of_others = any(isinstance(one, Definition) or (isinstance(one, Symbol) and "." in one.name) for one in meant)
    return of_others and not _is_own(evaluator, kind, place)


def _type_name(parameter: facts.Parameter) -> str | None:
    """What the type of a parameter is called."""
    if parameter.kind == _REST:
        return _REST
    return None if parameter.type is None else _class_name(parameter.type)


def _class_name(kind: facts.Value) -> str | None:
    """What a type is called, without what its parameters are; None if it has no name."""
    if isinstance(kind, facts.Element):
        return _class_name(kind.of)
    return kind.name if isinstance(kind, facts.Name | facts.Member) else None
