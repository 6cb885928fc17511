"""Calls that declare routes which their library knows: `Auth::routes(['register' => false])`."""

from __future__ import annotations

from seamark.catalogue import Preset
from seamark.resolve.abstract_values import Text, is_there, records
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
    said = (site.analysis.evaluator.entry(one, part) for one in records(site.argument(row.options)))
    known = [one for one in said if one is not None]
    if known:
        return any(True in is_there(one) for one in known)
    return part not in row.off and (part not in row.optional or _has_class(site, row, part, router))


def _has_class(site: CallSite, row: Preset, part: str, router: Router) -> bool:
    """Whether the workspace has the class of a part's handlers."""
    named = (Text((handler,)) for handler in row.parts[part].values())
    return any(True for one in named for _ in named_in_text.classes(site.analysis, one, router, site.place))
