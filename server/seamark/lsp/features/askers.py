"""Who asks for a contract, as people wrote it: the calls of a function around a request stand for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from seamark.resolve.port_model import Match

from .place import Place, contract

if TYPE_CHECKING:
    from seamark.index.service import LocatedPorts


def askers(service: LocatedPorts, consumers: Iterable[Match], *, whole_way: bool = False) -> list[Match]:
    """The calls by which people's code comes to these requests, each once; a request itself where nobody calls for it.

    The `whole_way` has those requests, too, that people wrote. Generated code counts only if nobody else asks.
    """
    by_place: dict[Place, Match] = {}
    for match in _askers(service, consumers, whole_way=whole_way):
        by_place.setdefault(contract(match.port), match)
    found = list(by_place.values())
    return [one for one in found if not one.port.generated] or found


def _askers(service: LocatedPorts, consumers: Iterable[Match], *, whole_way: bool) -> Iterator[Match]:
    for match in consumers:
        calls = service.calls_of(match.port)
        is_called = any(call.function for call in calls)  # Classes that inherit state it, and call nothing.
        if not calls or (whole_way and is_called and not match.port.generated):
            yield match
        yield from (replace(match, port=call) for call in calls)
