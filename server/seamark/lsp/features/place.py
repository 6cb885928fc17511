"""The places that answers are made of."""

from __future__ import annotations

import msgspec

from seamark.resolve.ports import Port, Symbol


class Place(msgspec.Struct, frozen=True, order=True):
    """A part of a file of the workspace, in bytes."""

    path: str
    start: int
    end: int


def contract(port: Port) -> Place:
    """The text that states a port's contract."""
    return Place(port.path, port.start, port.end)


def name(symbol: Symbol) -> Place:
    """A definition's name."""
    return Place(symbol.path, symbol.name_start, symbol.name_end)


def handler(port: Port) -> Symbol | None:
    """The definition that handles a provider's requests, if one is known that has a place of its own."""
    return port.handler if port.handler is not None and port.handler.kind != "file" else None
