"""Rename of a route's name: where the route states it, and wherever it is named by it, in code and in templates.

Mounts may put something before the name that a route states (`shelf:book`): what follows is renamed, and that alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from seamark.lsp.features.place import Place, contract, named_at
from seamark.patterns import regex
from seamark.resolve.port_model import USES, Port

from .edits import Edit, changes

if TYPE_CHECKING:
    from seamark.index.service import Service

NAME = regex(r"[\w.:-]+")


class NameToRename(msgspec.Struct, frozen=True):
    """A name to be renamed: what it is where a route states it, where it was asked about, and the routes that have it.

    `wrong` is a place at which it is not written word for word, if there is one.
    """

    text: str
    place: Place
    routes: tuple[Port, ...]
    uses: tuple[Port, ...]
    wrong: Port | None = None


def find_name(service: Service, path: str, offset: int) -> NameToRename | None:
    """The name of a route that stands at a position as the route states it, or behind its namespace; None elsewhere."""
    for use in service.uses_at(path, offset):
        routes = [match.port for match in service.providers(use)]
        text = next((stated for one in routes if (stated := _stated_name(service, one))), "")
        place = _end(service, use, text)
        if text and place is not None and place.start <= offset:
            return _all(service, text, place, routes)
    for route in named_at(service, path, offset):
        return _all(service, _stated_name(service, route), Place(path, route.name_start, route.name_end), [route])
    return None


def edits(named: NameToRename, new: str) -> Iterator[Edit]:
    """The edits that give the name another text, in their order."""
    places = {Place(one.path, one.name_start, one.name_end) for one in named.routes}
    places.update(Place(one.path, one.end - len(named.text.encode()), one.end) for one in named.uses)
    yield from (Edit(place, new) for place in sorted(places))


def is_taken(service: Service, named: NameToRename, new: str) -> bool:
    """Whether another route has the new name."""
    taken = {f"{name.removesuffix(named.text)}{new}" for one in named.routes for name in one.names}
    return any(name in taken for port in service.ports() if port.role == "exposes" for name in port.names)


def changed_key(service: Service, renaming: list[Edit]) -> str | None:
    """A key that the edits would change, which they must not."""
    gone, come = changes(service, renaming)
    return next((key for _, _, key, _ in (*gone, *come)), None)


def _all(service: Service, text: str, place: Place, routes: list[Port]) -> NameToRename:
    """The name with all routes that have it, by whatever names these go, and all that name them."""
    found, uses, waiting = dict[Port, None](), dict[Port, None](), list(routes)
    while waiting:
        route = waiting.pop()
        if route in found:
            continue
        found[route] = None
        there = (route.name_start, route.name_end)
        waiting += (one for one in service.ports(route.path) if (one.name_start, one.name_end) == there)
        for use in service.name_references(route):
            if use.role == USES and use not in uses:
                uses[use] = None
                waiting += (match.port for match in service.providers(use))
    unwritten = (one for one in found if _stated_name(service, one) != text)
    unnamed = (one for one in uses if _end(service, one, text) is None)
    return NameToRename(text, place, tuple(found), tuple(uses), next(unwritten, None) or next(unnamed, None))


def _stated_name(service: Service, route: Port) -> str:
    """The name as a route states it, which all of its names end with; empty if it states none by itself."""
    data = service.text(route.path)
    stated = "" if data is None else data[route.name_start : route.name_end].decode(errors="replace")
    return stated if all(name.endswith(stated) for name in route.names) else ""


def _end(service: Service, use: Port, text: str) -> Place | None:
    """Where something names a route by this text, behind its namespace; None if it is not written there."""
    written = (service.text(use.path) or b"")[use.start : use.end].decode(errors="replace")
    at = contract(use)
    is_written = written == use.key and written.endswith(text)
    return Place(use.path, at.end - len(text.encode()), at.end) if is_written else None
