"""GitNexus, by its graph and the contracts of a group of one repository."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.compare.records import Found, Link, Port, key, place
from tests.compare.tools.tool import Run, Tool

FUNCTIONS = "MATCH (f:{kind}) RETURN f.id, f.filePath, f.startLine"
ROUTES = "MATCH (r:Route) RETURN r.id, r.filePath, r.handlerSymbolId"
FETCHES = "MATCH (a)-[r:CodeRelation]->(b:Route) WHERE r.type = 'FETCHES' RETURN a.id, a.filePath, b.id"
KINDS = ("Function", "Method")
GROUP = "compared"


def read(run: Run) -> Found:
    """Routes of the graph, contracts on both sides, and what fetches a route: that is a function or only a file."""
    lines = {row[0]: (row[1], int(row[2] or 0) + 1) for step in (1, 2) for row in _rows(run.json(step))}
    routes: dict[str, tuple[Port, list[str]]] = {
        row[0]: (_port(row[0].removeprefix("Route:"), *lines.get(row[2], (row[1], 0))), row[1:])
        for row in _rows(run.json(3))
    }
    contracts = [one for one in run.json(7).get("contracts", ()) if one["type"] == "http"]
    sides: dict[str, list[Port]] = {"provider": [], "consumer": []}
    for one in contracts:
        at = lines.get(one["symbolUid"], (one["symbolRef"]["filePath"], 0))
        sides[one["role"]].append(_port(" ".join(one["contractId"].split("::")[1:]), *at))
    links = [
        Link(Port(routes[route][0].key, place(*lines.get(caller, (file, 0)))), routes[route][0].place)
        for caller, file, route in _rows(run.json(4))
        if route in routes
    ]
    return Found(
        frozenset([*(port for port, _ in routes.values()), *sides["provider"]]),
        frozenset([*(link.call for link in links), *sides["consumer"]]),
        frozenset(links),
    )


def _port(stated: str, file: str, line: int) -> Port:
    verb, _, path = stated.partition(" ")
    return Port(key("" if verb == "*" else verb, path) if path else key("", verb), place(file, line))


def _rows(answer: Any) -> Iterator[list[str]]:
    """The rows of a table in Markdown."""
    for line in (answer or {}).get("markdown", "").splitlines()[2:]:
        yield [cell.strip() for cell in line.strip().removeprefix("|").removesuffix("|").split(" | ")]


def _commands(run: Run) -> list[list[str]]:
    program, name = str(run.program("gitnexus")), run.root.name
    asked = [*(FUNCTIONS.format(kind=kind) for kind in KINDS), ROUTES, FETCHES]
    return [
        [program, "analyze", str(run.root), "--skip-agents-md"],
        *([program, "cypher", "-r", name, query] for query in asked),
        [program, "group", "create", GROUP, "--force"],
        [program, "group", "add", GROUP, name, name],
        [program, "group", "sync", GROUP, "--json"],
    ]


TOOL = Tool("GitNexus", "gitnexus", "npm", _commands, read, node=22)
