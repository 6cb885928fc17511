"""What hands the requests that it is given on to a router: an object of a class, or a function, of the workspace."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from seamark.extract import facts
from seamark.extract.facts import MODULE
from seamark.resolve.abstract_values import (
    Bound,
    Closure,
    Definition,
    Instance,
    Made,
    Meaning,
    Parameter,
    Place,
    Symbol,
    each,
    function_of,
)
from seamark.resolve.call_sites.file_analysis import FileAnalysis

MAX_HANDED = 4
"""Through how many objects and functions a request is followed."""


def router(analysis: FileAnalysis, meaning: Meaning) -> Made | None:
    """The router that something is, or to which it hands requests on; None if there is none."""
    return _router(analysis, meaning, MAX_HANDED)


def _router(analysis: FileAnalysis, meaning: Meaning, left: int) -> Made | None:
    made = analysis.evaluator.object_of(meaning)
    if made is not None:
        return made if analysis.catalogue.role(made.type) == "router" else None
    if not left or not analysis.catalogue.handing_on:
        return None
    handed = (one for option in each(meaning) for one in _known_handed_to(analysis, option))
    return next(filter(None, (_router(analysis, one, left - 1) for one in handed)), None)


def _known_handed_to(analysis: FileAnalysis, of: Meaning) -> Iterable[Meaning]:
    """The same as `_handed_to`, found out once for a function that nothing is known of but itself."""
    if isinstance(of, Definition):
        return analysis.evaluator.once(("handed to", of), lambda: list(_handed_to(analysis, of)))
    return _handed_to(analysis, of)


def _handed_to(analysis: FileAnalysis, of: Meaning) -> Iterator[Meaning]:
    """What something hands requests on to: a function, or an object by a method of its own or of a part that it has."""
    of = of.type if isinstance(of, Parameter) else of
    if isinstance(of, Definition | Bound):
        for name in analysis.catalogue.handing_on:
            yield from _receivers(analysis, of, name)
    elif isinstance(of, Instance):
        place = Place(of.of.path, MODULE)
        for name in analysis.catalogue.handing_on:
            method = analysis.evaluator.member(of, name, place)
            if isinstance(method, Bound):
                yield from _receivers(analysis, method, name)
        parts = (one for one in analysis.evaluator.lineage(of.of) if isinstance(one, Symbol))
        yield from (analysis.evaluator.member(of, one.name.rpartition(".")[2], place) for one in parts)


def _receivers(analysis: FileAnalysis, function: Definition | Bound, name: str) -> Iterator[Meaning]:
    """What a function calls the method `name` on."""
    view, index = analysis.project.whereabouts(function_of(function))
    kept = function.of if isinstance(function, Bound) else None
    arguments = kept.arguments if isinstance(kept, Closure) else {}
    this = None if isinstance(kept, Closure) else kept
    for site in analysis.project.called_in(view, name):
        callee = site.call.callee
        if isinstance(callee, facts.Member) and index in analysis.project.scopes(view, site.scope):
            yield analysis.evaluator.meaning(callee.of, Place(view.path, site.scope, arguments, this))
