"""Calls that declare routes which their library knows: `Auth::routes(['register' => false])`."""

from __future__ import annotations

from seamark.catalogue import Preset
from seamark.resolve.abstract_values import UNKNOWN, Meaning, Record, Text, each, is_there
from seamark.resolve.call_sites import contract_spans
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.findings import RouteFound, Router

from .handlers import named_in_text


def read(site: CallSite, row: Preset, library: str, router: Router) -> None:
    """Read a call as the routes of its parts."""
    span = contract_spans.span(site, None)
    for part, stated in row.parts.items():
        if not _is_declared(site, row, part, router):
            continue
        for route, handler in stated.items():
            verb, _, path = route.partition(" ")
            by = named_in_text.method(site, Text((handler,)), router)
            site.analysis.routes.append(RouteFound(router, (verb,), (Text((path,)),), by, span, library))


def _is_declared(site: CallSite, row: Preset, part: str, router: Router) -> bool:
    said = [one for option in each(site.argument(row.options) or UNKNOWN) for one in _said(site, option, part)]
    if said:
        return any(True in is_there(one) for one in said)
    return part not in row.off and (part not in row.optional or _has_class(site, row, part, router))


def _said(site: CallSite, options: Meaning, part: str) -> list[Meaning]:
    """What an object of options says of a part."""
    entry = site.analysis.evaluator.entry(options, part) if isinstance(options, Record) else None
    return [] if entry is None else [entry]


def _has_class(site: CallSite, row: Preset, part: str, router: Router) -> bool:
    """Whether the workspace has the class of a part's handlers."""
    named = (Text((handler,)) for handler in row.parts[part].values())
    return any(True for one in named for _ in named_in_text.classes(site.analysis, one, router, site.place))
