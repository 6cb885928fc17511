"""The places that a finding speaks of besides its own."""

from __future__ import annotations

from collections.abc import Iterable

from seamark.resolve.port_model import Port

from .place import Place, target, who


def describe_places(related: Iterable[Port]) -> list[tuple[Place, str]]:
    """The places, each once, with what is there: of several keys the first."""
    found: dict[Place, str] = {}
    for port in related:
        found.setdefault(target(port).selection, f"{port.key} {who(port) or ''}".strip())
    return list(found.items())
