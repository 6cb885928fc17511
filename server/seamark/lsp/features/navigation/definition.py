"""Definition: from a call to the handlers that serve it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seamark.lsp.features.place import Jump, Target, contract, handler, jump, name, ports_stated_at, text_of_prefix
from seamark.resolve.port_model import USES

if TYPE_CHECKING:
    from seamark.index.service import LocatedPorts


def definition(service: LocatedPorts, path: str, offset: int, *, on_provider: bool = False) -> Jump | None:
    """The handlers behind the calls at this position, the routes named or what a document says here; None elsewhere.

    A document is a call's definition only if no code serves it. With `on_provider`, a route's own text, that of a
    prefix and the name of a handler are their own definitions: there are editors that then list their references.
    """
    ports = ports_stated_at(service, path, offset)
    asking = [port for port in ports if port.role in ("consumes", USES) or port.contract]
    providers = [match.port for port in asking for match in service.providers(port)]
    in_code = [provider for provider in providers if not provider.contract]
    consumers = [port for port in asking if port.role in ("consumes", USES)]
    constants = service.ports_of_constants(path, offset)
    routes = (one for one in constants if one.role == "exposes" and handler(one) is not None)
    in_code = in_code or list(routes)
    found = jump(service, path, offset, in_code or (providers if consumers else []))
    if found is None and on_provider and not consumers:
        names = [name(one.handler) for one in service.ports_handled_at(path, offset) if one.handler is not None]
        for origin in (*map(contract, ports), *names, *map(text_of_prefix, service.prefixes(path, offset))):
            return Jump(origin, (Target(origin, origin),))
    return found
