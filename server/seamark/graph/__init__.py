"""The graph: nodes, edges, and what can be asked of them (the specification, sections 2.1 to 2.3 and 4)."""

from seamark.graph.errors import DuplicateNodeError, GraphError, GraphFormatError, UnknownNodeError
from seamark.graph.graph import Graph, GraphDiff
from seamark.graph.model import Edge, Node, NodeKind, RelationKind, boundary_node, definition_id
from seamark.graph.serialise import SCHEMA_VERSION, from_json, to_json

__all__ = [
    "SCHEMA_VERSION",
    "DuplicateNodeError",
    "Edge",
    "Graph",
    "GraphDiff",
    "GraphError",
    "GraphFormatError",
    "Node",
    "NodeKind",
    "RelationKind",
    "UnknownNodeError",
    "boundary_node",
    "definition_id",
    "from_json",
    "to_json",
]
