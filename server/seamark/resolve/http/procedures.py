"""Procedures under the keys of objects, of which routers are made that may stand in each other."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from seamark.catalogue import Procedures
from seamark.extract import facts
from seamark.resolve.abstract_values import Definition, Meaning, OpaqueCall, Place, Text, each
from seamark.resolve.call_sites import contract_spans
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.findings import RouteFound, Router, Span
from seamark.resolve.partial_texts.texts import EMPTY

from . import mounts, routers
from .handlers import handlers
from .object_entries import entries

MAX_DEPTH = 8
MAX_ENTRIES = 4096
"""How much of what stands in objects is read: one may stand in others many times over."""


class _Entry(NamedTuple):
    """What stands under the keys `path`; `at` is the expression of the reading file that gives it."""

    path: str
    value: facts.Value
    place: Place
    at: facts.Value


def read(site: CallSite, row: Procedures, library: str) -> bool:
    """Read a call that makes a router of objects, or of other routers; False if it makes none."""
    made = site.object_of(site.call)
    if made is None:
        return False
    router = routers.router(site.analysis, made, site.place)
    for argument in site.call.arguments:
        given = site.meaning(argument.value)
        mounts.mount_all(site, given, router)
        for entry in islice(_entries(site, given, argument.value), MAX_ENTRIES):
            _read_entry(site, row, library, router, entry)
    return True


def _read_entry(site: CallSite, row: Procedures, library: str, router: Router, entry: _Entry) -> None:
    """Read what stands under some keys: a router, or a procedure."""
    analysis = site.analysis
    child = analysis.evaluator.object_of(analysis.evaluator.meaning(entry.value, entry.place))
    if child is not None and analysis.catalogue.role(child.type) == "router":
        mounts.note_router(site, child, router, (Text((entry.path,)),), (EMPTY,))
        return
    for option in each(analysis.evaluator.source(entry.value, entry.place)):
        if not isinstance(option, OpaqueCall) or not isinstance(option.call.callee, facts.Member):
            continue
        verb = row.verbs.get(option.call.callee.name)
        if verb is not None:
            given = [handlers.handler_of(analysis, one.value, option.place) for one in option.call.arguments]
            handler = next((one for one in given if isinstance(one, Definition)), None)
            paths, span = (Text((entry.path,)),), _span(site, entry, option)
            analysis.routes.append(RouteFound(router, (verb,), paths, handler, span, library, separator=row.separator))


def _span(site: CallSite, entry: _Entry, procedure: OpaqueCall) -> Span:
    """The call that makes a procedure, if it stands in the file; else what brings it."""
    callee = procedure.call.callee
    if procedure.place.path == site.place.path and isinstance(callee, facts.Member):
        return Span(callee.start, callee.end, procedure.place.scope)
    return contract_spans.span(site, entry.at)


def _entries(site: CallSite, given: Meaning, at: facts.Value, path: str = "", depth: int = 0) -> Iterator[_Entry]:
    """What stands under the keys of an object, and of those in it."""
    for one in entries(site, given, at) if depth < MAX_DEPTH else ():
        for key in (key.known_string for key in one.keys if key.known_string):
            inner = f"{path}/{key}" if path else key
            yield _Entry(inner, one.value, one.place, one.at)
            meaning = site.analysis.evaluator.meaning(one.value, one.place)
            yield from _entries(site, meaning, one.at, inner, depth + 1)
