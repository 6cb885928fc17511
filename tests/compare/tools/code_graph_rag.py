"""code-graph-rag, by the index that it writes: `drivers/code_graph_rag_resources.py` prints its resources."""

from __future__ import annotations

from typing import Any

from tests.compare.records import ANY, Found, Link, Port, key, place
from tests.compare.tools.tool import DRIVERS, Run, Tool

UNKNOWN_PREFIX = "/**"


def read(run: Run) -> Found:
    """Functions that expose an endpoint, functions that use a network address, and which address is which endpoint."""
    edges = run.json(1) or []
    exposed = [edge for edge in edges if edge["kind"] == "EXPOSES"]
    used = [edge for edge in edges if edge["kind"] in ("READS_FROM", "WRITES_TO")]
    endpoints = {edge["source"]["name"]: edge["target_id"] for edge in edges if edge["target"]["kind"] == "ENDPOINT"}
    handlers: dict[str, list[Any]] = {}
    for edge in exposed:
        handlers.setdefault(edge["target_id"], []).append(edge["source"])
    return Found(
        frozenset(map(_route, exposed)),
        frozenset(map(_call, used)),
        frozenset(
            Link(_call(edge), place(handler["path"], handler["line"]))
            for edge in used
            for handler in handlers.get(_endpoint(edge, endpoints), ())
        ),
    )


def _endpoint(edge: dict[str, Any], endpoints: dict[str, str]) -> str:
    name: str = edge["target"]["name"]
    direct: str = edge["target_id"]
    return direct if edge["target"]["kind"] == "ENDPOINT" else endpoints.get(name, "")


def _route(edge: dict[str, Any]) -> Port:
    verb, _, path = edge["target"]["name"].partition(" ")
    return Port(key(verb, path.removeprefix(UNKNOWN_PREFIX)), place(edge["source"]["path"], edge["source"]["line"]))


def _call(edge: dict[str, Any]) -> Port:
    name: str = edge["target"]["name"]
    verb, _, path = name.rpartition(" ")
    return Port(key(verb or ANY, path), place(edge["source"]["path"], edge["source"]["line"]))


TOOL = Tool(
    "code-graph-rag",
    "code-graph-rag",
    "pypi",
    lambda run: [
        [run.program("cgr"), "index", "--repo-path", run.root, "-o", run.output / "index", "--capture", "all"],
        [run.python, DRIVERS / "code_graph_rag_resources.py", run.output / "index/index.bin"],
    ],
    read,
    extra="treesitter-full",
)
