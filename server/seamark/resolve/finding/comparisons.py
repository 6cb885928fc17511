"""Handlers that tell paths apart by themselves: what they compare the path of a request with is a route."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import TYPE_CHECKING, TypeAlias

from msgspec.structs import replace

from seamark.catalogue import VERBS, Comparison, Route
from seamark.extract import facts
from seamark.resolve.findings import RouteFound, Router
from seamark.resolve.meaning import Definition, Made, Meaning, Parameter, Symbol, Text, Unknown, each
from seamark.resolve.texts import concat, rewritten, stated, texts

from . import handlers, spots
from .call_site import CallSite
from .equalities import equalities

if TYPE_CHECKING:
    from .finder import Finder

PATH = "path"
REST = Text(("/*",))

Compared: TypeAlias = tuple[CallSite, Comparison, str, Made | None]
"""A comparison: where it stands, its row and library, and the path that it is called on."""


def note(site: CallSite, row: Comparison, library: str, path: Made | None) -> None:
    """Note a comparison, of which it is known only in the end whether it is one of a request's path."""
    site.finder.compared.append((site, row, library, path))


def leave_open(
    site: CallSite, row: Route, library: str, router: Router, handler: Definition | Symbol | Unknown | None
) -> None:
    """Note a route of which the handler decides on the paths, or each of several that may be the one."""
    finder = site.finder
    given = site.argument(row.handler)
    answering = [option for option in (each(given) if given is not None else ()) if isinstance(option, Definition)]
    for one in (*answering,) or (handler,):
        bound = one if isinstance(one, Definition) else None
        route = RouteFound(router, ("ANY",), (REST,), bound, spots.spot(site, None), library, open=True)
        if bound is None or row.compares is None:
            finder.routes.append(route)
        else:
            finder.left_open.setdefault((bound, row.compares), []).append(route)


def read_all(finder: Finder) -> None:
    """Add the routes that comparisons state, and those of which the handlers decide on the paths.

    Whether such a handler answers further paths than those that it compares is not known, so that both stand.
    """
    for compared in finder.compared:
        for of, route in _routes(finder, compared):
            if of is None:
                finder.routes.append(route)
            else:
                finder.routes += [replace(route, framework=one.framework) for one in finder.left_open.get(of, ())]
    finder.routes += [route for routes in finder.left_open.values() for route in routes]


def _routes(finder: Finder, compared: Compared) -> Iterator[tuple[tuple[Definition, int] | None, RouteFound]]:
    """The routes that a comparison states, and the parameter that must be a path for that, if that is not known."""
    site, row, library, path = compared
    if path is None and not finder.left_open and library not in finder.known.with_paths:
        return
    given = [one.value for one in site.call.arguments if one.name == ""][: 2 if path is None else 1]
    read = [(value, site.meaning(value)) for value in given]
    for (_, of), (value, text) in permutations(read, 2) if path is None else [((None, path), one) for one in read]:
        route = _route(site, row, library, value, text)
        if route is not None and _is_path(finder, of):
            yield None, route
        elif route is not None:
            parameters = (one for one in each(of) if isinstance(one, Parameter) and not one.members)
            yield from (((one.owner, one.index), route) for one in parameters)


def _is_path(finder: Finder, meaning: Meaning) -> bool:
    made = finder.evaluator.made(meaning)
    return made is not None and finder.known.role(made.type) == PATH


def _route(site: CallSite, row: Comparison, library: str, value: facts.Value, text: Meaning) -> RouteFound | None:
    paths = [path for path in stated(text) if path.raw().startswith("/")]
    if row.begins:
        paths = [concat((path, REST)) for path in paths]
    if not paths:
        return None
    written = tuple(rewritten(path, row.wildcards) for path in paths)
    handler = handlers.around(site.finder, site.place)
    return RouteFound(Router(site.identity), _verbs(site), written, handler, spots.spot(site, value), library)


def _verbs(site: CallSite) -> tuple[str, ...]:
    """The verbs for which a comparison counts."""
    start, end = site.call.start, site.call.end
    holds = facts.List(site.finder.view.holding.get((start, end), ()), start, start)
    return tuple(_verbs_of(site, holds) or ("ANY",))


def _verbs_of(site: CallSite, truth: facts.Value) -> dict[str, None] | None:
    """The verbs of which something must be one for an expression to be true, or all of a list; None if any will do."""
    match truth:
        case facts.List(items=items):
            named = [found for item in items if (found := _verbs_of(site, item)) is not None]
            return {verb: None for verb in named[0] if all(verb in other for other in named)} if named else None
        case facts.Choice(options=options):
            any_of = [_verbs_of(site, option) for option in options]
            return None if None in any_of else {verb: None for one in any_of for verb in one or ()}
        case facts.Call():
            compared = equalities(site.finder, truth, site.place)
            equal = [value for values, are_equal in compared if are_equal for value in values]
            known = [text.known for value in equal for text in texts(site.meaning(value))]
            return dict.fromkeys(verb.upper() for verb in known if verb and verb.lower() in VERBS) or None
    return None
