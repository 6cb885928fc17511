"""What repo-graph's engine has of a folder: routes, endpoints, edges. `python repo_graph_contracts.py FOLDER`."""

import importlib
import json
import sys

ROUTE, ENDPOINT = "ROUTE", "ENDPOINT"
EDGES = ("HANDLED_BY", "HTTP_CALLS")


def main(folder: str) -> None:
    """Print the nodes that state a contract with all that is kept of them, the edges of these, and their other ends."""
    engine = importlib.import_module("glia_py")
    graph = engine.generate(folder)
    kinds, categories = dict(engine.kind_names()), dict(engine.category_names())
    nodes = {node["id"]: {**node, "kind": kinds[node["kind"]]} for node in json.loads(graph.nodes_json())}
    edges = [{**edge, "category": categories[edge["category"]]} for edge in json.loads(graph.edges_json())]
    edges = [edge for edge in edges if edge["category"] in EDGES]
    ends = {edge[side] for edge in edges for side in ("from", "to")}
    stated = [node for node in nodes.values() if node["kind"] in (ROUTE, ENDPOINT) or node["id"] in ends]
    for node in stated:
        node["cells"] = [text for _, text in graph.node_cells(node["id"])]
    json.dump({"nodes": stated, "edges": edges}, sys.stdout)


main(sys.argv[1])
