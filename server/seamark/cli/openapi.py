"""The routes of a service as a skeleton of an OpenAPI document (3.1): paths, verbs, parameters, ids of operations."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, count
from typing import Any, NamedTuple, TypeAlias

from seamark.patterns import regex

FORMS = ("openapi", "openapi-json")
"""The names of the document's forms: in YAML, and in JSON."""
VERBS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")
"""The verbs that a path item can have."""
_ANY = ("get", "put", "post", "delete", "patch")
"""The operations of a route that takes every verb."""
_HOLE = regex(r"\{\}")
_NAME = regex(r"\$?\{\**([A-Za-z_]\w*+)[^{}]*+\}|<(?:[^<>]*:)?([A-Za-z_]\w*)>|:([A-Za-z_]\w*)|\*([A-Za-z_]\w*)")
"""A parameter as frameworks write it: `{id}`, `{id:[0-9]+}`, `<int:id>`, `:id`, `*rest`."""
_UNNAMED = "id"
"""The name of a parameter that nobody has named."""


class Route(NamedTuple):
    """A route: its key, its text as written, which may be only the end of its path, and its handler if one is known."""

    key: str
    written: str
    handler: str | None


_Operation: TypeAlias = tuple[Route, str]
"""A route under one of its verbs."""


def document(title: str, routes: Sequence[Route]) -> dict[str, Any]:
    """A document of these routes, which says nothing of bodies and answers. Routes of other verbs are left out."""
    operations = [(route, verb) for route in sorted(set(routes), key=_order) for verb in _verbs(route)]
    ids = _ids(operations)
    known = dict(pair for route, _ in reversed(operations) for pair in _parameter_names(route))
    paths: dict[str, Any] = {}
    for path in sorted({_path(route) for route, _ in operations}):
        named, names = _name_parameters(path, known)
        item = _item([one for one in operations if _path(one[0]) == path], ids)
        parameters = [{"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in names]
        paths[named] = {"parameters": parameters, **item} if parameters else item
    return {"openapi": "3.1.0", "info": {"title": title, "version": "0.0.0"}, "paths": paths}


def _order(route: Route) -> tuple[str, str, str]:
    return route.key, route.handler or "", route.written


def _item(operations: Sequence[_Operation], ids: Mapping[_Operation, str]) -> dict[str, Any]:
    """What a path has under each verb. If several routes have one, the first whose handler is known counts."""
    item: dict[str, Any] = {}
    for verb in VERBS:
        stated = [one for one in operations if one[1] == verb]
        if stated:
            found = next((ids[one] for one in stated if one in ids), None)
            said = {} if found is None else {"operationId": found}
            item[verb] = {**said, "responses": {"default": {"description": "Not described yet"}}}
    return item


def _path(route: Route) -> str:
    """A route's path; all that is below one is a parameter, since OpenAPI has no other word for it."""
    path = route.key.partition(" ")[2]
    return path[:-1] + "{}" if path.endswith("/*") else path


def _verbs(route: Route) -> tuple[str, ...]:
    verb = route.key.partition(" ")[0].lower()
    return _ANY if verb == "any" else (verb,) if verb in VERBS else ()


def _ids(operations: Iterable[_Operation]) -> dict[_Operation, str]:
    """The id of each operation whose handler is known, all of them different: as short as tells them apart."""
    handled = [(one, one[0].handler) for one in operations if one[0].handler]
    counts = Counter(_short(handler) for _, handler in handled if handler)
    found: dict[_Operation, str] = {}
    for one, handler in handled:
        assert handler is not None
        whole = re.sub(r"\W+", "_", handler)
        ways = [*([_short(handler)] if counts[_short(handler)] == 1 else []), whole, f"{whole}_{one[1]}"]
        numbered = (f"{whole}_{one[1]}_{number}" for number in count(2))
        found[one] = next(way for way in chain(ways, numbered) if way not in found.values())
    return found


def _short(handler: str) -> str:
    return re.split(r"\W+", handler)[-1]


def _parameter_names(route: Route) -> Iterator[tuple[str, str]]:
    """The parameters that a route's text names, by the path that ends with them: the last in both are the same."""
    path = _path(route)
    names = [next(filter(None, match.groups())) for match in _NAME.finditer(route.written)]
    ends = [match.end() for match in _HOLE.finditer(path)]
    yield from ((path[:end], name) for end, name in zip(reversed(ends), reversed(names), strict=False))


def _name_parameters(path: str, known: Mapping[str, str]) -> tuple[str, list[str]]:
    """A path with a name in each hole, and these names, all different."""
    names: list[str] = []
    for match in _HOLE.finditer(path):
        name = known.get(path[: match.end()], _UNNAMED)
        ways = (name, *(f"{name}{number}" for number in range(2, len(names) + 3)))
        names.append(next(way for way in ways if way not in names))
    replaced = iter(names)
    return _HOLE.sub(lambda _: f"{{{next(replaced)}}}", path), names
