"""Routes: their paths, verbs and handlers, as a row of the catalogue says where to find them."""

from __future__ import annotations

from seamark.catalogue import UNKNOWN_TYPE, VERBS, Route
from seamark.extract import facts
from seamark.extract.facts import MODULE
from seamark.resolve.arguments import argument, found_argument, written
from seamark.resolve.findings import Router, Spot
from seamark.resolve.meaning import (
    Bound,
    Constant,
    Definition,
    Made,
    Meaning,
    Place,
    Text,
    Unknown,
    is_empty,
)
from seamark.resolve.texts import EMPTY, UNKNOWN_TEXT, rewritten, stated
from seamark.resolve.urls import join_url, of_pattern

from . import carried, comparisons, handlers, registrars, spots, verbs
from .finder import Finder


def route(
    finder: Finder,
    row: Route,
    library: str,
    router: Router,
    name: str,
    call: facts.Call,
    place: Place,
    decorated: int | None,
) -> bool:
    """Read a call as a route on this router; False if it is none."""
    if row.handler != "decorated" and decorated is not None:
        return False
    if row.placed and not (router.prefixes or router.below):
        return False
    if not (row.path or row.prefix or router.below) and router.prefixes == (UNKNOWN_TEXT,):
        return False
    if row.last and not finder.is_last(call):
        return True
    if row.methods:
        return _on_object(finder, row, library, router, call, place)
    handler = handlers.handler(finder, row, router, call, place, decorated)
    if row.needs_handler and (handler is None or (isinstance(handler, Unknown) and UNKNOWN_TYPE in row.on)):
        return False
    if row.everything:
        comparisons.leave_open(finder, row, library, router, handler, call, place)
        return True
    paths = _paths(finder, row, call, place)
    if row.stated and argument(finder.evaluator, call, row.path, place) is None:
        return False
    # A decorator that decorates nothing here may be one that the function around it makes.
    decorator = row.handler == "decorated" and decorated is None
    if not paths or (row.slash and not any(text.raw().startswith("/") for text in paths)):
        return False
    spot = _spot(finder, row, call, place, decorated)
    bound = handler if isinstance(handler, Definition) else None
    methods = _methods(finder, bound) if bound is not None else {}
    served = verbs.texts_of(finder, row, name, call, place, router.verbs)
    is_stated = served != (Text(("ANY",)),) if row.verb else bool(row.verbs) and written(call, row.verbs) is not None
    if methods and not is_stated:
        served = tuple(Text((verb,)) for verb in methods)
    value = written(call, row.handler) if bound is None and handler is not None else None
    given = bound if value is None else handlers.given(finder, value, place)
    found = False
    for verb in served:
        answers = methods.get(verbs.served(verb), given)
        found |= registrars.routed(
            finder,
            router,
            (verb,),
            paths,
            answers,
            spot,
            library,
            decorator=decorator,
            handled=bool(row.handler),
        )
    return found


def _on_object(finder: Finder, row: Route, library: str, router: Router, call: facts.Call, place: Place) -> bool:
    """Read a call as a route whose verbs and handlers an object carries to it."""
    paths = _paths(finder, row, call, place)
    served = list(carried.served(finder, library, row.methods, call, place))
    if not paths or (row.needs_handler and not served):
        return False
    spot = _spot(finder, row, call, place, None)
    found = False
    for asked, handler in served or [((Text(("ANY",)),), None)]:
        found |= registrars.routed(finder, router, asked, paths, handler, spot, library)
    return found


def _spot(finder: Finder, row: Route, call: facts.Call, place: Place, decorated: int | None) -> Spot:
    """The argument that states the path, or if that is none, what it is below."""
    for spec in (row.path, row.prefix):
        value, meaning = found_argument(finder.evaluator, call, spec, place) if spec else (None, None)
        if meaning is not None and not is_empty(meaning):
            return spots.spot(spots.text_in(finder, value, place), call, place.scope, decorated)
    placed = _placed_at(finder, call, place) if not row.path and not row.prefix else None
    return spots.spot(placed, call, place.scope, decorated)


def _placed_at(finder: Finder, call: facts.Call, place: Place) -> facts.Value | None:
    """Where the object states its path on which a route without one is declared, if that is in this file."""
    receiver = call.callee.of if isinstance(call.callee, facts.Member) else None
    made = None if receiver is None else finder.evaluator.made(finder.evaluator.meaning(receiver, place))
    if made is None or made.call is None or made.call[1].path != finder.view.path:
        return None
    origin = finder.evaluator.made(finder.evaluator.meaning(*made.call))
    kind = None if origin is None else finder.known.types.get(origin.type)
    return written(made.call[0], kind.prefix) if kind is not None and kind.prefix else None


def _methods(finder: Finder, handler: Definition) -> dict[str, Definition]:
    """The methods with which a class answers, by their verbs, if the handler is a class."""
    found_at = finder.project.locate(handler)
    if found_at is None or finder.project.definition(*found_at).kind != "class":
        return {}
    place = Place(finder.view.path, MODULE)
    found = {verb.upper(): finder.evaluator.member(handler, verb, place) for verb in VERBS}
    return {verb: method.method for verb, method in found.items() if isinstance(method, Bound)}


def _paths(finder: Finder, row: Route, call: facts.Call, place: Place) -> tuple[Text, ...]:
    paths = _stated(finder, row.path, call, place)
    if row.pattern:
        paths = tuple(map(of_pattern, paths))
    if row.prefix:
        paths = tuple(join_url(prefix, path) for prefix in _stated(finder, row.prefix, call, place) for path in paths)
    return tuple(rewritten(text, row.wildcards) for text in paths)


def _stated(finder: Finder, spec: str, call: facts.Call, place: Place) -> tuple[Text, ...]:
    given = argument(finder.evaluator, call, spec, place) if spec else None
    if given is None or is_empty(given):
        return (EMPTY,)
    found = [t for item in finder.evaluator.items(given) if not isinstance(item, Constant) for t in _texts(item)]
    return tuple(text for text in found if text.given or any(isinstance(part, str) for part in text.parts))


def _texts(item: Meaning) -> tuple[Text, ...]:
    """The paths that something states, be it an object that brings one along."""
    return (item.below or item.prefix) if isinstance(item, Made) else stated(item)
