"""repo-graph (`mcp-repo-graph`), by its engine: `drivers/repo_graph_contracts.py` prints its graph."""

from __future__ import annotations

import json
from typing import Any

from tests.compare.records import Found, Key, Link, Port, key, place
from tests.compare.tools.tool import DRIVERS, Run, Tool

HOST = "${…}"


def read(run: Run) -> Found:
    """Routes and endpoints, and where an endpoint's route is handled. A route without a place has its handler's."""
    graph = run.json(0)
    nodes: dict[int, Any] = {node["id"]: node for node in graph["nodes"]}
    handlers: dict[int, list[Any]] = {}
    for edge in graph["edges"]:
        if edge["category"] == "HANDLED_BY":
            handlers.setdefault(edge["from"], []).append(nodes[edge["to"]])
    places = {number: [node for node in (nodes[number], *handlers.get(number, ())) if node["path"]] for number in nodes}
    routes = {
        number: Port(_key(node["name"]), place(at["path"], at["start_line"]))
        for number, node in nodes.items()
        if node["kind"] == "ROUTE"
        for at in places[number][:1] or [{"path": "", "start_line": 0}]
    }
    calls = {number: _calls(node) for number, node in nodes.items() if node["kind"] == "ENDPOINT"}
    return Found(
        frozenset(routes.values()),
        frozenset(call for some in calls.values() for call in some),
        frozenset(
            Link(call, place(at["path"], at["start_line"]))
            for edge in graph["edges"]
            if edge["category"] == "HTTP_CALLS"
            for call in calls.get(edge["from"], ())
            for at in places[edge["to"]]
        ),
    )


def _calls(node: dict[str, Any]) -> list[Port]:
    said = [json.loads(text) for text in node["cells"] if text.startswith(('{"method"', '[{"method"'))]
    hits = [hit for one in said for hit in (one if isinstance(one, list) else [one])]
    return [Port(key(hit["method"], hit["path"].removeprefix(HOST)), place(hit["file"], hit["line"])) for hit in hits]


def _key(name: str) -> Key:
    verb, _, path = name.partition(" ")
    return key(verb, path.partition(" @")[0])


TOOL = Tool(
    "repo-graph",
    "mcp-repo-graph",
    "pypi",
    lambda run: [[run.python, DRIVERS / "repo_graph_contracts.py", run.root]],
    read,
)
