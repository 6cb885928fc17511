"""All contracts of a workspace, or those of one service, like a text, or without one of their sides."""

from __future__ import annotations

from collections.abc import Iterable

from seamark import keys
from seamark.cli.explanation import wanted_contract
from seamark.cli.failure import Failure
from seamark.cli.narrowing import Narrowing
from seamark.cli.sides import Sides
from seamark.escaping import escape_text
from seamark.resolve.port_model import Boundary, Port

from .data import Contract, Contracts, Place
from .emptiness import no_contracts
from .paging import Page
from .state import State

_SHOWN = 3
"""So many places are shown of each side of one contract."""


def contracts(state: State, query: str, service: str | None, unmatched: bool, page: Page) -> Contracts:
    """Contracts with their sides. Raises `Failure` if there is no such service."""
    sides = Sides(state.workspace)
    try:
        found = Narrowing(unmatched=unmatched, service=service).contracts(sides)
    except Failure as failure:
        if state.reading is None:
            raise
        return Contracts(asked=escape_text(failure.message), total=0, empty=no_contracts(state), reading=state.reading)
    if query:
        found = [one for one in found if _is_like(one, query)]
    shown = [_contract(state, one) for one in page.of(found)]
    said = [f"like {escape_text(query)}"] if query else []
    said += [f"of the service {escape_text(service)}"] if service is not None else []
    said += ["without a provider or consumer"] if unmatched else []
    return Contracts(
        asked=" ".join(["contracts", *said]),
        total=len(found),
        cursor=page.next(found),
        empty=None if found else no_contracts(state),
        reading=state.reading,
        found=tuple(shown),
    )


def _is_like(boundary: Boundary, query: str) -> bool:
    """Whether a contract's key, a file or a function of its sides has a text in it; or it is that of a URL."""
    wanted = query.strip().casefold()
    texts = [keys.format_key(boundary.mechanism, boundary.key)]
    for port in (*boundary.providers, *boundary.consumers):
        texts += [port.path, port.symbol.qualified_name, "" if port.handler is None else port.handler.qualified_name]
    return any(wanted in text.casefold() for text in texts) or wanted_contract(query).means(boundary)


def _contract(state: State, boundary: Boundary) -> Contract:
    return Contract(
        key=escape_text(boundary.key),
        mechanism=boundary.mechanism,
        served=len(boundary.providers),
        called=len(boundary.consumers),
        serves=_sides(state, boundary.providers),
        calls=_sides(state, boundary.consumers),
    )


def _sides(state: State, ports: Iterable[Port]) -> tuple[Place, ...]:
    first = sorted(ports, key=lambda port: (port.test, port.contract))[:_SHOWN]
    return tuple(state.quoting.place_of_port(port) for port in first)
