"""The places that answers are made of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from seamark.resolve.port_model import Port, PortSymbol, Reason

if TYPE_CHECKING:
    from seamark.index.reports import Prefix
    from seamark.index.service import LocatedPorts


class Place(msgspec.Struct, frozen=True, order=True):
    """A part of a file of the workspace, in bytes."""

    path: str
    start: int
    end: int


class Target(msgspec.Struct, frozen=True):
    """Where to jump: the whole definition, and the part of it to select."""

    whole: Place
    selection: Place


class Jump(msgspec.Struct, frozen=True):
    """The text from which one jumps, and the targets, the best first."""

    origin: Place
    targets: tuple[Target, ...]


def contract(port: Port) -> Place:
    """The text that states a port's contract."""
    return Place(port.path, port.start, port.end)


def name(symbol: PortSymbol) -> Place:
    """A definition's name."""
    return Place(symbol.path, symbol.name_start, symbol.name_end)


def whole(symbol: PortSymbol) -> Place:
    """A whole definition."""
    return Place(symbol.path, symbol.start, symbol.end)


def handler(port: Port) -> PortSymbol | None:
    """The definition that handles a provider's requests, if one is known that has a place of its own."""
    return port.handler if port.handler is not None and port.handler.kind != "file" else None


def target(provider: Port) -> Target:
    """Where a jump to a provider leads: to its handler, or to the text that states it."""
    symbol = handler(provider)
    if symbol is None:
        return Target(contract(provider), contract(provider))
    return Target(whole(symbol), name(symbol))


def who(port: Port) -> str | None:
    """What people call a side of a contract: its handler, or the function that calls; None if that has no name."""
    symbol = handler(port) if port.role == "exposes" else port.symbol
    return symbol.qualified_name or None if symbol is not None and symbol.kind != "file" else None


def text_of_prefix(prefix: Prefix) -> Place:
    """The text that states a prefix of routes."""
    return Place(prefix.path, prefix.start, prefix.end)


def ports_stated_at(service: LocatedPorts, path: str, offset: int) -> list[Port]:
    """The ports whose contract's text, or whose route's name, holds a position, and what only names routes there.

    Elsewhere those to which it leads indirectly.
    """
    ports = (*service.ports_at(path, offset), *service.uses_at(path, offset), *named_at(service, path, offset))
    return list(dict.fromkeys(ports)) or indirectly(service, path, offset)


def indirectly(service: LocatedPorts, path: str, offset: int) -> list[Port]:
    """The ports to which a position leads that states none: by a constant, or a call of what makes a request.

    They are as if they stood there.
    """
    return list(service.ports_of_constants(path, offset) or _by_call(service, path, offset))


def _by_call(service: LocatedPorts, path: str, offset: int) -> Iterator[Port]:
    for call in service.calls(path):
        for request in service.requests_of(call) if call.start <= offset <= call.end else ():
            way = Reason(f"requested by {call.key}", request.path, request.start)
            there = replace(request, path=path, start=call.start, end=call.end, symbol=call.symbol, constants=())
            yield replace(there, reasons=(way, *request.reasons), function="")


def named_at(service: LocatedPorts, path: str, offset: int) -> list[Port]:
    """The routes whose names are written at a position."""
    return [one for one in service.ports(path) if one.name_end and one.name_start <= offset <= one.name_end]


def is_by_name(port: Port) -> bool:
    """Whether a call states no path of its own, but the name of a route."""
    return port.role == "consumes" and bool(port.names)


def is_asked_for(use: Port, ports: Iterable[Port]) -> bool:
    """Whether what names a route asks for it as well, by a port of the same text."""
    return any(port.names == use.names and contract(port) == contract(use) for port in ports)


def stated_or_handled(service: LocatedPorts, path: str, offset: int) -> list[Port]:
    """The ports whose contract's text, or whose handler's name, holds a position; and what names routes there."""
    return list(dict.fromkeys((*ports_stated_at(service, path, offset), *service.ports_handled_at(path, offset))))


def jump(service: LocatedPorts, path: str, offset: int, providers: list[Port]) -> Jump | None:
    """A jump to these providers from what holds a position: the contract's text, or a handler's name."""
    targets = dict.fromkeys(map(target, providers))
    if not targets:
        return None
    ports = ports_stated_at(service, path, offset)
    origin = contract(ports[0]) if ports else name(_handler_at(service, path, offset))
    return Jump(origin, tuple(targets))


def _handler_at(service: LocatedPorts, path: str, offset: int) -> PortSymbol:
    return next(port.handler for port in service.ports_handled_at(path, offset) if port.handler is not None)
