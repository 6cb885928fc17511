"""The function that answers a route, also where others are wrapped around it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from seamark.catalogue import DECORATED, Route
from seamark.extract import facts
from seamark.extract.facts import MODULE
from seamark.resolve.abstract_values import (
    UNKNOWN,
    Argument,
    Bound,
    Constant,
    Definition,
    Instance,
    Meaning,
    Module,
    OpaqueCall,
    Parameter,
    ParameterPart,
    Place,
    Record,
    Sequence,
    Symbol,
    Text,
    Unknown,
    each,
    function_of,
)
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.findings import ContractEffect, RouteEffect, Router
from seamark.resolve.workspace_facts.view import View

from . import named_in_text
from .wrapping import wrapped_values, wrappers

AROUND = "around"
MAX_WRAPPED = 4
"""How many functions may be wrapped around a handler."""


def handler(site: CallSite, row: Route, router: Router) -> Definition | Symbol | Unknown | None:
    """The handler; `Unknown` if there is one that cannot be followed; None if the call has none."""
    analysis, place = site.analysis, site.place
    if site.decorated is not None:
        return _overriding_method(analysis, site.decorated)
    if row.handler == DECORATED and site.applied is not None:
        return UNKNOWN if isinstance(site.applied, Parameter) else site.applied
    if row.handler == AROUND:
        return around(analysis, place)
    value = site.written_argument(row.handler)
    if value is None:  # It may be a part of an object that stands elsewhere.
        parts = each(site.argument(row.handler) or UNKNOWN)
        return next((function_of(part) for part in parts if isinstance(part, Definition | Bound)), None)
    if value is site.found_argument(row.path)[0]:
        return None
    if _field_of_parameter(analysis, value, place) is not None:
        return UNKNOWN
    found = _function_in(analysis, value, place)
    if isinstance(value, facts.Concat):
        found = named_in_text.method_of_concatenation(analysis, value, router, place) or found
    meaning = site.argument(row.handler) if isinstance(found, Unknown) else None
    for option in each(meaning) if meaning is not None else ():
        if isinstance(option, Definition | Bound):
            return function_of(option)
        method = named_in_text.method(site, option, router) if isinstance(option, Text) else None
        if isinstance(option, Instance):
            method = named_in_text.invoked_method(analysis, option, place)
        if method is not None:
            return method
        if isinstance(option, Symbol) and analysis.catalogue.is_of(option.name, "handler"):
            return option
        if isinstance(option, Text | Constant | Record):
            return None
    return named_in_text.invoked_method(analysis, found, place) or found


def is_missing(site: CallSite, spec: str) -> bool:
    """Whether a handler is a member that an object which is written out does not have: `r.post(row.post)`.

    What is computed there, or spread into it, may be that member.
    """
    value = site.written_argument(spec)
    if not isinstance(value, facts.Member):
        return False
    held = [one.value.entries if isinstance(one, Record) else () for one in each(site.meaning(value.of))]
    return all(entries and all(one.key not in ("", "...", value.name) for one in entries) for entries in held)


def _overriding_method(analysis: FileAnalysis, decorated: int) -> Definition:
    """What is decorated; if that is only declared, what takes its place in a class that inherits it."""
    definition = analysis.view.facts.definitions[decorated]
    own = Definition(analysis.view.path, analysis.view.key(decorated))
    if not definition.abstract or definition.kind != "method" or definition.parent == MODULE:
        return own
    class_ = Definition(analysis.view.path, analysis.view.key(definition.parent))
    found = (analysis.evaluator.method(heir, definition.name) for heir in analysis.evaluator.heirs(class_))
    return next((one for one in found if one is not None and one != own), own)


def called_parameter(analysis: FileAnalysis, function: Definition, owner: Definition) -> int | None:
    """The number of the parameter of `owner` that a function in it calls: for what it gives itself, or at all.

    Which function a name is called in the facts do not say; one that the function has itself is another one.
    """
    if not function.key.startswith(f"{owner.key}.") or function.path != owner.path:
        return None
    view, index = analysis.project.whereabouts(function)
    place = Place(view.path, index)
    for value in analysis.project.definition(view, index).returns:
        called = analysis.evaluator.meaning(value.callee, place) if isinstance(value, facts.Call) else UNKNOWN
        for option in each(called):
            if isinstance(option, Parameter) and option.owner == owner and not option.members:
                return option.index
    own = {one.name for one in analysis.project.definition(view, index).parameters}
    around = view.index(owner.key)
    parameters = () if around is None else view.facts.definitions[around].parameters
    calling = [at for at, one in enumerate(parameters) if one.name in view.facts.called and one.name not in own]
    return calling[0] if len(calling) == 1 else None


def of_caller(
    analysis: FileAnalysis, effect: RouteEffect | ContractEffect, argument: Callable[[ParameterPart], Argument | None]
) -> Definition | Parameter | None:
    """The handler of what a function does for its callers; a caller's `argument` may bring it."""
    if effect.brought is None:
        return effect.handler
    one = argument(effect.brought)
    return None if one is None else handler_of(analysis, one.value, one.place)


def bound_handler(site: CallSite, spec: str, by: str = "") -> Definition | Parameter | None:
    """The function that an argument gives as a handler; of an object its method `by`, or that which its call runs."""
    for option in each(site.argument(spec) or UNKNOWN):
        if isinstance(option, Instance):
            method = site.analysis.evaluator.method(option.of, by) if by else None
            method = method or named_in_text.invoked_method(site.analysis, option, site.place)
            if method is not None:
                return method
    value = site.written_argument(spec)
    return None if value is None else handler_of(site.analysis, value, site.place)


def handler_of(analysis: FileAnalysis, value: facts.Value, place: Place) -> Definition | Parameter | None:
    """The function that an expression is or wraps, or the parameter that brings it; else the function that makes it."""
    found = _function_in(analysis, value, place)
    if isinstance(found, Definition):
        return found
    return _parameter_in(analysis, value, place) or _maker(analysis, value, place)


def handler_parameter(analysis: FileAnalysis, value: facts.Value, place: Place) -> Parameter | None:
    """The parameter that brings the handler to a function of the workspace that wraps it, and calls it: `safe(show)`"""
    for option in each(analysis.evaluator.source(value, place)):
        if not isinstance(option, OpaqueCall):
            continue
        for function in wrappers(analysis, option):
            view, index = analysis.project.whereabouts(function)
            parameters = analysis.project.definition(view, index).parameters
            given = analysis.evaluator.arguments_by_parameter(function, option.call, option.place).items()
            called = (
                one
                for (owner, number), one in given
                if owner == function and _names_of(view, index, parameters[number].name) & view.facts.called
            )
            # What is called by its place in a list is none of these, though its name is the list's.
            brought = (_parameter_in(analysis, one.value, one.place) for one in called)
            found = next((one for one in brought if one is not None), None)
            if found is not None:
                return found
    return None


def _names_of(view: View, scope: int, parameter: str) -> set[str]:
    """The names that a parameter has in its function: its own, and those of variables that begin with it."""
    begun = [(one.name, one.value) for one in view.bindings_in(scope)]
    return {parameter, *(name for name, value in begun if isinstance(value, facts.Name) and value.name == parameter)}


def _maker(analysis: FileAnalysis, value: facts.Value, place: Place) -> Definition | None:
    """The function of the workspace whose call gives a handler that is not to be followed."""
    sources = (option for option in each(analysis.evaluator.source(value, place)) if isinstance(option, OpaqueCall))
    return next((function for option in sources for function in wrappers(analysis, option)), None)


def _field_of_parameter(analysis: FileAnalysis, value: facts.Value, place: Place) -> Parameter | None:
    """The field of a parameter that an expression is, if objects of its type have several functions there."""
    if not isinstance(value, facts.Member) or not isinstance(value.of, facts.Name):
        return None
    functions = {one for one in each(analysis.evaluator.meaning(value, place)) if isinstance(one, Definition)}
    of = analysis.evaluator.meaning(value.of, place) if len(functions) > 1 else UNKNOWN
    return Parameter(of.owner, of.index, (*of.members, value.name)) if isinstance(of, Parameter) else None


def _parameter_in(analysis: FileAnalysis, value: facts.Value, place: Place, depth: int = 0) -> Parameter | None:
    """The parameter that an expression is, or that it wraps."""
    field = _field_of_parameter(analysis, value, place)
    if field is not None:
        return field
    for option in each(analysis.evaluator.source(value, place)):
        if isinstance(option, Parameter):
            return option
        if isinstance(option, OpaqueCall) and depth < MAX_WRAPPED:
            inner = (_parameter_in(analysis, one, option.place, depth + 1) for one in wrapped_values(analysis, option))
            found = next((parameter for parameter in inner if parameter is not None), None)
            if found is not None:
                return found
    return None


def around(analysis: FileAnalysis, place: Place) -> Definition | None:
    """The function in which a call stands."""
    scope = analysis.view.named_scope(place.scope)
    return None if scope == MODULE else Definition(analysis.view.path, analysis.view.key(scope))


def _function_in(analysis: FileAnalysis, value: facts.Value, place: Place, depth: int = 0) -> Definition | Unknown:
    """The function of the workspace that an expression is, or that it wraps: `asyncHandler(show)`."""
    for option in each(analysis.evaluator.source(value, place)):
        for meaning in (
            _given_functions(analysis, option, depth) if isinstance(option, OpaqueCall | Sequence) else (option,)
        ):
            whole = isinstance(meaning, Module)
            function = analysis.evaluator.member(meaning, "default", place) if whole else meaning
            if isinstance(function, Definition | Bound):
                return function_of(function)
    return UNKNOWN


def _given_functions(analysis: FileAnalysis, of: OpaqueCall | Sequence, depth: int) -> Iterator[Meaning]:
    """The functions in a list, last first; or those that a call is given, then what it gives.

    Those that make a function of another one come after the others: `use(show, requireLogin)`. An object or a class
    with the name of a method of it is that method.
    """
    pair = named_in_text.pair(analysis, of)
    if pair is not None:
        yield pair
    maker = of.call.callee if isinstance(of, OpaqueCall) else None
    if isinstance(maker, facts.Member) and maker.name in analysis.catalogue.class_handlers:
        yield from each(analysis.evaluator.meaning(maker.of, of.place))
    written = list(reversed(of.value.items)) if isinstance(of, Sequence) else wrapped_values(analysis, of)
    found = [_function_in(analysis, one, of.place, depth + 1) for one in (written if depth < MAX_WRAPPED else ())]
    several = sum(isinstance(one, Definition) for one in found) > 1
    yield from sorted(found, key=partial(_makes_function, analysis)) if several else found
    if isinstance(of, OpaqueCall):
        yield from (_named_function(analysis, one, of) for one in each(analysis.evaluator.meaning(of.call, of.place)))


def _makes_function(analysis: FileAnalysis, function: Definition | Unknown) -> bool:
    """Whether a function gives one that stands in it: it wraps what it is given, or makes what does."""
    if not isinstance(function, Definition):
        return False
    view, index = analysis.project.whereabouts(function)
    place = Place(function.path, index)
    given = (analysis.evaluator.meaning(one, place) for one in analysis.project.definition(view, index).returns)
    functions = (function_of(one) for some in given for one in each(some) if isinstance(one, Definition | Bound))
    return any(one.path == function.path and one.key.startswith(f"{function.key}.") for one in functions)


def _named_function(analysis: FileAnalysis, given: Meaning, of: OpaqueCall) -> Meaning:
    """What a call gives; the function that is called, if that is a function without a name of its own."""
    if isinstance(given, Definition | Bound):
        found_at = analysis.project.locate(function_of(given))
        if found_at is not None and not analysis.project.definition(*found_at).name:
            return next(wrappers(analysis, of), given)
    return given
