"""repowise, by the contracts of a workspace. That needs two repositories: the other one is empty."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from tests.compare.records import Found, Link, Port, key, place
from tests.compare.tools.tool import Run, Tool

OPTIONS = "--no-prose --mode fast --no-editor-setup --no-hook --embedder mock --no-agents --no-claude-md --no-codex"
EMPTY = "empty"
CONTRACTS = ".repowise-workspace/contracts.json"
SYMBOLS = "SELECT symbol_id, file_path, start_line FROM wiki_symbols"


def read(run: Run) -> Found:
    """Its contracts of HTTP. A link names the symbols of both sides: a call has the line of the contract there."""
    stored: dict[str, Any] = json.loads((run.root.parent / CONTRACTS).read_text("utf-8"))
    contracts = [one for one in stored["contracts"] if one["contract_type"] == "http" and one["repo"] != EMPTY]
    with closing(sqlite3.connect(run.root / ".repowise/wiki.db")) as database:
        symbols = {name: place(file, line) for name, file, line in database.execute(SYMBOLS)}
    ports: dict[tuple[str, str, str], list[Port]] = {}
    for one in contracts:
        at = (one["role"], one["contract_id"], one["file_path"])
        ports.setdefault(at, []).append(_port(one["contract_id"], one["file_path"], one["line"]))
    links = [
        Link(call, target)
        for one in stored["contract_links"]
        for call in ports.get(("consumer", one["contract_id"], one["consumer_file"]), ())
        for target in [
            *(port.place for port in _serving(one, contracts)),
            *filter(None, [symbols.get(one.get("provider_symbol_id") or "")]),
        ]
    ]
    return Found(_side(ports, "provider"), _side(ports, "consumer"), frozenset(links))


def _serving(link: dict[str, Any], contracts: list[dict[str, Any]]) -> list[Port]:
    return [
        _port(one["contract_id"], one["file_path"], one["line"])
        for one in contracts
        if one["role"] == "provider"
        and one["file_path"] == link["provider_file"]
        and one["symbol_name"] == link["provider_symbol"]
    ]


def _side(ports: dict[tuple[str, str, str], list[Port]], role: str) -> frozenset[Port]:
    return frozenset(port for (side, _, _), some in ports.items() if side == role for port in some)


def _port(contract: str, file: str, line: int | None) -> Port:
    _, verb, path = contract.split("::", 2)
    return Port(key("" if verb == "*" else verb, path), place(file, line))


def _commands(run: Run) -> list[list[str | Path]]:
    other = run.root.parent / EMPTY
    committed: list[str | Path] = [
        "git",
        "-C",
        other,
        "-c",
        "user.name=compare",
        "-c",
        "user.email=compare@example.org",
        "commit",
    ]
    return [
        ["git", "init", "--quiet", other],
        [*committed, "--quiet", "--allow-empty", "-m", "empty"],
        [run.program("repowise"), "init", run.root.parent, "-y", *OPTIONS.split()],
    ]


TOOL = Tool("repowise", "repowise", "pypi", _commands, read)
