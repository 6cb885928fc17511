"""Verbs and handlers that an object carries to the route that it is given to: `get(show).post(create)`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from seamark.resolve.abstract_values import Definition, Made, Parameter, RouteDetail, Text, each
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.http import verbs
from seamark.resolve.http.verbs import ANY

from . import handlers

CarriedRoute: TypeAlias = tuple[tuple[Text, ...], Definition | Parameter | None]
"""Verbs, and what answers them, if that is known."""


def carried_routes(site: CallSite, library: str, spec: str) -> Iterator[CarriedRoute]:
    """What the object of this library that is the argument `spec` carries."""
    given = site.argument(spec)
    for option in each(given) if given is not None else ():
        if isinstance(option, Made) and option.type.startswith(f"{library}."):
            yield from _of_details(site.analysis, option.details)


def _of_details(analysis: FileAnalysis, details: tuple[RouteDetail, ...]) -> list[CarriedRoute]:
    """What calls say of routes: a verb without a handler is that of the next handler, or else of those before it."""
    served: list[CarriedRoute] = []
    waiting: tuple[Text, ...] = (ANY,)
    for one in details:
        asked = verbs.verbs_in_detail(analysis, one)
        value = verbs.detail_site(analysis, one).written_argument(one.row.handler)
        if value is None:
            waiting = waiting if asked == (ANY,) else asked
        elif one.row.verb or one.row.verbs or waiting != (ANY,) or not served:
            given = handlers.handler_of(analysis, value, one.place)
            served.append((asked if asked != (ANY,) else waiting, given))
            waiting = (ANY,)
    if waiting != (ANY,):
        served = [(waiting if asked == (ANY,) else asked, handler) for asked, handler in served]
    return served or [(waiting, None)]
