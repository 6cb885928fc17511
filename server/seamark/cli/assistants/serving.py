"""Who serves a call, and who calls a handler."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from seamark.index.matching.compatible import EXACT
from seamark.resolve.port_model import USES, Match, Port

from .data import Relation, Side, Sides
from .emptiness import emptiness
from .naming import Subject, resolve_text
from .paging import Page
from .state import State

_POSSIBLE = "no link was found, but this call may reach the handler"


class OtherSide(NamedTuple):
    """A port on the other side of the one asked about: how it matches, and as what it is told of."""

    asked: Port
    match: Match
    relation: Relation | None = None


def who_serves(state: State, call: str, page: Page) -> Sides:
    """Who serves a call, which is named by a key or URL, a place or a function."""
    meant = resolve_text(state.service, state.root, call)
    found = sorted(_once(providers(state, meant)), key=lambda one: -one.match.confidence)
    return _answer(state, meant, found, page, "exposes")


def who_calls(state: State, handler: str, page: Page) -> Sides:
    """Who calls a handler, which is named by a key or URL, a place or a function; last those that only may."""
    meant = resolve_text(state.service, state.root, handler)
    sure = sorted(_once(consumers(state, meant)), key=lambda one: -one.match.confidence)
    known = {one.match.port for one in sure}
    maybe = [one for one in _once(_possible(state, meant)) if one.match.port not in known]
    return _answer(state, meant, [*sure, *maybe], page, "consumes")


def providers(state: State, meant: Subject) -> Iterator[OtherSide]:
    """Who serves what is meant: for a call that are its handlers, and a route serves itself."""
    for port in meant.ports or meant.invented:
        if port.role == "exposes" and port.path:
            yield OtherSide(port, Match(port, EXACT.how, port.confidence))
        if port.role in ("consumes", USES) or (port.contract and port.path):
            for match in state.everywhere.providers(port):
                yield OtherSide(port, match)


def consumers(state: State, meant: Subject) -> Iterator[OtherSide]:
    """Who calls what is meant: for a call that are all calls of the handlers that serve it."""
    for port in meant.ports:
        if port.role == "consumes" and meant.contract is not None:
            yield OtherSide(port, Match(port, EXACT.how, port.confidence))
    for served in _once(providers(state, meant)):
        for match in state.everywhere.consumers(served.match.port):
            yield OtherSide(served.match.port, match)


def _possible(state: State, meant: Subject) -> Iterator[OtherSide]:
    for served in _once(providers(state, meant)):
        for port in state.service.maybe_consumers(served.match.port):
            yield OtherSide(served.match.port, Match(port, _POSSIBLE, port.confidence / 2), "maybe")


def _once(found: Iterable[OtherSide]) -> list[OtherSide]:
    """Each port once, as it is found with the most confidence."""
    best: dict[Port, OtherSide] = {}
    for one in found:
        known = best.get(one.match.port)
        if known is None or known.match.confidence < one.match.confidence:
            best[one.match.port] = one
    return list(best.values())


def _answer(state: State, meant: Subject, found: list[OtherSide], page: Page, role: str) -> Sides:
    sides = tuple(_side(state, one) for one in page.of(found))
    empty = None if found else emptiness(state, meant, role)
    return Sides(
        asked=meant.said, total=len(found), cursor=page.next(found), empty=empty, reading=state.reading, found=sides
    )


def _side(state: State, found: OtherSide) -> Side:
    return state.quoting.side(found.match.port, found.relation, found.match, found.asked)
