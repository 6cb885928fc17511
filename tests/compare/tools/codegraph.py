"""codegraph (`@colbymchenry/codegraph`), by its database. It has routes with their handlers, and no calls of them."""

from __future__ import annotations

import sqlite3
from contextlib import closing

from tests.compare.records import ANY, Found, Link, Port, key, place
from tests.compare.tools.tool import Run, Tool

DATABASE = ".codegraph/codegraph.db"
ROUTES = "SELECT name, file_path, start_line FROM nodes WHERE kind = 'route'"
CALLERS = """
    SELECT route.name, caller.file_path, edge.line, handler.file_path, handler.start_line
    FROM edges edge
    JOIN nodes route ON route.id = edge.target AND route.kind = 'route'
    JOIN nodes caller ON caller.id = edge.source
    JOIN edges handled ON handled.source = route.id AND handled.kind = 'references'
    JOIN nodes handler ON handler.id = handled.target
    WHERE edge.kind <> 'contains'
"""


def read(run: Run) -> Found:
    """Nodes that are routes; whatever refers to one is a call of it."""
    with closing(sqlite3.connect(run.root / DATABASE)) as database:
        routes = [_port(*row) for row in database.execute(ROUTES)]
        links = [Link(_port(*row[:3]), place(row[3], row[4])) for row in database.execute(CALLERS)]
    return Found(frozenset(routes), frozenset(link.call for link in links), frozenset(links))


def _port(name: str, file: str, line: int | None) -> Port:
    verb, _, path = name.rpartition(" ")
    return Port(key(verb or ANY, path), place(file, line))


TOOL = Tool(
    "codegraph",
    "@colbymchenry/codegraph",
    "npm",
    lambda run: [[run.program("codegraph"), "init", run.root]],
    read,
    node=20,
)
