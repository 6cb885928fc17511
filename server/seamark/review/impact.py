"""What a change of handlers reaches: who calls them, and which of these calls nobody else serves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, NamedTuple

from seamark.resolve.port_model import Match, Port, PortSymbol

if TYPE_CHECKING:
    from seamark.index.service import ContractQueries

Text = Callable[[str], bytes | None]


class ReachedCall(NamedTuple):
    """A call of a handler that is touched; it `depends` if no other code serves it."""

    handler: Port
    call: Match
    depends: bool


def reached_calls(service: ContractQueries, handlers: Sequence[Port]) -> list[ReachedCall]:
    """The calls of these handlers, those that depend on them first; each once, equal ones by path and position."""
    those = frozenset(handlers)
    found: dict[Port, ReachedCall] = {}
    for handler in handlers:
        for match in service.consumers(handler):
            known = found.get(match.port)
            if known is None or known.call.confidence < match.confidence:
                found[match.port] = ReachedCall(handler, match, _depends(service, match.port, those))
    return sorted(found.values(), key=_order)


def _order(one: ReachedCall) -> tuple[bool, bool, float, str, int, str]:
    call = one.call.port
    return not one.depends, call.test, -one.call.confidence, call.path, call.start, call.key


def _depends(service: ContractQueries, call: Port, handlers: AbstractSet[Port]) -> bool:
    others = (match.port for match in service.providers(call) if not match.port.contract)
    return all(one in handlers for one in others)


def touched_ports(new: ContractQueries, old: ContractQueries) -> list[Port]:
    """The ports whose function differs from what it was, or that state another contract there: routes and calls.

    A route is touched if its own text is, or its handler's; a call, if the function around it is.
    """
    before = _texts(old)
    return [port for port, said in _ports_with_texts(new) if before.get(_identity(port)) != said]


def _texts(service: ContractQueries) -> dict[tuple[str, ...], tuple[bytes, ...]]:
    return {_identity(port): said for port, said in _ports_with_texts(service)}


def _ports_with_texts(service: ContractQueries) -> Iterator[tuple[Port, tuple[bytes, ...]]]:
    """All ports that are no tests', each with the texts that it follows from."""
    by_file: dict[str, list[Port]] = {}
    for port in service.ports():
        if not port.test:
            by_file.setdefault(port.path, []).append(port)
    cut = _text_cutter(service.text)
    for ports in by_file.values():
        for port in ports:
            yield port, (*map(cut, _definitions(port)), cut(port))


def _definitions(port: Port) -> Iterable[PortSymbol]:
    symbols = (port.handler, port.symbol if port.role == "consumes" else None)
    return (one for one in symbols if one is not None and one.kind != "file")


def _identity(port: Port) -> tuple[str, ...]:
    """What a port is the same by, wherever in its file it is."""
    symbol = port.handler or port.symbol
    return port.role, port.mechanism, port.key, port.path, symbol.path, symbol.qualified_name, str(symbol.ordinal)


def _text_cutter(text: Text) -> Callable[[PortSymbol | Port], bytes]:
    """What cuts a part out of its file; one text after the other is read once."""
    known: dict[str, bytes] = {}

    def cut(of: PortSymbol | Port) -> bytes:
        if of.path not in known:
            known[of.path] = text(of.path) or b""
        return known[of.path][of.start : of.end]

    return cut
