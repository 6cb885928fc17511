"""Definition: from a call to the handlers that serve it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from seamark.resolve.ports import Port

from .place import Place, contract, handler, name

if TYPE_CHECKING:
    from seamark.index.service import Service


class Target(msgspec.Struct, frozen=True):
    """Where to jump: the whole definition, and the part of it to select."""

    whole: Place
    selection: Place


class Jump(msgspec.Struct, frozen=True):
    """The text from which one jumps, and the targets, the best first."""

    origin: Place
    targets: tuple[Target, ...]


def definition(service: Service, path: str, offset: int, *, on_provider: bool = False) -> Jump | None:
    """The handlers behind the calls at this position, or behind what a document says here; None elsewhere.

    A document is a call's definition only if no code serves it. With `on_provider`, a route's own text is its own
    definition: there are editors that then list its references.
    """
    ports = service.ports_at(path, offset)
    asking = [port for port in ports if port.role == "consumes" or port.contract]
    providers = [match.port for port in asking for match in service.providers(port)]
    in_code = [provider for provider in providers if not provider.contract]
    consumers = [port for port in asking if port.role == "consumes"]
    targets = dict.fromkeys(map(_target, in_code or (providers if consumers else ())))
    if targets:
        return Jump(contract(asking[0]), tuple(targets))
    if on_provider and ports and not consumers:
        origin = contract(ports[0])
        return Jump(origin, (Target(origin, origin),))
    return None


def _target(provider: Port) -> Target:
    symbol = handler(provider)
    if symbol is None:
        return Target(contract(provider), contract(provider))
    return Target(Place(symbol.path, symbol.start, symbol.end), name(symbol))
