"""Routes by their names: which of several that have one is meant."""

from __future__ import annotations

from collections.abc import Sequence

from seamark.catalogue import names_of_own_routes
from seamark.resolve.composition.named_routes import distance
from seamark.resolve.port_model import Port


def nearest_of_name(asking: Port, routes: Sequence[Port]) -> list[Port]:
    """The routes of one name that something means by it: those of its file, else of its service, else the nearest.

    Of these, those come first of whose names it is the first: of an application that is included twice, the one that is
    included under this name.
    """
    far = [
        (*distance(asking.path, asking.service, one.path, one.service, test=one.test), _rank(asking, one))
        for one in routes
    ]
    nearest = min(far, default=None)
    return [one for one, how_far in zip(routes, far, strict=True) if how_far == nearest]


def _rank(asking: Port, route: Port) -> int:
    return min(number for number, name in enumerate(route.names) if name in asking.names)


def is_of_library(name: str) -> bool:
    """Whether a name, without its namespace, is that of a route which a library has by itself."""
    return name in names_of_own_routes()
