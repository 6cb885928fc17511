"""Seamark itself, by what its commands print."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from tests.compare.records import Found, Link, Port, key, place
from tests.compare.tools.tool import Run, Tool


def read(run: Run) -> Found:
    """Routes, calls and links as an editor has them: also where only a prefix is missing."""
    links, ports = ([one for one in _lines(run.said(step)) if one["mechanism"] == "http"] for step in (1, 2))
    return Found(
        frozenset(_port(one) for one in ports if one["role"] == "exposes"),
        frozenset(_port(one) for one in ports if one["role"] == "consumes"),
        frozenset(
            Link(_port(one["consumer"]), place(*at))
            for one in links
            if one["provider"]
            for at in _targets(one["provider"])
        ),
    )


def _targets(provider: dict[str, Any]) -> Iterator[tuple[str, int]]:
    yield provider["file"], provider["line"]
    if provider["handler_file"]:
        yield provider["handler_file"], provider["handler_line"]


def _port(one: dict[str, Any]) -> Port:
    verb, _, path = one["key"].partition(" ")
    return Port(key(verb, path), place(one["file"], one["line"]))


def _lines(text: str) -> Iterator[dict[str, Any]]:
    return (json.loads(line) for line in text.splitlines() if line.startswith("{"))


TOOL = Tool(
    "Seamark",
    "seamark-lsp",
    "here",
    lambda run: [
        [run.program("seamark"), "cache", "clear"],
        [run.program("seamark"), "links", "--compatible", "--format", "jsonl", run.root],
        [run.program("seamark"), "ports", "--format", "jsonl", run.root],
    ],
    read,
)
