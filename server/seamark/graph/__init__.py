"""The graph: nodes, edges, and what can be asked of them (the specification, sections 2.1 to 2.3 and 4).

In: nodes and edges.
Out: merged, linked and compared graphs, and their JSON.
Never: reads code.
"""

from .errors import DuplicateNodeError, GraphError, GraphFormatError, UnknownNodeError
from .graph import Graph, GraphDiff
from .model import Edge, Node, NodeKind, RelationKind, boundary_node, definition_id
from .serialise import SCHEMA_VERSION, from_json, to_json

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
