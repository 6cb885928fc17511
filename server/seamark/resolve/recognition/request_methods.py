"""What a call that no rule reads is given to answer requests, and which verbs that answers.

It may be a function, or a class, or an object of one, that has methods to answer requests: `register("/users", new
UsersHandler())`.
"""

from __future__ import annotations

from collections.abc import Iterator

from seamark.catalogue.path_takers import answers_requests, is_request
from seamark.extract import facts
from seamark.resolve import abstract_values
from seamark.resolve.abstract_values import Bound, Definition, Instance, Meaning, Place, each
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.http import verbs
from seamark.resolve.http.handlers import told_apart

ANY = "ANY"


def handlers(analysis: FileAnalysis, value: facts.Value, place: Place, depth: int = 0) -> Iterator[Definition]:
    """The functions, or classes that answer requests, that a value is, makes an object of or wraps; a list's last."""
    match value:
        case facts.Name(name=name) if _is_parameter(analysis, name, place):
            return  # Which function that is callers say.
        case facts.Function() | facts.Name() | facts.Member():
            for option in each(analysis.evaluator.meaning(value, place)):
                yield from _handler(analysis, option)
        case facts.Call(arguments=arguments) if depth == 0:
            made = [one for one in each(analysis.evaluator.meaning(value, place)) if isinstance(one, Instance)]
            yield from (one for option in made for one in _handler(analysis, option))
            for given in arguments if not made else ():
                yield from handlers(analysis, given.value, place, depth + 1)
        case facts.List(items=(*_, last)) if depth == 0:
            yield from handlers(analysis, last, place, depth + 1)


def answered(analysis: FileAnalysis, handler: Definition) -> dict[str, Definition]:
    """The verbs that a handler answers, each with the method that does; any, if it does not tell them apart."""
    methods = _methods(analysis, handler) if analysis.evaluator.is_class(handler) else {ANY: handler}
    if set(methods) == {ANY}:
        told = told_apart.by_function(analysis, methods[ANY])
        return dict.fromkeys(told, methods[ANY]) or methods
    return {verb: method for verb, method in methods.items() if verb != ANY}


def tells(analysis: FileAnalysis, handler: Definition) -> bool:
    """Whether a handler says by itself that it answers requests: by a method for that, or as it tells verbs apart."""
    return analysis.evaluator.is_class(handler) or ANY not in answered(analysis, handler)


def _is_parameter(analysis: FileAnalysis, name: str, place: Place) -> bool:
    """Whether a name is that of a parameter of the function around a place."""
    around = () if place.scope == facts.MODULE else analysis.view.facts.definitions[place.scope].parameters
    return any(one.name == name for one in around)


def _handler(analysis: FileAnalysis, meaning: Meaning) -> Iterator[Definition]:
    if isinstance(meaning, Instance) and _methods(analysis, meaning.of):
        yield meaning.of
    elif isinstance(meaning, Definition | Bound):
        function = abstract_values.function_of(meaning)
        found_at = analysis.project.locate(function)
        kind = "" if found_at is None else analysis.project.definition(*found_at).kind
        if kind in ("function", "method") or (kind == "class" and _methods(analysis, function)):
            yield function


def _methods(analysis: FileAnalysis, class_: Definition) -> dict[str, Definition]:
    """The methods of a class that are given requests and called as those are that answer them, by their verbs."""
    found: dict[str, Definition] = {}
    for method in analysis.evaluator.methods(class_):
        if answers_requests(method.name) and _is_given_request(analysis, method):
            found.setdefault(verbs.verb_in_name("name", method.name), method)
    return found


def _is_given_request(analysis: FileAnalysis, method: Definition) -> bool:
    found_at = analysis.project.locate(method)
    taken = () if found_at is None else analysis.project.definition(*found_at).parameters
    return any(is_request(one.label) or any(map(is_request, _type_names(one.type))) for one in taken)


def _type_names(kind: facts.Value | None) -> Iterator[str]:
    if isinstance(kind, facts.Name | facts.Member):
        yield kind.name
