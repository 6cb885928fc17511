"""Routes by their names: what a route is called below its mounts, and the paths of those that a URL names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from seamark import keys
from seamark.resolve.abstract_values import RouteUrl, Text
from seamark.resolve.file_relations import Relations
from seamark.resolve.findings import NamedRoute, RouteFound
from seamark.resolve.module_resolution.paths import count_shared_folders
from seamark.resolve.module_resolution.test_files import is_test
from seamark.resolve.partial_texts.texts import UNKNOWN_TEXT, concat
from seamark.resolve.partial_texts.urls import trimmed_start
from seamark.resolve.workspace_facts.project import Project

from .agreed_bases import AgreedBases
from .router_prefixes import ServedPrefix, names_below, path_below, served_prefixes

MOST = 4
"""How many routes of one name a URL may be that of."""


class NamedUrl(Struct, frozen=True):
    """A URL with the path of a route in the place of its name, and whether others have that name."""

    url: Text
    names: tuple[str, ...]
    is_one_of_many: bool = False


def names(route: RouteFound, prefix: ServedPrefix) -> tuple[str, ...]:
    """What a route is called below a prefix, each name behind that of the library whose names it is among."""
    if route.name is None:
        return ()
    called = names_below(prefix.known_as, (route.name.text,))
    return tuple(name_of(route.name.space, text.raw()) for text in called if text.raw())


def name_of(space: str, name: str) -> str:
    """A name as ports have it, behind that of the library whose names it is among."""
    return f"{space} {name}"


class RoutesByName:
    """The routes that URLs name, for one file that asks."""

    def __init__(self, project: Project, relations: Relations, path: str, own: Sequence[str]) -> None:
        """`own` are the names of the file's own routes, which relative names may be below."""
        self._project = project
        self._relations = relations
        self._path = path
        self._own = own
        self._known: dict[RouteUrl, list[NamedUrl]] = {}

    def urls(self, url: Text) -> list[NamedUrl]:
        """A URL with the path of each route that it names, which is not known if none has the name."""
        if not url.route_urls:
            return [NamedUrl(url, ())]
        (part, *others), at = url.route_urls, url.parts.index(url.route_urls[0])
        if others:
            return []
        before, after = Text(url.parts[:at]), Text(url.parts[at + 1 :])
        named = self._urls_of_name(part) or [NamedUrl(UNKNOWN_TEXT, ())]
        return [replace(one, url=replace(_join_path(before, one.url, after), built=url.built)) for one in named]

    def absolute(self, space: str, name: str) -> tuple[str, ...]:
        """A name as it is below the names of the file's own routes, if it is meant relative to them.

        In a file without routes, as templates are, it is that of the only route of the nearest files which ends so.
        """
        if not name.startswith(_RELATIVE):
            return (name_of(space, name),)
        own = [one for one in self._own if one.partition(" ")[0] == space]
        found = {f"{one.rpartition(_RELATIVE)[0]}{name}" for one in own if _RELATIVE in one}
        nearest = () if own else self._nearest_ending(space, name)
        return tuple(sorted(found)) or (nearest if len(nearest) == 1 else (name_of(space, name),))

    def _urls_of_name(self, part: RouteUrl) -> list[NamedUrl]:
        if part not in self._known:
            self._known[part] = self._find(part)
        return self._known[part]

    def _find(self, part: RouteUrl) -> list[NamedUrl]:
        known = part.name.known_string
        if known is None:
            return []
        asked = self.absolute(part.space, known)
        found = [
            ((*self._distance(one.path), rank), name, path)
            for one in self._routes_called(part.space, known)
            for rank, name, path in self._paths(one)
            if name in asked
        ]
        nearest = min((how_far for how_far, _, _ in found), default=())
        paths = {path: name for how_far, name, path in found if how_far == nearest}
        fitting = {path: name for path, name in paths.items() if ("{}" in path) != part.bare} or paths
        return [
            NamedUrl(Text((path,)), (name,), is_one_of_many=len(fitting) > 1)
            for path, name in [*fitting.items()][:MOST]
        ]

    def _nearest_ending(self, space: str, relative: str) -> tuple[str, ...]:
        """The names of routes that end so, of those files of the service that have most folders in common with it."""
        service, found = self._project.service(self._path), dict[str, int]()
        for one in self._routes_called(space, relative):
            if self._project.service(one.path) == service:
                for _, name, _ in self._paths(one):
                    if name.endswith(relative):
                        found[name] = max(found.get(name, 0), count_shared_folders(self._path, one.path))
        most = max(found.values(), default=0)
        return tuple(name for name, shared in found.items() if shared == most)

    def _routes_called(self, space: str, name: str) -> Iterator[NamedRoute]:
        """The routes that can have a name, whatever mounts put before their own."""
        return (one for one in self._relations.named_routes(space, name) if _may_be_called(one.route, name))

    def _paths(self, named: NamedRoute) -> Iterator[tuple[int, str, str]]:
        """The names of a route in the order in which they are meant, each with its number and a path of the route."""
        route, bases = named.route, AgreedBases(self._relations)
        for prefix in served_prefixes(self._relations, route.router):
            for path in (one for text in route.paths for one in bases.each_given(text, route.router)):
                base = self._project.base(named.path, "exposes")
                for key in keys.route_keys("", path_below(prefix, path, base, route.separator)):
                    path_of_key = key.partition(" ")[2]
                    yield from ((rank, name, path_of_key) for rank, name in enumerate(names(route, prefix)))

    def _distance(self, path: str) -> tuple[bool, bool, bool, int]:
        services = self._project.service(self._path), self._project.service(path)
        return distance(self._path, services[0], path, services[1], test=is_test(path))


def _may_be_called(route: RouteFound, name: str) -> bool:
    """Whether a route can have a name, whatever mounts put before its own."""
    own = None if route.name is None else route.name.text.known_string
    return own is None or name.endswith(own)


def distance(path: str, service: str, other: str, other_service: str, *, test: bool) -> tuple[bool, bool, bool, int]:
    """How far the routes of another file are, which may be a test: first come those of the file itself.

    Then come those of its service, and then those that have most folders in common with it.
    """
    if path == other:
        return False, False, False, 0
    is_elsewhere = service != other_service
    return True, test, is_elsewhere, -count_shared_folders(path, other) if is_elsewhere else 0


_RELATIVE = "."
"""What a name begins with that is meant below those of the routes around."""


def _join_path(before: Text, path: Text, after: Text) -> Text:
    last = before.parts[-1] if before.parts else None
    return concat((before, trimmed_start(path) if isinstance(last, str) and last.endswith("/") else path, after))
