"""Routes by their names: which of several that have one is meant."""

from __future__ import annotations

from collections.abc import Sequence

from seamark.resolve.composition.named_routes import distance
from seamark.resolve.port_model import Port


def nearest_of_name(asking: Port, routes: Sequence[Port]) -> list[Port]:
    """The routes of one name that something means by it: those of its file, else of its service, else the nearest."""
    far = [distance(asking.path, asking.service, one.path, one.service, test=one.test) for one in routes]
    return [one for one, how_far in zip(routes, far, strict=True) if how_far == min(far)]
