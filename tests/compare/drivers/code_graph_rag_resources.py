"""What code-graph-rag's index has of endpoints and requests. `python code_graph_rag_resources.py INDEX.bin`."""

import importlib
import json
import sys
from pathlib import Path


def main(index: str) -> None:
    """Print the edges of resources that are endpoints or networks, and where the functions beside them stand."""
    schema = importlib.import_module("codec.schema_pb2")
    graph = schema.GraphCodeIndex()
    graph.ParseFromString(Path(index).read_bytes())
    nodes = {}
    for node in graph.nodes:
        kind = node.WhichOneof("payload")
        one = getattr(node, kind)
        if hasattr(one, "qualified_name"):
            nodes[one.qualified_name] = {
                "kind": getattr(one, "kind", "") or kind,
                "name": one.name,
                "line": getattr(one, "start_line", 0),
                "path": getattr(one, "path", ""),
            }
    shown = []
    for edge in graph.relationships:
        ends = nodes.get(edge.source_id), nodes.get(edge.target_id)
        if any(end and end["kind"] in ("ENDPOINT", "NETWORK") for end in ends):
            kind = schema.Relationship.RelationshipType.Name(edge.type)
            source = {**(ends[0] or {}), "path": _file(nodes, edge.source_id)}
            shown.append({"kind": kind, "source": source, "target": ends[1], "target_id": edge.target_id})
    json.dump(shown, sys.stdout)


def _file(nodes: dict[str, dict[str, object]], name: str) -> object:
    """The file of the innermost module around a name."""
    while name and nodes.get(name, {}).get("kind") not in ("module", "file", "package"):
        name = name.rpartition(".")[0]
    return nodes.get(name, {}).get("path", "")


main(sys.argv[1])
