"""Document highlight: the other places of a file that state the same contract."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seamark.lsp.features.place import Place, contract, ports_stated_at

if TYPE_CHECKING:
    from seamark.index.service import LocatedPorts


def highlight(service: LocatedPorts, path: str, offset: int) -> list[tuple[Place, str]]:
    """The places in this file of the contracts stated at this position, each with its role, in their order.

    Handlers' names have none: whoever knows the language shows where such a name is used.
    """
    asked = {port.boundary for port in ports_stated_at(service, path, offset)}
    there = (*service.uses(path), *service.ports(path))
    found = {contract(port): port.role for port in there if port.boundary in asked}
    return sorted(found.items())
