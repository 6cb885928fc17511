"""Symbols that look like a query."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from seamark.lsp.features.display.symbols import in_workspace
from seamark.resolve.port_model import Port, PortSymbol
from tests.pace import within

FILE = PortSymbol("", "file", "")


def _service(*keys: str) -> Any:
    ports = [Port("http", key, "exposes", 1.0, "python", "", f"{at}.py", 0, 0, FILE) for at, key in enumerate(keys)]
    return SimpleNamespace(ports=lambda: ports)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("users", ["GET /users", "POST /users/{}"]),
        ("USR", ["GET /users", "POST /users/{}"]),
        ("p /u {", ["POST /users/{}"]),
        ("sresu", []),
        ("*", []),
        ("", ["GET /users", "POST /users/{}"]),
    ],
)
def test_a_symbol_has_the_characters_of_the_query_in_their_order(query: str, found: list[str]) -> None:
    assert [port.key for port in in_workspace(_service("GET /users", "POST /users/{}"), query, 9)] == found


def test_no_query_takes_long() -> None:
    with within(1):
        assert not in_workspace(_service("GET /" + "a" * 2000), "a" * 30 + "b", 9)
