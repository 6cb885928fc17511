"""References: all calls of a contract, from either of its sides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from seamark.lsp.features.askers import askers
from seamark.lsp.features.place import Place, contract, stated_or_handled
from seamark.resolve.port_model import USES, Match, Port

if TYPE_CHECKING:
    from seamark.index.service import LocatedPorts


def references(service: LocatedPorts, path: str, offset: int, *, include_declaration: bool) -> list[Place]:
    """The consumers of the contracts at this position, and with `include_declaration` their providers.

    What names a route is listed with its consumers. Contracts are stated by the text of a call or a route, and handlers
    by their names; a prefix is about all routes below it. The order is that of the files.
    """
    ports = stated_or_handled(service, path, offset) or [
        port for prefix in service.prefixes(path, offset) for port in prefix.routes
    ]
    consumers: set[Place] = set()
    providers: set[Place] = set()
    for port in ports:
        served_by = _providers(service, port)
        consumers.update(contract(consumer) for consumer in _consumers(service, port, served_by))
        consumers.update(contract(one) for provider in served_by for one in service.name_references(provider))
        providers.update(contract(provider) for provider in served_by)
    return sorted(consumers) + (sorted(providers - consumers) if include_declaration else [])


def _providers(service: LocatedPorts, port: Port) -> list[Port]:
    """The contract's providers; those of a provider are itself and the others of its key."""
    if port.role in ("consumes", USES):
        return [match.port for match in service.providers(port)]
    return list(dict.fromkeys((port, *_of_key(service, port))))


def _consumers(service: LocatedPorts, port: Port, served_by: Iterable[Port]) -> Iterator[Port]:
    calls = [match for provider in served_by for match in service.consumers(provider)]
    if port.role == "consumes":
        calls += (Match(one, "", one.confidence) for one in _of_key(service, port))
    for match in askers(service, calls, whole_way=True):
        yield match.port


def _of_key(service: LocatedPorts, port: Port) -> Iterator[Port]:
    """All ports of the same side of the same contract: of a WebSocket's route only such."""
    boundary = service.boundary(*port.boundary)
    for one in boundary.consumers if port.role == "consumes" else boundary.providers:
        if one.contract or one.socket == port.socket:
            yield one
