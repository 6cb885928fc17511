"""api-ghost-hunter, by its report in JSON, which has the calls that match a route, and both sides that do not."""

from __future__ import annotations

import json
from typing import Any

from tests.compare.records import Found, Link, Port, key, place
from tests.compare.tools.tool import Run, Tool


def read(run: Run) -> Found:
    """The pairs of the report, and what it calls broken or unused."""
    report: dict[str, Any] = json.loads((run.output / "report.json").read_text("utf-8"))
    root = str(run.root)
    pairs = [(one["frontend"], one["backend"]) for one in report["matched"]]
    backend = [back for _, back in pairs] + report.get("potentially_unused", [])
    frontend = [front for front, _ in pairs] + report.get("broken_calls", [])
    frontend += [one for one in report.get("method_mismatches", ()) if "file" in one]
    return Found(
        frozenset(_port(one, root) for one in backend),
        frozenset(_port(one, root) for one in frontend),
        frozenset(Link(_port(front, root), place(back["file"], back["line"], root)) for front, back in pairs),
    )


def _port(one: dict[str, Any], root: str) -> Port:
    return Port(key(one["method"], one["normalized_path"]), place(one["file"], one["line"], root))


TOOL = Tool(
    "api-ghost-hunter",
    "api-ghost-hunter",
    "pypi",
    lambda run: [
        [run.program("api-ghost-hunter"), "scan", run.root, "--format", "json", "-o", run.output / "report.json"]
    ],
    read,
)
