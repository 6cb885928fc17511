"""What callix's graph has of a folder: boundaries, and what is on either side. `python callix_boundaries.py FOLDER`."""

import importlib
import json
import sys
from typing import Any

ADAPTERS = ("Python", "TypeScript", "Go", "Rust", "Php", "C", "Cpp")


def main(folder: str) -> None:
    """Print all edges of boundaries with the functions at both ends, as the tool links them."""
    callix = importlib.import_module("callix")
    graph = callix.Graph()
    failed = {}
    for name in ADAPTERS:
        adapter = getattr(callix, f"{name}Adapter")()
        if adapter.can_handle(folder):
            try:
                graph.merge(adapter.analyze(folder), allow_shared=True)
            except callix.CallixError as error:
                failed[name] = repr(error)
    graph.link_boundaries()
    edges = []
    for relation in graph.relations:
        kind = str(relation.kind).rpartition(".")[2]
        if kind in ("EXPOSES", "CONSUMES", "COMMUNICATES_WITH"):
            source, target = graph.nodes[relation.source_id], graph.nodes[relation.target_id]
            edges.append({"kind": kind, "source": _shown(source), "target": _shown(target), **relation.metadata})
    json.dump({"edges": edges, "failed": failed}, sys.stdout)


def _shown(node: Any) -> dict[str, object]:
    return {"id": node.id, "file": node.file_path, "line": node.span.start_line if node.span else 0}


main(sys.argv[1])
