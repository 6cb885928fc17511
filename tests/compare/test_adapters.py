"""What each tool said of a part of `fixtures/shop` is read as it was meant.

`recorded` has what the tools said of `orders/pyproject.toml`, `orders/orders/{__init__,app,views}.py` and of
`web/{package.json,tsconfig.json,src/api/orders.ts}`, with a call as plain as can be in the second line of
`web/src/sold.ts`: ``fetch(`/orders/sold/${product}`)``. Of databases it has the rows that are read. The versions are
those of docs/comparison.md. What is expected here is what the tools found: most find less than there is.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.compare.records import Found
from tests.compare.tools.every import TOOLS
from tests.compare.tools.tool import Run, Tool

RECORDED = Path(__file__).with_name("recorded")
VIEWS, ORDERS, SOLD = "orders/orders/views.py", "web/src/api/orders.ts", "web/src/sold.ts"

DECORATED = {
    f"POST /orders {VIEWS}:11",
    f"GET /orders/{{}} {VIEWS}:23",
    f"POST /orders/{{}}/cancel {VIEWS}:28",
    f"GET /orders/sold/{{}} {VIEWS}:39",
}
"""All routes at their decorators."""
HANDLED = {
    f"POST /orders {VIEWS}:12",
    f"GET /orders/{{}} {VIEWS}:24",
    f"POST /orders/{{}}/cancel {VIEWS}:29",
    f"GET /orders/sold/{{}} {VIEWS}:40",
}
"""All routes at their handlers."""
PLAIN = f"GET /orders/sold/{{}} {SOLD}:2"
CALLED = {
    PLAIN,
    f"POST /orders {ORDERS}:15",
    f"GET /orders/{{}} {ORDERS}:20",
    f"POST /orders/{{}}/lines {ORDERS}:25",
    f"DELETE /orders/{{}} {ORDERS}:29",
}
LINKED = {
    f"{ORDERS}:15 -> {VIEWS}:11",
    f"{ORDERS}:15 -> {VIEWS}:12",
    f"{ORDERS}:20 -> {VIEWS}:23",
    f"{ORDERS}:20 -> {VIEWS}:24",
}
PLAIN_LINKED = {f"{SOLD}:2 -> {VIEWS}:39", f"{SOLD}:2 -> {VIEWS}:40"}
NONE: set[str] = set()

FOUND = {
    "Seamark": (DECORATED, CALLED, LINKED | PLAIN_LINKED),
    "callix": (
        HANDLED,
        {PLAIN, f"POST /{{}}/lines {ORDERS}:25", f"DELETE /{{}} {ORDERS}:29"},
        {f"{SOLD}:2 -> {VIEWS}:40"},
    ),
    "GitNexus": (
        {f"POST / {VIEWS}:12", f"GET /{{}} {VIEWS}:24", f"GET /{{}}/cancel {VIEWS}:29", f"GET /sold/{{}} {VIEWS}:40"},
        {f"GET /orders/sold/{{}} {SOLD}:1", f"POST /{{}}/lines {ORDERS}:24", f"DELETE /{{}} {ORDERS}:28"},
        NONE,
    ),
    "codegraph": ({f"POST /{{}}/cancel {VIEWS}:28"}, NONE, NONE),
    "code-graph-rag": (HANDLED, NONE, NONE),
    "repo-graph": (HANDLED, {PLAIN}, {f"{SOLD}:2 -> {VIEWS}:40"}),
    "repowise": (DECORATED, CALLED, LINKED | PLAIN_LINKED),
    "api-ghost-hunter": (
        {f"POST / {VIEWS}:11", f"GET /{{}} {VIEWS}:23", f"POST /{{}}/cancel {VIEWS}:28", f"GET /sold/{{}} {VIEWS}:39"},
        {PLAIN, f"POST /{{}}/orders/{{}}/lines {ORDERS}:25", f"DELETE /{{}}/orders/{{}} {ORDERS}:29"},
        NONE,
    ),
    "cg": ({*DECORATED, "GET /static/{} orders/orders/app.py:7"}, CALLED, LINKED),
}


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_what_a_tool_said_is_read(tool: Tool, tmp_path: Path) -> None:
    found = tool.read(_recorded(tool, tmp_path))
    assert (_ports(found, "routes"), _ports(found, "calls"), _links(found)) == FOUND[tool.name]


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_commands_read_the_workspace_and_write_elsewhere(tool: Tool, tmp_path: Path) -> None:
    run = Run(tmp_path / "installed", tmp_path / "workspace/shop", tmp_path / "output")
    words = [str(word) for command in tool.commands(run) for word in command]
    assert any(str(run.root) in word or str(run.root.parent) in word for word in words)
    assert not any(word in ("serve", "watch", "--embeddings") for word in words)


def _recorded(tool: Tool, folder: Path) -> Run:
    """A run of the tool whose files are those that were recorded."""
    run = Run(folder / "installed", folder / "workspace/shop", folder / "output")
    places = {
        "codegraph.sql": run.root / ".codegraph/codegraph.db",
        "wiki.sql": run.root / ".repowise/wiki.db",
        "contracts.json": run.root.parent / ".repowise-workspace/contracts.json",
    }
    for source in (RECORDED / tool.name).iterdir():
        text = source.read_text("utf-8").replace("ROOT", str(run.root)).replace("OUTPUT", str(run.output))
        place = places.get(source.name, run.output / source.name.replace(".sql", ".db"))
        place.parent.mkdir(parents=True, exist_ok=True)
        if source.suffix == ".sql":
            with closing(sqlite3.connect(place)) as database:
                database.executescript(text)
        else:
            place.write_text(text, "utf-8")
    return run


def _ports(found: Found, side: str) -> set[str]:
    return {f"{port.key} {port.place}" for port in getattr(found, side)}


def _links(found: Found) -> set[str]:
    return {f"{link.call.place} -> {link.target}" for link in found.links}
