"""Hover: what is known of a contract, and where its other side is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from seamark.index.reports import Heading, Prefix
from seamark.lsp.features.askers import askers
from seamark.lsp.features.place import (
    Place,
    contract,
    handler,
    indirectly,
    is_asked_for,
    name,
    named_at,
    text_of_prefix,
)
from seamark.resolve.port_model import USES, Match, Port, PortSymbol

if TYPE_CHECKING:
    from seamark.index.service import LocatedPorts

SHOWN = 5
"""So many places of the other side are shown to begin with."""


class PortDescription(msgspec.Struct, frozen=True):
    """A port with its other side, the best first; without one, the keys there that look most like its own.

    What a document describes is `served` by code. Of handlers there is a heading, by their names' places: of as many
    as are shown.
    """

    port: Port
    others: tuple[Match, ...]
    nearest: tuple[str, ...] = ()
    served: tuple[Match, ...] = ()
    headings: Mapping[Place, Heading] = {}


class RouteBelow(msgspec.Struct, frozen=True):
    """A contract that is served below a prefix: who serves it, and how many places ask for it."""

    port: Port
    consumers: int


class PrefixDescription(msgspec.Struct, frozen=True):
    """A prefix, in words, with what is served below it, and how many places ask for any of that."""

    words: str
    routes: tuple[RouteBelow, ...]
    consumers: int


class Hover(msgspec.Struct, frozen=True):
    """The contracts that one text states, or for which it states a prefix."""

    origin: Place
    ports: tuple[PortDescription, ...]
    prefixes: tuple[PrefixDescription, ...] = ()


def hover(service: LocatedPorts, path: str, offset: int) -> Hover | None:
    """What there is to say about the contracts at this position; None elsewhere."""
    stated = list(service.ports_at(path, offset))
    stated += [one for one in named_at(service, path, offset) if one not in stated]
    stated += [one for one in service.uses_at(path, offset) if not is_asked_for(one, stated)]
    stated = stated or indirectly(service, path, offset)
    ports = stated or list(service.ports_handled_at(path, offset))
    if not ports:
        return _hover_on_prefix(service, path, offset)
    symbol = None if stated else handler(ports[0])
    origin = contract(ports[0]) if symbol is None else name(symbol)
    return Hover(origin, tuple(_describe_port(service, port) for port in ports))


def _hover_on_prefix(service: LocatedPorts, path: str, offset: int) -> Hover | None:
    prefixes = service.prefixes(path, offset)
    return (
        Hover(text_of_prefix(prefixes[0]), (), tuple(map(partial(_describe_prefix, service), prefixes)))
        if prefixes
        else None
    )


def _describe_prefix(service: LocatedPorts, prefix: Prefix) -> PrefixDescription:
    """What is served below a prefix, by its keys, with those who ask for each."""
    asking: dict[tuple[str, str], tuple[Port, set[Place]]] = {}
    for port in prefix.routes:
        _, places = asking.setdefault(port.boundary, (port, set()))
        places.update(contract(match.port) for match in askers(service, service.consumers(port)))
    routes = tuple(RouteBelow(port, len(places)) for _, (port, places) in sorted(asking.items()))
    return PrefixDescription(prefix.words, routes, len(set[Place]().union(*(places for _, places in asking.values()))))


def _describe_port(service: LocatedPorts, port: Port) -> PortDescription:
    asks = port.role in ("consumes", USES)
    others: Sequence[Match] = service.providers(port) if asks else askers(service, service.consumers(port))
    served = [match for match in service.providers(port) if not match.port.contract] if port.contract else []
    handling = [port] if port.role == "exposes" else []
    handling += [match.port for match in (*others, *served) if match.port.role == "exposes"]
    headings = {name(symbol): found for symbol, found in _headings(service, handling)}
    return PortDescription(port, tuple(others), () if others else tuple(service.nearest(port)), tuple(served), headings)


def _headings(service: LocatedPorts, providers: Iterable[Port]) -> Iterator[tuple[PortSymbol, Heading]]:
    symbols = dict.fromkeys(symbol for port in providers if (symbol := handler(port)) is not None)
    for symbol in list(symbols)[:SHOWN]:
        found = service.heading(symbol)
        if found is not None:
            yield symbol, found
