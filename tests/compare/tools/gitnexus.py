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
    """Routes of the graph, contracts on both sides, and the links of both: what fetches a route, contracts that match.

    The graph has the lines of functions, counted from 0. A route or a call that no function holds has only its file.
    """
    lines = {row[0]: (row[1], int(row[2] or 0) + 1) for step in (1, 2) for row in _rows(run.json(step))}
    routes = {
        route: _port(route.removeprefix("Route:"), *lines.get(handler, (file, 0)))
        for route, file, handler in _rows(run.json(3))
    }
    group = run.json(7)
    contracts = [one for one in group["contracts"] if one["type"] == "http"]
    fetched = [
        Link(Port(routes[route].key, place(*lines.get(caller, (file, 0)))), routes[route].place)
        for caller, file, route in _rows(run.json(4))
        if route in routes
    ]
    matched = [
        Link(_contract(one["contractId"], one["from"], lines), _contract(one["contractId"], one["to"], lines).place)
        for one in group["crossLinks"]
        if one["type"] == "http"
    ]
    sides: dict[str, list[Port]] = {"provider": [*routes.values()], "consumer": [link.call for link in fetched]}
    for one in contracts:
        sides[one["role"]].append(_contract(one["contractId"], one, lines))
    return Found(frozenset(sides["provider"]), frozenset(sides["consumer"]), frozenset([*fetched, *matched]))


def _contract(identity: str, one: dict[str, Any], lines: dict[str, tuple[str, int]]) -> Port:
    _, verb, path = identity.split("::", 2)
    return _port(f"{verb} {path}", *lines.get(one["symbolUid"], (one["symbolRef"]["filePath"], 0)))


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
