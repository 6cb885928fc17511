"""Maps of routes, in which a handler looks for the path of a request, be it with its verb.

std::map<std::string, Handler> routes = {{"/users", list_users}, …}; auto found = routes.find(path);
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import Struct

from seamark.catalogue import VERBS
from seamark.extract import facts
from seamark.extract.facts import MODULE, NAMELESS_LIST
from seamark.resolve.findings import Router, Spot
from seamark.resolve.meaning import Argument, Given, Parameter, Place, Text
from seamark.resolve.texts import texts
from seamark.resolve.view import last_name

from . import handlers, registrars, request_paths, verbs

if TYPE_CHECKING:
    from .finder import Finder

_LOOKS = ("at", "find")


def read_all(finder: Finder) -> None:
    """Add the routes of maps in which a request's path is looked for, and those that functions put into them."""
    if not finder.gets_paths:
        return
    for look in _looks(finder):
        for item in finder.evaluator.held(finder.evaluator.meaning(look.map, Place(finder.view.path, look.scope))):
            if isinstance(item, Argument):
                registrars.routed(finder, _entry(finder, item, look))
        for one in finder.view.facts.assignments:
            if one.target.name == NAMELESS_LIST and _is_same(finder, one, look):
                registrars.routed(finder, _put(finder, one, look))


class _Look(Struct, frozen=True):
    """A map in which the path of a request is looked for, as part number `part` of the key, and where that is."""

    map: facts.Value
    part: int
    library: str
    start: int
    scope: int


def _looks(finder: Finder) -> Iterator[_Look]:
    for one in finder.view.facts.bindings:
        match one.value:
            case facts.Call(callee=facts.Member(of=of, name=name), arguments=(facts.Argument(value=key),)) if (
                name in _LOOKS
            ):
                place = Place(finder.view.path, one.scope)
                for number, part in enumerate(_parts(key)):
                    library = request_paths.library(finder, finder.evaluator.meaning(part, place))
                    if library:
                        yield _Look(of, number, library, one.start, one.scope)


def _is_same(finder: Finder, put: facts.Assignment, look: _Look) -> bool:
    """Whether a function puts something into the map that is looked into: one of that name, of the same class."""
    definitions = finder.view.facts.definitions
    around = [definitions[scope].parent if scope != MODULE else MODULE for scope in (put.scope, look.scope)]
    return last_name(put.target.of) == last_name(look.map) and around[0] == around[1]


def _put(finder: Finder, put: facts.Assignment, look: _Look) -> Iterator[registrars.Declared]:
    """The route that callers of a function state which puts into the map what they give."""
    place = Place(finder.view.path, put.scope)
    parts = put.value.items if isinstance(put.value, facts.List) else ()
    given = [request_paths.parameters(finder.evaluator.meaning(part, place)) for part in parts]
    if len(given) > look.part + 1 and all(len(one) == 1 for one in given):
        *keys, (handler,) = given
        asked = [Text((Given(*one),)) for number, (one,) in enumerate(keys) if number != look.part]
        yield registrars.Declared(
            router=Router((finder.view.path, finder.view.key(put.scope))),
            verbs=tuple(asked[:1]) or (verbs.ANY,),
            paths=(Text((Given(*keys[look.part][0]),)),),
            handler=Parameter(*handler),
            spot=Spot(put.target.start, put.target.end, put.scope),
            framework=look.library,
            kept=True,
        )


def _entry(finder: Finder, item: Argument, look: _Look) -> Iterator[registrars.Declared]:
    """The route that an entry of a map states: its key is a path, or that with a verb, and its value handles it."""
    match item.value:
        case facts.List(items=(key, handler)):
            stated = [
                (part, text) for part in _parts(key) for text in texts(finder.evaluator.meaning(part, item.place))
            ]
            asked = tuple(text for _, text in stated if (text.known or "").lower() in VERBS) or (verbs.ANY,)
            bound = handlers.given(finder, handler, item.place)
            for part, path in stated:
                if path.raw().startswith("/"):
                    yield registrars.Declared(
                        router=Router((finder.view.path, f"{look.library}:{look.start}")),
                        verbs=asked,
                        paths=(path,),
                        handler=bound,
                        spot=_spot(finder, part, item.place, look),
                        framework=look.library,
                        kept=True,
                    )


def _spot(finder: Finder, part: facts.Value, place: Place, look: _Look) -> Spot:
    """Where a part of a key stands, or the look into the map if it stands in another file."""
    if isinstance(part, facts.Literal | facts.Concat | facts.Name) and place.path == finder.view.path:
        return Spot(part.start, part.end, finder.view.scope_at(part.start))
    return Spot(look.start, look.start, look.scope)


def _parts(value: facts.Value) -> tuple[facts.Value, ...]:
    """A key, or the parts of one that has several."""
    match value:
        case facts.List(items=items):
            return items
        case facts.Call(new=True, arguments=given) if len(given) > 1:
            return tuple(one.value for one in given)
    return (value,)
