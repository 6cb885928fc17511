"""Declaration: the place in a contract document that describes what is called or handled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seamark.lsp.features.place import Jump, jump, stated_or_handled

if TYPE_CHECKING:
    from seamark.index.service import LocatedPorts


def declaration(service: LocatedPorts, path: str, offset: int) -> Jump | None:
    """What documents say of the contracts stated at this position, or handled by the function of this name."""
    ports = [port for port in stated_or_handled(service, path, offset) if not port.contract]
    described = [match.port for port in ports for match in service.providers(port) if match.port.contract]
    return jump(service, path, offset, described)
