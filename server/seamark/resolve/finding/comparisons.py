"""Handlers that tell paths apart by themselves: what they compare the path of a request with is a route."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

from seamark.catalogue import Comparison, Route
from seamark.extract import facts
from seamark.resolve.findings import RouteFound, Router
from seamark.resolve.meaning import Definition, Meaning, Parameter, Place, Text, Unknown, each
from seamark.resolve.texts import concat, rewritten, stated

from . import handlers, spots
from .finder import Finder

PATH = "path"
REST = Text(("/*",))


def leave_open(
    finder: Finder,
    row: Route,
    library: str,
    router: Router,
    handler: Definition | Unknown | None,
    call: facts.Call,
    place: Place,
) -> None:
    """Note a route of which the handler decides on the paths."""
    bound = handler if isinstance(handler, Definition) else None
    spot = spots.spot(None, call, place.scope, None)
    route = RouteFound(router, ("ANY",), (REST,), bound, spot, library, open=True)
    if bound is None or row.compares is None:
        finder.routes.append(route)
    else:
        finder.left_open.setdefault((bound, row.compares), []).append(route)


def note(finder: Finder, row: Comparison, library: str, of: list[Meaning], call: facts.Call, place: Place) -> None:
    """Note a comparison of `of`, or else of one of the first two arguments, with a text."""
    given = [one.value for one in call.arguments[: 2 - len(of)] if one.name == ""]
    read = [*((None, meaning) for meaning in of), *((value, finder.evaluator.meaning(value, place)) for value in given)]
    for (_, compared), (value, text) in permutations(read, 2):
        if _is_path(finder, compared):
            _add(finder, row, library, None, value, text, call, place)
        for option in each(compared):
            if isinstance(option, Parameter) and not option.members:
                _add(finder, row, library, (option.owner, option.index), value, text, call, place)


def read_all(finder: Finder) -> None:
    """Of the handlers that decide on the paths themselves, add the routes that their comparisons state."""
    told = {of for of, _ in finder.compared}
    for of, route in finder.compared:
        left_open = [] if of is None else finder.left_open.get(of, [])
        finder.routes += [replace(route, framework=one.framework) for one in left_open] if of else [route]
    finder.routes += [route for of, routes in finder.left_open.items() if of not in told for route in routes]


def _is_path(finder: Finder, meaning: Meaning) -> bool:
    made = finder.evaluator.made(meaning)
    return made is not None and finder.known.role(made.type) == PATH


def _add(
    finder: Finder,
    row: Comparison,
    library: str,
    parameter: tuple[Definition, int] | None,
    value: facts.Value | None,
    text: Meaning,
    call: facts.Call,
    place: Place,
) -> None:
    paths = [path for path in stated(text) if path.raw().startswith("/")]
    if row.begins:
        paths = [concat((path, REST)) for path in paths]
    if paths:
        router = Router((finder.view.path, finder.view.call_key(call)))
        spot = spots.spot(value, call, place.scope, None)
        written = tuple(rewritten(path, row.wildcards) for path in paths)
        around = handlers.around(finder, place)
        finder.compared.append((parameter, RouteFound(router, ("ANY",), written, around, spot, library)))
