"""All contracts of the workspace: what is stated where, and who is joined to whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from seamark.resolve.ports import Port

if TYPE_CHECKING:
    from seamark.index.service import Questions


class Join(msgspec.Struct, frozen=True):
    """A consumer and one of its providers, both by their number in the list of ports."""

    consumer: int
    provider: int
    how: str
    confidence: float


class Contracts(msgspec.Struct, frozen=True):
    """Every port once, and how they are joined."""

    ports: tuple[Port, ...]
    joins: tuple[Join, ...]


def everything(service: Questions) -> Contracts:
    """The whole workspace. Calls whose key nobody has are joined to the providers that may be meant."""
    numbers = {port: number for number, port in enumerate(dict.fromkeys(service.ports()))}
    joins = (
        Join(numbers[link.consumer], numbers[link.provider], link.how, link.confidence)
        for link in service.links(compatible=True)
    )
    return Contracts(tuple(numbers), tuple(joins))
