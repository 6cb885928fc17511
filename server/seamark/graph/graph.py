"""A graph of nodes and edges (the specification, sections 2.1 and 4)."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from math import isclose
from types import MappingProxyType
from typing import TypeVar

import msgspec

from .errors import DuplicateNodeError, UnknownNodeError
from .model import Edge, EdgeIdentity, Node, NodeKind, RelationKind

_K = TypeVar("_K")
_V = TypeVar("_V")


class GraphDiff(msgspec.Struct, frozen=True):
    """What turns one graph into another. What has changed is removed and added."""

    added_nodes: tuple[Node, ...]
    removed_nodes: tuple[Node, ...]
    added_edges: tuple[Edge, ...]
    removed_edges: tuple[Edge, ...]


class Graph:
    """Nodes by id, and the edges between them. Two graphs are equal if their nodes and edges are, in any order."""

    def __init__(self, nodes: Iterable[Node] = (), relations: Iterable[Edge] = ()) -> None:
        """Raises what `add_node` and `add_edge` raise."""
        self._nodes: dict[str, Node] = {}
        self._edges: dict[EdgeIdentity, Edge] = {}
        self._ids_by_kind: defaultdict[NodeKind, list[str]] = defaultdict(list)
        self._incoming: defaultdict[str, list[EdgeIdentity]] = defaultdict(list)
        self._outgoing: defaultdict[str, list[EdgeIdentity]] = defaultdict(list)
        for node in nodes:
            self.add_node(node)
        for edge in relations:
            self.add_edge(edge)

    @property
    def nodes(self) -> Mapping[str, Node]:
        """Every node by its id, in the order of addition; read-only (2.1)."""
        return MappingProxyType(self._nodes)

    @property
    def relations(self) -> Collection[Edge]:
        """Every edge, in the order of addition; read-only (2.1)."""
        return self._edges.values()

    def add_node(self, node: Node) -> None:
        """Add a node; an equal one is there once. Raises `DuplicateNodeError` if another node has its id."""
        present = self._nodes.get(node.id)
        if present is None:
            self._nodes[node.id] = node
            self._ids_by_kind[node.kind].append(node.id)
        elif present != node:
            raise _conflict(present, node)

    def add_edge(self, edge: Edge) -> None:
        """Add an edge; of several with equal identity the first stays.

        Raises `UnknownNodeError` if the graph lacks one of its ends.
        """
        for end in (edge.source_id, edge.target_id):
            if end not in self._nodes:
                raise UnknownNodeError(
                    f"an edge of kind {edge.kind} refers to {end!r}, which is not a node of the graph"
                )
        if edge.identity not in self._edges:
            self._put_edge(edge)

    def merge(self, other: "Graph", *, allow_shared: bool = False) -> None:
        """Add the nodes and edges of another graph, or nothing if that is not possible (4).

        Raises `DuplicateNodeError` if a node is in both graphs: always when they differ, and when they are equal unless
        `allow_shared`. Of edges with equal identity this graph's stays.
        """
        for node in other.nodes.values():
            present = self._nodes.get(node.id)
            if present is None:
                continue
            if present != node:
                raise _conflict(present, node)
            if not allow_shared:
                raise DuplicateNodeError(
                    f"both graphs have the node {node.qualified_name!r} ({node.id}); "
                    "pass allow_shared=True to join graphs at the nodes they share"
                )
        for node in list(other.nodes.values()):
            self.add_node(node)
        for edge in list(other.relations):
            self.add_edge(edge)

    def link_boundaries(self, *, min_confidence: float = 0.0) -> int:
        """Add a COMMUNICATES_WITH edge from every consumer of a boundary to every provider of it (4.1).

        Its confidence is the product of those of the two sides, the best one if a side states the contract repeatedly;
        products below `min_confidence` are dropped. A node is not linked to itself. Gives the number of edges added: a
        link that is there already is not counted, and takes on the present confidence.
        """
        added = 0
        for boundary in self.nodes_by_kind(NodeKind.BOUNDARY):
            consumers, providers = self._sides(boundary.id)
            for consumer, consumed in consumers.items():
                for provider, exposed in providers.items():
                    confidence = consumed * exposed
                    enough = confidence >= min_confidence or isclose(confidence, min_confidence)  # 0.7 * 0.7 < 0.49
                    if enough and consumer != provider:
                        added += self._put_edge(_link(consumer, provider, boundary, confidence))
        return added

    def nodes_by_kind(self, kind: NodeKind) -> list[Node]:
        """The nodes of a kind, in the order of addition (4)."""
        return [self._nodes[node_id] for node_id in self._ids_by_kind.get(kind, ())]

    def incoming(self, node_id: str) -> list[Edge]:
        """The edges whose target is the node, in the order of addition; none for an unknown id (4)."""
        return [self._edges[identity] for identity in self._incoming.get(node_id, ())]

    def outgoing(self, node_id: str) -> list[Edge]:
        """The edges whose source is the node, in the order of addition; none for an unknown id."""
        return [self._edges[identity] for identity in self._outgoing.get(node_id, ())]

    def diff(self, other: "Graph") -> GraphDiff:
        """What has to be removed from and added to this graph to become the other: `patched` applies it."""
        other_edges = {edge.identity: edge for edge in other.relations}
        return GraphDiff(
            added_nodes=_values_missing(other.nodes, self._nodes),
            removed_nodes=_values_missing(self._nodes, other.nodes),
            added_edges=_values_missing(other_edges, self._edges),
            removed_edges=_values_missing(self._edges, other_edges),
        )

    def patched(self, change: GraphDiff) -> "Graph":
        """A new graph: this one with a change applied. Raises `UnknownNodeError` if an edge is left without an end."""
        gone_nodes = {node.id for node in change.removed_nodes}
        gone_edges = {edge.identity for edge in change.removed_edges}
        nodes = [node for node in self._nodes.values() if node.id not in gone_nodes]
        edges = [edge for identity, edge in self._edges.items() if identity not in gone_edges]
        return Graph([*nodes, *change.added_nodes], [*edges, *change.added_edges])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Graph):
            return NotImplemented
        return self._nodes == other._nodes and self._edges == other._edges

    __hash__ = None  # type: ignore[assignment]  # a graph changes

    def __repr__(self) -> str:
        return f"<Graph: {len(self._nodes)} nodes, {len(self._edges)} relations>"

    def _put_edge(self, edge: Edge) -> bool:
        """Add the edge, or have it replace the one of equal identity; whether it was added."""
        identity = edge.identity
        added = identity not in self._edges
        self._edges[identity] = edge
        if added:
            self._incoming[edge.target_id].append(identity)
            self._outgoing[edge.source_id].append(identity)
        return added

    def _sides(self, boundary_id: str) -> tuple[dict[str, float], dict[str, float]]:
        """The consumers and the providers of a boundary, each with its best confidence."""
        consumers: dict[str, float] = {}
        providers: dict[str, float] = {}
        sides = {RelationKind.CONSUMES: consumers, RelationKind.EXPOSES: providers}
        for edge in self.incoming(boundary_id):
            side = sides.get(edge.kind)
            if side is not None:
                side[edge.source_id] = max(edge.confidence, side.get(edge.source_id, 0.0))
        return consumers, providers


def _link(consumer: str, provider: str, boundary: Node, confidence: float) -> Edge:
    metadata = {
        "mechanism": boundary.metadata["mechanism"],
        "boundary_id": boundary.id,
        "boundary_key": boundary.metadata["key"],
        "confidence": confidence,
    }
    return Edge(RelationKind.COMMUNICATES_WITH, consumer, provider, metadata)


def _conflict(present: Node, node: Node) -> DuplicateNodeError:
    return DuplicateNodeError(
        f"two different nodes share the id {node.id}: {present.qualified_name!r} and {node.qualified_name!r}; "
        "if they come from two projects that look alike, analyse each with a label of its own (label=...)"
    )


def _values_missing(of: Mapping[_K, _V], than: Mapping[_K, _V]) -> tuple[_V, ...]:
    return tuple(value for key, value in of.items() if than.get(key) != value)
