"""Code lenses: above a provider how many call it, above a call who serves it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import msgspec

from seamark import keys
from seamark.index.matching.alternatives import alternatives
from seamark.lsp.features.askers import askers
from seamark.lsp.features.place import Place, contract, handler, name, target, who
from seamark.resolve.port_model import Port

if TYPE_CHECKING:
    from seamark.index.service import LocatedPorts

_NAMED = 3
"""So many other repositories are named."""


class Lens(msgspec.Struct, frozen=True):
    """Where something is to be said, and about which contracts: mechanism, key and role."""

    at: Place
    about: tuple[tuple[str, str, str], ...]


class LensText(msgspec.Struct, frozen=True):
    """What a lens says, and the places that it speaks of."""

    title: str
    places: tuple[Place, ...]


def lenses(service: LocatedPorts, path: str) -> list[Lens]:
    """The lenses of a file, by position: one for each text that states contracts, and for each handler's name.

    A handler around the text that states its route has that route's lens only. Calls that nobody serves have none.
    """
    about: dict[Place, dict[tuple[str, str, str], None]] = {}
    for port in service.ports(path):
        if _is_counted(service, port) if port.role == "exposes" else service.providers(port):
            about.setdefault(contract(port), {})[_contract_of_port(port)] = None
    for port in service.ports_handled_in(path):
        symbol = handler(port)
        if (
            symbol is not None
            and symbol.name_start < symbol.name_end
            and not (port.path == path and symbol.start <= port.start < symbol.end)
        ):
            about.setdefault(name(symbol), {})[_contract_of_port(port)] = None
    return [Lens(place, tuple(ports)) for place, ports in sorted(about.items())]


def current_lens(
    service: LocatedPorts, lens: Lens, repository: Callable[[str], str | None] = lambda _: None
) -> LensText:
    """What a lens says now. `repository` names that of a file, if it is not one of the workspace."""
    ports = [port for port in _ports(service, lens) if _contract_of_port(port) in lens.about]
    calls = (match for port in ports if port.role == "exposes" for match in service.consumers(port))
    consumers = _unique(match.port for match in askers(service, calls))
    asking = [port for port in ports if port.role == "consumes" or port.contract]
    served = [match.port for port in asking for match in service.providers(port) if match.port not in ports]
    handlers = _unique(port for port in served if not port.contract) or _unique(served)
    titles, places = [], []
    if handlers:
        is_one = any(alternatives(port, asking) for port in asking)
        titles.append(_served_by(handlers, is_one=is_one) + _in_others(handlers, repository))
        places += [target(port).selection for port in handlers]
    provided = [port for port in ports if port.role == "exposes"]
    possible = () if consumers else _unique(one for port in provided for one in service.maybe_consumers(port))
    if possible:
        titles.append(f"{quantity(len(possible), 'possible consumer')}")
    elif provided and not consumers and any(port.open_prefix for port in provided):
        titles.append("consumers unknown")
    elif provided:
        titles.append(quantity(len(consumers), "consumer") + _in_others(consumers, repository))
    places += [contract(port) for port in (*consumers, *possible)]
    return LensText(" · ".join(titles) or "no longer declared", tuple(dict.fromkeys(places)))


def _ports(service: LocatedPorts, lens: Lens) -> list[Port]:
    at = lens.at
    stated = [port for port in service.ports_at(at.path, at.start) if (port.start, port.end) == (at.start, at.end)]
    return stated or list(service.ports_handled_at(at.path, at.start))


def _served_by(handlers: list[Port], *, is_one: bool) -> str:
    """Who serves a call; `is_one` of several if it has one of several keys."""
    named = who(handlers[0]) or handlers[0].path.rpartition("/")[2]
    if len(handlers) == 1:
        return f"served by {named}"
    return f"served by {'one of ' if is_one else ''}{len(handlers)} handlers"


def _in_others(ports: list[Port], repository: Callable[[str], str | None]) -> str:
    """Which other repositories these are in, and how many of them if not all."""
    found = [name for port in ports if (name := repository(port.path)) is not None]
    if not found:
        return ""
    names = list(dict.fromkeys(found))
    where = f"in {', '.join(names) if len(names) <= _NAMED else f'{len(names)} other repositories'}"
    return f" {where}" if len(found) == len(ports) else f", {len(found)} {where}"


def quantity(number: int, what: str) -> str:
    """So many of what goes by this word, or none."""
    return f"{number or 'no'} {what}{'' if number == 1 else 's'}"


def _is_counted(service: LocatedPorts, port: Port) -> bool:
    """Whether it says something how many call a provider: not of a gateway's path, what is called is below that."""
    hands_on = port.contract and port.key.endswith(f"/{keys.WILDCARD}")
    return not hands_on or bool(service.consumers(port))


def _contract_of_port(port: Port) -> tuple[str, str, str]:
    return port.mechanism, port.key, port.role


def _unique(ports: Iterable[Port]) -> list[Port]:
    return list({contract(port): port for port in ports}.values())
