"""All contracts of the workspace: what is stated where, and which consumer is joined to which provider."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from seamark.escaping import escape_text
from seamark.lsp.features.place import Place, contract, target, who
from seamark.resolve.port_model import Port

if TYPE_CHECKING:
    from seamark.index.service import ContractQueries

Location: TypeAlias = Callable[[Place], Any]
"""Gives a place as a `Location` of the protocol; a page without a server names the file in its own way."""

_DIGITS = 4


def contracts(service: ContractQueries, name: str, location: Location) -> dict[str, Any]:
    """Every port once, and the joined pairs of them by their numbers, as `seamark/contracts` has it: docs/protocol.md.

    The workspace has this name. Names and keys are as they may be shown: clients do nothing else with them. Calls whose
    key nobody has are joined to the providers that may be meant.
    """
    numbers = {port: number for number, port in enumerate(dict.fromkeys(service.ports()))}
    links = list(service.links(compatible=True))
    called = {link.provider for link in links}
    return {
        "name": escape_text(name),
        "ports": [
            _port(port, location, 0 if port in called else len(_maybe_consumers(service, port))) for port in numbers
        ],
        "links": [
            {
                "consumer": numbers[link.consumer],
                "provider": numbers[link.provider],
                "match": link.how,
                "confidence": round(link.confidence, _DIGITS),
            }
            for link in links
        ],
    }


def _maybe_consumers(service: ContractQueries, port: Port) -> Sequence[Port]:
    return service.maybe_consumers(port) if port.role == "exposes" else ()


def _port(port: Port, location: Location, possible: int) -> dict[str, Any]:
    return {
        "mechanism": port.mechanism,
        "role": port.role,
        "key": escape_text(port.key),
        "confidence": round(port.confidence, _DIGITS),
        "service": escape_text(port.service),
        "language": port.language,
        "framework": port.framework,
        "document": port.contract,
        "test": port.test,
        "name": None if (name := who(port)) is None else escape_text(name),
        "stated": location(contract(port)),
        "target": location(target(port).selection),
        "possible": possible,
    }
