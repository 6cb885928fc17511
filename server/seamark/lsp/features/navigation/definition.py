"""Definition: from a call to the handlers that serve it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seamark.lsp.features.place import Jump, Target, contract, jump

if TYPE_CHECKING:
    from seamark.index.service import Located


def definition(service: Located, path: str, offset: int, *, on_provider: bool = False) -> Jump | None:
    """The handlers behind the calls at this position, or behind what a document says here; None elsewhere.

    A document is a call's definition only if no code serves it. With `on_provider`, a route's own text is its own
    definition: there are editors that then list its references.
    """
    ports = service.ports_at(path, offset)
    asking = [port for port in ports if port.role == "consumes" or port.contract]
    providers = [match.port for port in asking for match in service.providers(port)]
    in_code = [provider for provider in providers if not provider.contract]
    consumers = [port for port in asking if port.role == "consumes"]
    found = jump(service, path, offset, in_code or (providers if consumers else []))
    if found is None and on_provider and ports and not consumers:
        origin = contract(ports[0])
        return Jump(origin, (Target(origin, origin),))
    return found
