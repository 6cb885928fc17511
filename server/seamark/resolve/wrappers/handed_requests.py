"""Requests that are made to be handed to one function: no router chose that by their paths, which may be anything.

`http.HandlerFunc(show).ServeHTTP(recorder, httptest.NewRequest("GET", "/", nil))` calls `show`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from typing import TypeAlias

from seamark.extract import facts
from seamark.extract.facts import MODULE
from seamark.resolve.abstract_values import Bound, Closure, Definition, Made, Meaning, Place, each, function_of
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.findings import PossibleFound, RequestEffect, Span
from seamark.resolve.http import handing_objects
from seamark.resolve.http.verbs import request_verbs
from seamark.resolve.workspace_facts.view import last_name

MAX_DEPTH = 8
"""How many functions may be made of each other."""

_Taken: TypeAlias = "dict[tuple[str | int, int], list[facts.Site]]"
"""Calls by the name that each is given with a function around it, or the place of the call that makes what it is."""


def note_handed(site: CallSite, effect: RequestEffect, span: Span) -> bool:
    """Note a request that goes to one function where it is made as a possible one; False for every other.

    It is one if there is a route with its path.
    """
    if not _goes_to_functions(site, effect.served):
        return False
    by = f"{site.place.path}:{site.name}"
    site.analysis.possible += (
        PossibleFound(
            verbs=request_verbs(effect.verbs),
            path=url,
            span=span,
            handler=None,
            by=by,
            asks=True,
            binds=False,
            told=True,
            own=False,
            called=site.name,
            origin=site.place.path,
        )
        for url in effect.urls
        if url.raw().startswith("/") and not url.given_parts
    )
    return True


def _goes_to_functions(site: CallSite, serving: Collection[str]) -> bool:
    """Whether all calls of these names that are given the request which a call makes are on what is one function."""
    if not serving:
        return False
    takers = list(takers_of(site, serving))
    return bool(takers) and all(_is_on_function(site.analysis, one) for one in takers)


def takers_of(site: CallSite, serving: Collection[str]) -> Iterator[facts.Site]:
    """The calls of these names that are given what a call makes: where it stands, or by the name that this is given."""
    known = _calls_of_names(site.analysis, serving)
    yield from known.get((site.call.start, site.call.end), ())
    for name in dict.fromkeys(names_of(site)):
        yield from known.get((name, site.place.scope), ())


def _calls_of_names(analysis: FileAnalysis, serving: Collection[str]) -> _Taken:
    """The file's calls of these names, by what they are given."""

    def find() -> _Taken:
        found: _Taken = defaultdict(list)
        for one in analysis.view.facts.sites:
            for given in one.call.arguments if last_name(one.call.callee) in serving else ():
                root = analysis.view.root_of(given.value)
                if root is not None:
                    for around in analysis.view.scopes(one.scope):
                        found[root.name, around].append(one)
                if isinstance(given.value, facts.Call):
                    found[given.value.start, given.value.end].append(one)
        return found

    return analysis.once(f"calls of {', '.join(sorted(serving))}", find)


def names_of(site: CallSite) -> Iterator[str]:
    """The names that what a call makes is given in the function in which it stands."""
    scope = site.place.scope
    for one in site.analysis.view.bindings_in(scope) if scope != MODULE else ():
        if _begins_with(one.value, site.call):
            yield one.name


def _begins_with(value: facts.Value, call: facts.Call) -> bool:
    """Whether a value is what a call makes, one of several things that it gives, or what a method makes of it."""
    while isinstance(value, facts.Member | facts.Element | facts.Call):
        if isinstance(value, facts.Call) and (value.start, value.end) == (call.start, call.end):
            return True
        value = value.callee if isinstance(value, facts.Call) else value.of
    return False


def _is_on_function(analysis: FileAnalysis, site: facts.Site) -> bool:
    """Whether a call is on a function, be it one that a function of the workspace makes of another one."""
    callee, place = site.call.callee, Place(analysis.view.path, site.scope)
    if not isinstance(callee, facts.Member):
        return False
    meant = each(analysis.evaluator.meaning(callee.of, place))
    return all(_is_function(analysis, one) for one in meant)


def _is_function(analysis: FileAnalysis, meaning: Meaning, depth: int = 0) -> bool:
    """Whether something is one function, and if it is made of others, none that may hand on to a router."""
    if handing_objects.router(analysis, meaning) is not None:
        return False
    if isinstance(meaning, Bound) and isinstance(meaning.of, Closure):
        given = (analysis.evaluator.meaning(one.value, one.place) for one in meaning.of.arguments.values())
        kept = [option for one in given for option in each(one)]
        if not kept:
            return True
        if any(isinstance(one, Made) for one in kept) or depth >= MAX_DEPTH:
            return False
        return any(_is_function(analysis, one, depth + 1) for one in kept if isinstance(one, Bound | Definition))
    if not isinstance(meaning, Bound | Definition):
        return False
    return analysis.project.facts_of(function_of(meaning)).kind in ("function", "method")
