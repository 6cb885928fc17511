"""What looking for findings costs."""

from __future__ import annotations

from pathlib import Path

import pytest

from seamark.index import Index
from seamark.resolve.port_model import Match, Port
from seamark.review import KINDS, Review


class Counted(Index):
    """An index that counts how often it is asked who serves a call, or who calls a route."""

    asked = 0

    def providers(self, consumer: Port) -> list[Match]:
        self.asked += 1
        return list(super().providers(consumer))

    def consumers(self, provider: Port) -> list[Match]:
        self.asked += 1
        return list(super().consumers(provider))


def asked(root: Path, count: int) -> int:
    """How often it is asked of a workspace with so many routes, calls of them, and calls that nobody serves."""
    routes = (f"@app.get('/r{number}')\ndef r{number}(): ...\n" for number in range(count))
    (root / "api.py").write_text("from flask import Flask\napp = Flask('')\n" + "".join(routes))
    calls = (f"fetch(`${{BASE}}/r{n}`); fetch(`${{BASE}}/none{n}`); fetch('/lost{n}');\n" for n in range(count))
    (root / "web.ts").write_text("".join(calls))
    index = Counted([root])
    index.load()
    found = list(Review(index, dict.fromkeys(KINDS, "hint")).everything())
    assert len(found) == 2 * count
    return index.asked


def test_what_is_asked_grows_as_the_workspace_does(tmp_path: Path) -> None:
    few, many = (asked(tmp_path, count) for count in (10, 40))
    assert many == pytest.approx(4 * few, rel=0.05)
