"""What a workspace serves and calls at one time, as far as two times are compared by it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TypeAlias

from msgspec import Struct

from seamark.graph import Edge, Graph, NodeKind, RelationKind
from seamark.index.matching.compatible import Reach, compatible
from seamark.index.service import ContractQueries
from seamark.resolve.port_model import Port, PortSymbol

Boundary: TypeAlias = tuple[str, str]
"""A contract: its mechanism and its key."""

Prefix: TypeAlias = tuple[str, str, str]
"""A prefix that only calls show: the service whose routes have it, what stands before the calls, and before those."""

Position: TypeAlias = Callable[[str, int], tuple[int, int]]
"""The line and the column, from 1, of a byte offset into a file."""

CODE, DOCUMENT, NOBODY = 2, 1, 0
"""Who serves a contract, or a call, at best."""


class Side(Struct, frozen=True, order=True):
    """One side of a contract: where it is stated, and by which function, or by which it is handled, if that has a name.

    `handler` tells a provider's handler from others; it is empty if none is known. A provider may be a document.
    """

    file: str
    line: int
    column: int
    symbol: str = ""
    handler: str = ""
    document: bool = False


class Call(Struct, frozen=True):
    """A consumer, with the contracts that serve it, in whatever way they match, and who does so at best.

    If they match only by a prefix that nothing states, it has that.
    """

    contract: Boundary
    side: Side
    served: frozenset[Boundary] = frozenset()
    by: int = NOBODY
    prefix: Prefix | None = None


class Contracts(Struct, frozen=True):
    """The contracts that are served, each with its providers, and the calls. Tests have no part in either.

    `prefixes` are those that only calls show.
    """

    served: Mapping[Boundary, tuple[Side, ...]]
    calls: tuple[Call, ...]
    prefixes: frozenset[Prefix] = frozenset()

    def by(self, contract: Boundary) -> int:
        """Who serves a contract at best."""
        return max((_strength(side) for side in self.served.get(contract, ())), default=NOBODY)


def of_service(service: ContractQueries, position: Position) -> Contracts:
    """The contracts of a workspace."""
    ports = [port for port in service.ports() if not port.test]
    served: dict[Boundary, list[Side]] = {}
    for port in ports:
        if port.role == "exposes":
            served.setdefault(port.boundary, []).append(side_of(port, position))
    prefixes = {one.says: (one.service, one.before, one.behind) for one in service.alignments()}
    calls = []
    for port in ports:
        if port.role == "consumes":
            matches = [match for match in service.providers(port) if not match.port.test]
            by = strength(match.port for match in matches)
            keys = frozenset(match.port.boundary for match in matches)
            prefix = prefixes.get(matches[0].how) if matches else None
            calls.append(Call(port.boundary, side_of(port, position), keys, by, prefix))
    return Contracts({key: tuple(sides) for key, sides in served.items()}, tuple(calls), frozenset(prefixes.values()))


def shown_prefixes(service: ContractQueries) -> frozenset[Prefix]:
    """The prefixes that only calls show."""
    return frozenset((one.service, one.before, one.behind) for one in service.alignments())


def providers_without_new_prefixes(service: ContractQueries, call: Port, known: Collection[Prefix]) -> list[Port]:
    """Who serves a call, but for those who do so only by a prefix that nothing states, and that is not `known`.

    A change of a prefix breaks its calls, however well these show what it is now.
    """
    new = {one.says for one in service.alignments() if (one.service, one.before, one.behind) not in known}
    return [match.port for match in service.providers(call) if match.how not in new]


def of_graph(graph: Graph) -> Contracts:
    """The contracts of a graph. What it does not say (gateways, prefixes that are not known) does not count."""
    served: dict[Boundary, list[Side]] = {}
    consumed: list[tuple[Boundary, Side]] = []
    for edge in graph.relations:
        if edge.kind is RelationKind.COMMUNICATES_WITH or edge.metadata.get("test"):
            continue
        about = graph.nodes[edge.target_id].metadata
        contract = (str(about["mechanism"]), str(about["key"]))
        if edge.kind is RelationKind.EXPOSES:
            served.setdefault(contract, []).append(_side_of_edge(graph, edge))
        else:
            consumed.append((contract, _side_of_edge(graph, edge)))
    keys = [(key, Reach()) for mechanism, key in served if mechanism == "http"]
    calls = []
    for contract, side in consumed:
        found = _matching_contracts(contract, served, keys)
        by = max((_strength(one) for key in found for one in served[key]), default=NOBODY)
        calls.append(Call(contract, side, frozenset(found), by))
    return Contracts({key: tuple(sides) for key, sides in served.items()}, tuple(calls))


def _matching_contracts(
    contract: Boundary, served: Mapping[Boundary, Iterable[Side]], keys: Sequence[tuple[str, Reach]]
) -> list[Boundary]:
    mechanism, key = contract
    if contract in served:
        return [contract]
    found = compatible(key, consumer_open=False, providers=keys) if mechanism == "http" else None
    return [] if found is None else [(mechanism, one) for one in found[1]]


def strength(providers: Iterable[Port]) -> int:
    """Who serves a contract at best, of these."""
    return max((DOCUMENT if one.contract else CODE for one in providers), default=NOBODY)


def _strength(side: Side) -> int:
    return DOCUMENT if side.document else CODE


def side_of(port: Port, position: Position) -> Side:
    """A port as a side of its contract."""
    handler, symbol = _if_named(port.handler), _if_named(port.symbol)
    shown = handler or symbol
    return Side(
        *(port.path, *position(port.path, port.start)),
        "" if shown is None else shown.qualified_name,
        "" if handler is None else _identity(handler.path, handler.qualified_name),
        port.contract,
    )


def _if_named(symbol: PortSymbol | None) -> PortSymbol | None:
    return symbol if symbol is not None and symbol.kind != "file" and symbol.qualified_name else None


def _identity(path: str, name: str) -> str:
    return f"{path}::{name}"


def _side_of_edge(graph: Graph, edge: Edge) -> Side:
    said = edge.metadata
    handled_by = str(said.get("handler_id", ""))
    handler = graph.nodes.get(handled_by)  # A graph has only those functions that state contracts themselves.
    shown = handler or graph.nodes[edge.source_id]
    return Side(
        *(str(said.get("file", "")), int(said.get("line", 0)), int(said.get("column", 0))),
        "" if shown.kind is NodeKind.FILE else shown.qualified_name,
        handled_by if handler is None else _identity(str(handler.metadata.get("file", "")), handler.qualified_name),
        bool(said.get("contract")),
    )
