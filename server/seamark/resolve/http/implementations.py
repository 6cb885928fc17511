"""Routes of a contract that is an object of its own: a call gives what handles them, under the contract's keys."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from seamark.catalogue import DECORATED, Implementation, library_of
from seamark.extract import facts
from seamark.extract.facts import MODULE
from seamark.keys import ANY_VERB
from seamark.resolve.abstract_values import UNKNOWN, Definition, Made, Place, Record, records
from seamark.resolve.call_sites import contract_spans
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.findings import RouteFound, Router

from . import mounts, routers, verbs
from .handlers import handlers
from .object_entries import entries

MAX_DEPTH = 8
MAX_PARTS = 4096
"""How many parts of a contract are read: one may stand in others many times over."""
_HANDLER = "handler"


class _Part(NamedTuple):
    """A part `of` a contract, and what is given for it; `at` is the expression of the reading file that gives it."""

    of: Made
    value: facts.Value
    place: Place
    at: facts.Value


def read(site: CallSite, row: Implementation, library: str) -> bool:
    """Read a call that gives a contract's routes their handlers; False if it is not known which routes these are."""
    analysis, router = site.analysis, _router(site, row)
    contract = analysis.evaluator.object_of(site.argument(row.contract) or UNKNOWN)
    if contract is None or library_of(contract.type) != library:
        return False
    if row.handlers == DECORATED:
        if site.decorated is not None and not _has_parts(analysis, contract):
            own = Definition(analysis.view.path, analysis.view.key(site.decorated))
            _note(site, router, library, contract, own, site.written_argument(row.contract))
        return True
    written = site.written_argument(row.handlers)
    if written is not None:
        for part in islice(_parts(site, contract, _Part(contract, written, site.place, written)), MAX_PARTS):
            _read_part(site, router, library, part)
    return True


def _read_part(site: CallSite, router: Router, library: str, part: _Part) -> None:
    """Read what is given for a route, or as a whole for several: a router that has these already."""
    analysis = site.analysis
    if _has_parts(analysis, part.of):
        mounts.mount_all(site, analysis.evaluator.meaning(part.value, part.place), router)
    else:
        bound = handlers.handler_of(analysis, part.value, part.place)
        _note(site, router, library, part.of, bound if isinstance(bound, Definition) else None, part.at)


def _has_parts(analysis: FileAnalysis, contract: Made) -> bool:
    """Whether it is a contract, or a part of one, and no route."""
    kind = analysis.catalogue.types.get(contract.type)
    return kind is not None and bool(kind.entries)


def _note(
    site: CallSite,
    router: Router,
    library: str,
    route: Made,
    handler: Definition | None,
    at: facts.Value | None,
) -> None:
    asked = tuple(verbs.route_verb(verb) for verb in verbs.of_object(site.analysis, route))
    span = contract_spans.of_function(site, at) or contract_spans.span(site, at)
    site.analysis.routes.append(RouteFound(router, asked or (ANY_VERB,), route.prefix, handler, span, library))


def _router(site: CallSite, row: Implementation) -> Router:
    """The router on which a call declares the routes: an argument, or what it makes, or the controller around it."""
    analysis, scope = site.analysis, site.place.scope
    made = analysis.evaluator.object_of(site.argument(row.router) or UNKNOWN) if row.router else None
    made = made or site.object_of(site.call)
    if made is not None and analysis.catalogue.role(made.type) == "router":
        return routers.router(analysis, made, site.place)
    method = site.decorated if site.decorated is not None else scope
    controller = routers.controller(analysis, method) if method != MODULE else None
    return controller or Router(site.identity, root=True)


def _parts(site: CallSite, contract: Made, given: _Part, depth: int = 0) -> Iterator[_Part]:
    """The parts of a contract for which there is something under the same keys of an object, or of those in it."""
    analysis, evaluator = site.analysis, site.analysis.evaluator
    meaning = evaluator.meaning(given.value, given.place)
    objects = records(meaning)
    if not objects or not _has_parts(analysis, contract):
        yield _Part(contract, _handler_value(given.value, objects), given.place, given.at)
        return
    for one in entries(site, meaning, given.at) if depth < MAX_DEPTH else ():
        for key in (key.known_string for key in one.keys if key.known_string):
            below = evaluator.object_of(evaluator.member(contract, key, site.place))
            if below is not None:
                yield from _parts(site, below, _Part(below, one.value, one.place, one.at), depth + 1)


def _handler_value(value: facts.Value, objects: list[Record]) -> facts.Value:
    """What handles a route: what is given for it, or that entry of an object."""
    return next((entry.value for one in objects for entry in one.value.entries if entry.key == _HANDLER), value)
