"""cg (`cg-code-graph`), by its database, of which one is the back and the front end."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing

from tests.compare.records import Found, Link, Port, key, place
from tests.compare.tools.tool import Run, Tool

ONE, LINKED = "one.db", "linked.db"
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
    """Routes, calls of endpoints, and the routes that `cg link` matches with these: its files stand below a side."""
    with closing(sqlite3.connect(run.output / ONE)) as database:
        routes = [_port(*row) for row in database.execute(ROUTES)]
        calls = [_port(*row) for row in database.execute(CALLS)]
    with closing(sqlite3.connect(run.output / LINKED)) as database:
        links = [
            Link(_port(attributes, _within(called), line), place(_within(file), at))
            for attributes, called, line, *targets in database.execute(LINKS)
            for file, at in (targets[:2], targets[2:])
            if file
        ]
    return Found(frozenset(routes), frozenset(calls), frozenset(links))


def _port(attributes: str, file: str, line: int | None) -> Port:
    stated = json.loads(attributes)
    return Port(key(stated["method"] or "", stated.get("uri") or stated.get("path") or ""), place(file, line))


def _within(file: str) -> str:
    return file.partition("/")[2]


def _commands(run: Run) -> list[list[str]]:
    program, one, linked = str(run.program("cg")), str(run.output / ONE), str(run.output / LINKED)
    return [
        [program, "index", str(run.root), "--db", one, "--allow-incomplete"],
        [program, "link", "--backend", one, "--frontend", one, "--db", linked],
    ]


TOOL = Tool("cg", "cg-code-graph", "pypi", _commands, read, setup=("setup", "typescript"))
