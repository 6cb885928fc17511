"""Implementation: all handlers of what is called, or of what a document describes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seamark.lsp.features.place import Jump, jump, ports_stated_at
from seamark.resolve.port_model import USES

if TYPE_CHECKING:
    from seamark.index.service import LocatedPorts


def implementation(service: LocatedPorts, path: str, offset: int) -> Jump | None:
    """The code that serves the calls at this position, or what a document says here; None elsewhere."""
    asking = [
        port for port in ports_stated_at(service, path, offset) if port.role in ("consumes", USES) or port.contract
    ]
    served = [match.port for port in asking for match in service.providers(port) if not match.port.contract]
    return jump(service, path, offset, served)
