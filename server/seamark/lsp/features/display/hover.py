"""Hover: what is known of a contract, and where its other side is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from seamark.lsp.features.place import Place, contract, is_asked_for, named_at
from seamark.resolve.port_model import USES, Match, Port

if TYPE_CHECKING:
    from seamark.index.service import Located


class Described(msgspec.Struct, frozen=True):
    """A port with its other side, the best first; without one, the keys there that look most like its own.

    What a document describes is `served` by code.
    """

    port: Port
    others: tuple[Match, ...]
    nearest: tuple[str, ...] = ()
    served: tuple[Match, ...] = ()


class Hover(msgspec.Struct, frozen=True):
    """The contracts that one text states."""

    origin: Place
    ports: tuple[Described, ...]


def hover(service: Located, path: str, offset: int) -> Hover | None:
    """What there is to say about the contracts at this position; None elsewhere."""
    ports = list(service.ports_at(path, offset))
    ports += [one for one in named_at(service, path, offset) if one not in ports]
    ports += [one for one in service.uses_at(path, offset) if not is_asked_for(one, ports)]
    if not ports:
        return None
    return Hover(contract(ports[0]), tuple(_described(service, port) for port in ports))


def _described(service: Located, port: Port) -> Described:
    asks = port.role in ("consumes", USES)
    others: Sequence[Match] = service.providers(port) if asks else service.consumers(port)
    served = [match for match in service.providers(port) if not match.port.contract] if port.contract else []
    return Described(port, tuple(others), () if others else tuple(service.nearest(port)), tuple(served))
