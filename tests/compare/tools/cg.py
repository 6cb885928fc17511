"""cg (`cg-code-graph`), by its database, of which one is the back and the front end."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing

from tests.compare.records import Found, Link, Port, key, place
from tests.compare.tools.tool import Run, Tool

ROUTES = "SELECT attrs, file, line FROM nodes WHERE kind = 'route'"
CALLS = """
    SELECT endpoint.attrs, called.file, called.line FROM edges called
    JOIN nodes endpoint ON endpoint.id = called.dst WHERE called.kind = 'HTTP_CALLS'
"""
LINKS = """
    SELECT endpoint.attrs, called.file, called.line, route.file, route.line, handler.file, handler.line
    FROM edges called
    JOIN nodes endpoint ON endpoint.id = called.dst
    JOIN edges matched ON matched.src = endpoint.id AND matched.kind = 'MATCHES_ROUTE'
    JOIN nodes route ON route.id = matched.dst
    LEFT JOIN edges handled ON handled.src = route.id AND handled.kind = 'ROUTES_TO'
    LEFT JOIN nodes handler ON handler.id = handled.dst
    WHERE called.kind = 'HTTP_CALLS'
"""


def read(run: Run) -> Found:
    """Routes, calls of endpoints, and the routes that `cg link` matches with these."""
    with closing(sqlite3.connect(run.output / "linked.db")) as database:
        routes = [_port(*row) for row in database.execute(ROUTES)]
        calls = [_port(*row) for row in database.execute(CALLS)]
        links = [
            Link(_port(*row[:3]), place(file, line))
            for row in database.execute(LINKS)
            for file, line in (row[3:5], row[5:7])
            if file
        ]
    return Found(frozenset(routes), frozenset(calls), frozenset(links))


def _port(attributes: str, file: str, line: int | None) -> Port:
    stated = json.loads(attributes)
    file = file.partition("#")[0].rpartition(":")[2]
    return Port(key(stated.get("method") or "", stated.get("uri") or stated.get("path") or ""), place(file, line))


def _commands(run: Run) -> list[list[str]]:
    program, one, linked = str(run.program("cg")), str(run.output / "cg.db"), str(run.output / "linked.db")
    return [
        [program, "index", str(run.root), "--db", one, "--allow-incomplete"],
        [program, "link", "--backend", one, "--frontend", one, "--db", linked],
    ]


TOOL = Tool("cg", "cg-code-graph", "pypi", _commands, read, setup=("setup", "typescript"))
