"""callix, a library: `drivers/callix_boundaries.py` prints its graph."""

from __future__ import annotations

from typing import Any

from tests.compare.records import Found, Link, Port, key, place
from tests.compare.tools.tool import DRIVERS, Run, Tool


def read(run: Run) -> Found:
    """The boundaries, and as links all pairs of functions on both sides of one, as the tool makes them itself."""
    edges = [edge for edge in run.json(0).get("edges", ()) if edge["mechanism"] == "http"]
    exposed = [edge for edge in edges if edge["kind"] == "EXPOSES"]
    consumed = [edge for edge in edges if edge["kind"] == "CONSUMES"]
    handlers: dict[str, list[Any]] = {}
    for edge in exposed:
        handlers.setdefault(edge["target"]["id"], []).append(edge["source"])
    return Found(
        frozenset(map(_port, exposed)),
        frozenset(map(_port, consumed)),
        frozenset(
            Link(_port(edge), place(handler["file"], handler["line"]))
            for edge in consumed
            for handler in handlers.get(edge["target"]["id"], ())
        ),
    )


def _port(edge: dict[str, Any]) -> Port:
    verb, _, path = edge["key"].partition(" ")
    return Port(key(verb, path), place(edge["source"]["file"], edge["line"]))


TOOL = Tool("callix", "callix", "pypi", lambda run: [[run.python, DRIVERS / "callix_boundaries.py", run.root]], read)
