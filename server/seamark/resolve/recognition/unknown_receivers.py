"""Whether a receiver for which the catalogue has no type may be a router or a client all the same."""

from __future__ import annotations

from seamark.catalogue import Route
from seamark.extract import facts
from seamark.patterns import regex
from seamark.resolve.abstract_values import (
    UNKNOWN,
    Bound,
    Definition,
    Instance,
    Made,
    Meaning,
    Parameter,
    Place,
    Record,
    Symbol,
    Unknown,
    each,
    function_of,
    is_empty,
)
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.evaluation.library_objects.constructed_identity import of_parameter
from seamark.resolve.module_resolution import rules_of
from seamark.resolve.partial_texts.texts import possible_texts


def is_open(site: CallSite, receiver: Meaning, callee: Meaning, made: Made | None) -> bool:
    """Whether nothing that is known speaks against a route or a request."""
    analysis = site.analysis
    if made is not None and analysis.catalogue.role(made.type) != "":
        return False
    subject = receiver if isinstance(site.call.callee, facts.Member) else callee
    functions = [option for option in each(callee) if isinstance(option, Definition | Bound)]
    if not all(_may_send(site, one) for one in functions):
        return False
    there = [option for option in each(subject) if not is_empty(option) and option not in functions]
    if isinstance(site.call.callee, facts.Member) and isinstance(site.call.callee.of, facts.This):
        # An object may be given further members, but not by what is known to state nothing: a server for tests.
        there = [option for option in there if not isinstance(option, Record) or _is_given_to_none(analysis, option)]
    return all(_says_nothing(analysis, option) for option in there)


def _is_given_to_none(analysis: FileAnalysis, record: Record) -> bool:
    """Whether an object is written as what something is given of which the catalogue says that it states nothing."""
    call = analysis.view.given_to(record.value) if record.place.path == analysis.view.path else None
    called = UNKNOWN if call is None else analysis.evaluator.meaning(call.callee, record.place)
    return any(isinstance(one, Symbol) and analysis.catalogue.is_none(one.name) for one in each(called))


def _may_send(site: CallSite, function: Definition | Bound) -> bool:
    """Whether another file's function may send what it is given: that has a client, and no more is known of it."""
    analysis, own = site.analysis, function_of(function)
    if isinstance(site.call.callee, facts.Member) or own.path == analysis.view.path:
        return False
    return analysis.relations.sends(own.path) and not analysis.relations.summaries(own)


def stands_for_library(analysis: FileAnalysis, function: Definition | Bound) -> bool:
    """Whether a method is only declared, and is given something of a library that the catalogue knows.

    So the interface is there for an object of the library: `GET(path string, h echo.HandlerFunc)`. It may also have
    what one of the library's own has: `interface { http.Handler; HandleFunc(…) }`.
    """
    view, index = analysis.project.whereabouts(function_of(function))
    own = analysis.project.definition(view, index)
    if not own.abstract:
        return False
    types = [one.type for one in own.parameters if one.type is not None]
    types += analysis.project.definition(view, own.parent).bases
    known = (analysis.evaluator.meaning(one, Place(view.path, own.parent)) for one in types)
    return any(isinstance(one, Symbol) and analysis.catalogue.is_known(one.name) for one in known)


def _says_nothing(analysis: FileAnalysis, meaning: Meaning) -> bool:
    """Whether it may be a router or a client for all that is known: also what is only declared, as an interface."""
    if isinstance(meaning, Instance):
        return not any(isinstance(base, Symbol) for base in analysis.evaluator.bases(meaning.of))
    if isinstance(meaning, Symbol):
        return _may_be_client(analysis, meaning)
    if isinstance(meaning, Parameter) and meaning.owner in analysis.handed:
        return False
    if isinstance(meaning, Parameter) and isinstance(meaning.type, Symbol):
        return _may_be_client(analysis, meaning.type)
    return isinstance(meaning, Unknown | Parameter)


def _may_be_client(analysis: FileAnalysis, symbol: Symbol) -> bool:
    """Whether something from outside the workspace may be a client that the catalogue does not know."""
    is_standard = rules_of(analysis.view.facts.language).globals.is_standard(symbol.name)
    return not is_standard and not analysis.catalogue.is_known(symbol.name)


def binds(site: CallSite, row: Route, *, undeclared: bool) -> bool:
    """Whether a call on an unknown receiver binds an argument that must be its handler, though that is unknown as well.

    That is a method that goes by its name and its class's, or what callers give a function together with a router, or
    whatever comes after a path that ends with `/*name`. On a name that nothing declares, it is whatever comes after a
    path with the parameters of a route, or is given to a method of a name that only routers have.
    """
    value = site.written_argument(row.handler)
    if value is None or value is site.found_argument(row.path)[0] or is_awaited(site):
        return False
    if _names_method(value) or _is_given_with_router(site, value):
        return True
    if not isinstance(value, facts.Name | facts.Member | facts.Call):
        return False
    stated = [text.raw() for text in possible_texts(site.argument(row.path) or UNKNOWN)]
    is_pattern = any(map(_NAMED_REST.search, stated))
    return is_pattern or (bool(undeclared) and (row.bare or any(map(_PATTERN.search, stated))))


def _is_given_with_router(site: CallSite, value: facts.Value) -> bool:
    """Whether callers give a function a value, or what has it, and the router on which it is called."""
    callee = site.call.callee
    if not isinstance(callee, facts.Member) or not isinstance(value, facts.Name | facts.Member):
        return False
    owners = {
        one.owner
        for one in each(site.meaning(callee.of))
        if isinstance(one, Parameter) and site.analysis.relations.mounts(of_parameter(one.owner, one.index))
    }
    return bool(owners) and any(isinstance(o, Parameter) and o.owner in owners for o in each(site.meaning(value)))


_PATTERN = regex(r"/(?::\w|\{\w|<\w)")
_NAMED_REST = regex(r"/\*\w+\Z")
_METHOD = regex(r"(?:[\w\\]*\w)?(?:@|::?)\w+")


def _names_method(value: facts.Value) -> bool:
    """Whether a text names a method with its class (`Users@show`), or what is joined does, or a pair of the two."""
    match value:
        case facts.Literal(text=text) | facts.Concat(parts=(facts.Name(), facts.Literal(text=text))):
            return _METHOD.fullmatch(text) is not None
        case facts.List(items=(facts.Name() | facts.This(), facts.Literal(text=text))):
            return text.isidentifier()
    return False


def is_awaited(site: CallSite) -> bool:
    """Whether the outcome of a call is waited for."""
    return (site.call.start, site.call.end) in site.analysis.view.awaited_calls
