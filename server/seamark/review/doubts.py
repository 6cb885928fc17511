"""Why a call may be served although nobody is known to serve it."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from seamark.index.matching.alignment import LONGEST
from seamark.index.matching.compatible import split
from seamark.index.matching.routes import ends
from seamark.index.matching.similar_keys import is_near_miss
from seamark.resolve.port_model import Port

if TYPE_CHECKING:
    from seamark.index.service import ContractQueries

_LONGEST_LINE = 2000
"""In bytes. Nobody writes longer lines: they are built, and what is built may be older than what it calls."""


class Doubts:
    """What of a workspace as it is now leaves in doubt who serves a call."""

    def __init__(self, service: ContractQueries) -> None:
        self._service = service

    def may_serve(self, call: Port) -> bool:
        """Whether somebody may serve a call: behind a prefix that is not known, of routes or of the call's client."""
        if call.mechanism != "http":
            return False
        path = split(call.key)[1]
        known = {path} | {end for end in ends(path) if len(end) >= len(path) - LONGEST}
        if not known.isdisjoint(self._open) or (call.open_prefix and path in self._ending):
            return True
        return any(one.is_of(call) for one in self._service.alignments()) or self._is_near_open(call)

    def _is_near_open(self, call: Port) -> bool:
        """Whether a call is a near miss of a route of which it is not known what stands before it."""
        near = (key for key in self._service.nearest(call) if is_near_miss(call.key, key))
        return any(split(key)[1] in self._open for key in near)

    @cached_property
    def _open(self) -> set[tuple[str, ...]]:
        """The paths of the routes of which it is not known what stands before them."""
        return {split(port.key)[1] for port in self._routes if port.open_prefix}

    @cached_property
    def _ending(self) -> set[tuple[str, ...]]:
        """What the paths of routes end with."""
        return {end for port in self._routes for end in ends(split(port.key)[1])}

    @cached_property
    def _routes(self) -> list[Port]:
        ports = self._service.ports()
        return [port for port in ports if port.mechanism == "http" and port.role == "exposes" and not port.test]


def is_built(data: bytes | None, start: int, end: int) -> bool:
    """Whether a part of a text was made by a program: nobody writes lines of this length."""
    if data is None:
        return False
    begin = data.rfind(b"\n", max(0, start - _LONGEST_LINE), start) + 1 or max(0, start - _LONGEST_LINE)
    behind = data.find(b"\n", end, begin + _LONGEST_LINE)
    return behind < 0 and len(data) > begin + _LONGEST_LINE
