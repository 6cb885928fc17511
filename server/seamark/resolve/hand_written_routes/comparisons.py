"""Handlers that tell paths apart by themselves: what they compare the path of a request with is a route.

A route has the verbs that must hold where the comparison stands, or that are compared where it holds
(`http/verbs.py`), and the end that the path must have there (`path_ends.py`). If a table or a caller gives the compared
text, the route stands at that text. A comparison is no route if the program then only takes note of something or
refuses the request (`serving.py`), or if it only leads on to a function that compares longer paths and refuses all
others (`route_pruning.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import permutations
from typing import TypeAlias

from msgspec.structs import replace

from seamark.catalogue import Comparison, Route
from seamark.extract import facts
from seamark.keys import ANY_VERB, WILDCARD
from seamark.patterns import regex
from seamark.resolve.abstract_values import (
    Bound,
    Definition,
    Made,
    Meaning,
    ParameterPart,
    Part,
    Symbol,
    Text,
    Unknown,
    each,
    function_of,
)
from seamark.resolve.call_sites import contract_spans
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.findings import BroughtObject, RouteEffect, RouteFound, Router, StatedEffect
from seamark.resolve.guards import predicates
from seamark.resolve.http import verbs
from seamark.resolve.http.handlers import handlers, told_apart
from seamark.resolve.partial_texts.texts import concat, possible_texts
from seamark.resolve.workspace_facts.view import last_name
from seamark.resolve.wrappers import registrars

from . import dispatch_tables, path_ends, request_paths, route_pruning, serving
from .route_pruning import ComparedRoutes

Compared: TypeAlias = tuple[CallSite, Comparison, str, Made | None]
"""A comparison: where it stands, its row and library, and the path that it is called on."""


class Comparisons(list[Compared]):
    """Comparisons of which it is known only in the end whether they are those of a request's path."""


def note(site: CallSite, row: Comparison, library: str, path: Made | None) -> None:
    """Note a comparison, of which it is known only in the end whether it is one of a request's path.

    What the text of a macro compares is compared where that is called.
    """
    scope, definitions = site.place.scope, site.analysis.view.facts.definitions
    if scope == facts.MODULE or not definitions[scope].macro:
        site.analysis.notes(Comparisons).append((site, row, library, path))


def note_call(site: CallSite, function: Definition | Bound, depth: int = 0) -> None:
    """Note the comparison that a call of a function is which compares what it is given."""
    compared = predicates.comparison(site.analysis, function_of(function), site.call)
    if compared is None or depth > predicates.MAX_NESTED:
        return
    there = replace(site, call=compared, name=last_name(compared.callee))
    for option in each(site.meaning(compared.callee)):
        if isinstance(option, Definition):
            note_call(there, option, depth + 1)
        for row, library in site.analysis.catalogue.comparisons.of(option.name) if isinstance(option, Symbol) else ():
            note(there, row, library, None)


def leave_open(
    site: CallSite, row: Route, library: str, router: Router, handler: Definition | Symbol | Unknown | None
) -> None:
    """Note a route of which the handler decides on the paths, or each of several that may be the one.

    Whether such a handler answers further paths than those that it compares is not known, so that both stand.
    """
    for one in handlers_of(site, row) or (handler,):
        bound = one if isinstance(one, Definition) else None
        route = RouteFound(
            router, (ANY_VERB,), (dispatch_tables.REST,), bound, contract_spans.span(site, None), library, open=True
        )
        site.analysis.routes.append(route)


def hand(site: CallSite, row: Route, library: str) -> None:
    """Note that the handlers of a route are given the path of each request."""
    path = site.analysis.catalogue.with_paths.get(library)
    if row.compares is not None and path is not None:
        for handler in handlers_of(site, row):
            site.analysis.bring(BroughtObject(handler, row.compares, path, ()))


def handlers_of(site: CallSite, row: Route) -> tuple[Definition, ...]:
    """The functions of the workspace of which one may be the handler."""
    given = site.argument(row.handler)
    return tuple(one for one in each(given) if isinstance(one, Definition)) if given is not None else ()


def read_all(analysis: FileAnalysis) -> None:
    """Add the routes that comparisons state, or that callers of the functions around them do."""
    handling = {route.handler for route in analysis.routes} | {
        one.effect.handler for one in analysis.notes(ComparedRoutes)
    }
    asked = told_apart.by_paths((site, row) for site, row, *_ in analysis.notes(Comparisons))
    for site, row, library, path in analysis.notes(Comparisons):
        around = set(route_pruning.around(site))
        if _is_idle(site, row, by_handler=not around.isdisjoint(handling)):
            continue
        for of, value, text in sides(site, row, path):
            paths = [path for path in _paths(row, text) if _is_own(site, path)]
            if _is_denied(site, row, paths):
                continue
            is_stated = any(isinstance(path.parts[0], str) for path in paths)
            if not paths:
                continue
            framework = compares_path(site, row, library, of, is_stated=is_stated)
            # What a library compares itself are its own paths.
            if framework and (framework == library or library not in analysis.catalogue.with_paths):
                request_paths.call_for_givers(analysis, of, around)
                given = request_paths.parameters(of)
                told = verbs.required_verbs(site) or dispatch_tables.verbs(site) or asked.get(value)
                told = told or request_paths.brought_verbs(analysis, given)
                one = RouteEffect(
                    router=Router(site.identity),
                    verbs=tuple(Text((verb,)) for verb in told or (ANY_VERB,)),
                    paths=tuple(
                        dispatch_tables.complete_path(site, path_ends.add_end(site, of, path)) for path in paths
                    ),
                    handler=dispatch_tables.handler(site) or handlers.around(analysis, site.place),
                    framework=framework,
                    handled=False,
                    around=True,
                    wildcards=tuple(row.wildcards.items()),
                    compared=tuple(given),
                    pattern=row.pattern,
                )
                span = contract_spans.span(site, contract_spans.text_in(site, value))
                analysis.notes(ComparedRoutes).append(route_pruning.ComparedRoute(StatedEffect(one, span), site, value))
    registrars.note_routes(analysis, route_pruning.telling_apart(analysis, analysis.notes(ComparedRoutes)))


def _is_idle(site: CallSite, row: Comparison, *, by_handler: bool) -> bool:
    """Whether nothing is done where the two are equal but to take note of that: it serves nothing.

    A function that gives constants only, and is no handler, says by them which path it is, or that it is one: its
    callers may serve it.
    """
    if not serving.is_idle(site, row) or site.place.scope == facts.MODULE:
        return False
    returns = site.analysis.view.facts.definitions[site.place.scope].returns
    return by_handler or not returns or not all(isinstance(one, facts.Scalar) for one in returns)


def _is_denied(site: CallSite, row: Comparison, paths: Iterable[Text]) -> bool:
    """Whether all that begins so is turned away where the two are equal: one path that is, is one that is answered."""
    is_begin = all(path.raw().endswith((dispatch_tables.REST.raw(), *_rests(row))) for path in paths)
    return is_begin and serving.is_denied(site, row)


def _rests(row: Comparison) -> Iterator[str]:
    """The marks for whatever follows."""
    return (mark for mark, means in row.wildcards.items() if means == WILDCARD)


def sides(site: CallSite, row: Comparison, path: Made | None) -> Iterator[tuple[Meaning, facts.Value, Meaning]]:
    """What may be a path, and what it is compared with."""
    given = [one.value for one in site.call.arguments if one.name == ""]
    if row.ends or (row.start and site.written_argument(row.start) != facts.FALSE):
        return
    if row.on:
        stated = site.written_argument(row.text)
        given = [] if stated is None else [stated]
    if path is not None:
        yield from ((path, value, site.meaning(value)) for value in given)
        return
    if row.on and isinstance(site.call.callee, facts.Member):
        given.insert(0, site.call.callee.of)
    is_ordered = row.certain or row.text == "1"
    for of, value in permutations(given[:2], 2) if not is_ordered else [tuple(given[:2])] if given[1:] else []:
        yield site.meaning(of), value, site.meaning(value)


def _paths(row: Comparison, text: Meaning) -> tuple[Text, ...]:
    """The paths that something is compared with, or which callers give."""
    begins = ("/", "^/") if row.pattern else "/"
    whole = [_without_base(row, path) for path in possible_texts(text)]
    found = [path for path in whole if path.raw().startswith(begins) or isinstance((*path.parts, "")[0], ParameterPart)]
    if row.scans:
        found = [replace(path, parts=tuple(map(_without_conversions, path.parts))) for path in found]
    return (
        tuple(concat((path, dispatch_tables.REST)) for path in found if _has_word(path)) if row.begins else tuple(found)
    )


def _has_word(path: Text) -> bool:
    """Whether it is more of a path than slashes and dots; those that lead upwards are asked for to be refused."""
    said = "".join(part if isinstance(part, str) else "{}" for part in path.parts)
    return said.strip("/.") != "" and "/../" not in said


def _without_base(row: Comparison, path: Text) -> Text:
    """A path without a mark for whatever may stand before its first slash: `#/restart`"""
    marks = [mark for mark, means in row.wildcards.items() if means == WILDCARD]
    first = path.parts[0] if path.parts else None
    for mark in marks if isinstance(first, str) else ():
        if isinstance(first, str) and first.startswith(f"{mark}/"):
            return replace(path, parts=(first.removeprefix(mark), *path.parts[1:]))
    return path


def _is_own(site: CallSite, path: Text) -> bool:
    """Whether a path is stated where it is compared, or by callers of a function around that: what is kept is not."""
    first = path.parts[0]
    return not isinstance(first, ParameterPart) or first.owner in route_pruning.around(site)


_CONVERSION = regex(r"%\*?\d*[hlLjzt]*(?:\[\^?\]?[^\]]{0,200}\]|[a-zA-Z])")


def _without_conversions(part: Part) -> Part:
    """A part of a template of `scanf` with a parameter for each conversion."""
    return _CONVERSION.sub("{}", part) if isinstance(part, str) else part


def compares_path(site: CallSite, row: Comparison, library: str, of: Meaning, *, is_stated: bool) -> str:
    """The library whose path is compared; nothing if none is known to be.

    It is one that a function around the comparison is given: one that is kept (`last_path = strdup(path)`) was the path
    of a request that is over. Where the text is not stated, callers may give both only if the file uses such a library,
    or to a regular expression, of which there are few.
    The library's own files compare much, and are given no requests: to have all that call their functions read would
    cost dearly.
    """
    analysis = site.analysis
    if row.certain:
        return library
    is_sought = library in analysis.catalogue.with_paths or analysis.gets_paths or is_stated or row.pattern
    return request_paths.library(analysis, of, set(route_pruning.around(site)) if is_sought else ())
