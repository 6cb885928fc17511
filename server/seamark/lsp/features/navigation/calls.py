"""Call hierarchy: who calls a function through a contract, and whom it calls."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec

from seamark.lsp.features.place import Place, contract, handler, stated_or_handled
from seamark.resolve.port_model import Port, PortSymbol

if TYPE_CHECKING:
    from seamark.index.service import LocatedPorts


class Caller(msgspec.Struct, frozen=True):
    """A function of the hierarchy, or a file where no function is: where it is, and what people call it."""

    symbol: PortSymbol
    detail: str


class Calls(msgspec.Struct, frozen=True):
    """A function at a call's other end, and the texts that state the contract, at the caller."""

    other: Caller
    places: tuple[Place, ...]


def functions(service: LocatedPorts, path: str, offset: int) -> list[Caller]:
    """The functions that handle, or make, the calls of the contracts at this position."""
    found: dict[PortSymbol, Caller] = {}
    for port in stated_or_handled(service, path, offset):
        one = _caller(port)
        found.setdefault(one.symbol, one)
    return list(found.values())


def incoming(service: LocatedPorts, of: PortSymbol) -> list[Calls]:
    """Who calls a function through a contract that it handles, or one that makes a request."""
    provided = [port for port in service.ports_handled_at(of.path, of.name_start) if port.handler == of]
    calls = [match.port for port in provided for match in service.consumers(port)]
    made = [port for port in service.ports(of.path) if port.role == "consumes" and port.symbol == of]
    calls += [call for port in made for call in service.calls_of(port)]
    return _group_calls((_caller(port), contract(port)) for port in calls)


def outgoing(service: LocatedPorts, of: PortSymbol) -> list[Calls]:
    """Whom a function calls through contracts that it consumes."""
    consumed = [port for port in service.ports(of.path) if port.role == "consumes" and port.symbol == of]
    return _group_calls(
        (_caller(match.port), contract(port))
        for port in consumed
        for match in service.providers(port)
        if not match.port.contract
    )


def _caller(port: Port) -> Caller:
    symbol = handler(port) if port.role == "exposes" else port.symbol
    return Caller(symbol or port.symbol, port.key)


def _group_calls(calls: Iterable[tuple[Caller, Place]]) -> list[Calls]:
    found: dict[Caller, dict[Place, None]] = {}
    for other, place in calls:
        found.setdefault(other, {})[place] = None
    return [Calls(other, tuple(places)) for other, places in found.items()]
