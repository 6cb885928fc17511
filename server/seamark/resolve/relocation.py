"""Findings moved to where their texts stand now, in a file that states the same things at other offsets."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from msgspec.structs import replace

from seamark.extract.facts import Gap

from .findings import CallFound, Findings, MountFound, NamedContract, PossibleFound, RequestFound, RouteFound

_Stated = TypeVar("_Stated", RouteFound, RequestFound, NamedContract, PossibleFound, CallFound)
Place = Callable[[int], int | None]


class _LostError(Exception):
    """It cannot be told where something is now."""


def relocate_findings(findings: Findings, place: Place, before: Gap, now: Gap) -> Findings | None:
    """The findings of a file whose facts say the same at other places: what had one `before` is in this place `now`.

    The gaps are those of the facts. None if the place of something is not known.
    """

    def at(position: int) -> int:
        found = place(position)
        if found is None:
            raise _LostError
        return found

    try:
        return _move_findings(findings, at, before, now)
    except _LostError:
        return None


def _move_findings(findings: Findings, at: Callable[[int], int], before: Gap, now: Gap) -> Findings:
    def statement(one: _Stated) -> _Stated:
        span = one.span
        return replace(one, span=replace(span, start=at(span.start), end=at(span.end)))

    def route(one: RouteFound) -> RouteFound:
        name = one.name
        if name is not None and name.end:
            name = replace(name, start=at(name.start), end=at(name.end))
        return replace(statement(one), name=name, prefixed=tuple(prefix.moved(at) for prefix in one.prefixed))

    def mount(one: MountFound) -> MountFound:
        # That of a mount is the offset in the text: it stands in other files' reasons.
        stated = None if one.stated is None else one.stated.moved(offset)
        prefixed = tuple(prefix.moved(offset) for prefix in one.prefixed)
        return replace(one, start=offset(one.start), stated=stated, prefixed=prefixed)

    def offset(start: int) -> int:
        return now.offset(at(before.position(start)))

    return replace(
        findings,
        routes=tuple(map(route, findings.routes)),
        requests=tuple(map(statement, findings.requests)),
        named=tuple(map(statement, findings.named)),
        possible=tuple(map(statement, findings.possible)),
        calls=tuple(map(statement, findings.calls)),
        mounts=tuple(map(mount, findings.mounts)),
    )
