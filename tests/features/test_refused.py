"""What was refused follows edits, as all that is found does: it is what an index built from scratch has."""

from __future__ import annotations

from pathlib import Path

from seamark.index.index import Index
from seamark.index.reports import RefusedGroup

ROUTES = """
const { setupRoute } = require("@acme/kit");
const shown = require("@acme/shown");
setupRoute("get", "/users/:id", shown.read);
setupRoute("put", "/users/:id", shown.write);
setupRoute("delete", "/users/:id/photo", shown.drop);
"""
OWN = '[[own]]\nroutes = "setupRoute"\n'
CALL = 'const app = require("express")();\nfetch("/users/1/photo", { method: "DELETE" });\n'


def fresh(root: Path) -> list[RefusedGroup]:
    index = Index([root])
    index.load()
    return list(index.refused_groups())


def test_what_was_refused_is_that_of_an_index_from_scratch_after_each_change(tmp_path: Path) -> None:
    index = Index([tmp_path])
    index.load()
    counts = []
    for name, text in (
        ("routes.js", ROUTES),
        ("web.js", CALL),
        ("routes.js", ROUTES + 'setupRoute("get", "/teams/:id", shown.team);\n'),
        ("seamark.toml", OWN),
        ("seamark.toml", ""),
        ("routes.js", ROUTES.replace("/users", "users")),
    ):
        (tmp_path / name).write_text(text, "utf-8")
        index.refresh([name])
        assert list(index.refused_groups()) == fresh(tmp_path)
        counts.append(sum(len(one.places) for one in index.refused_groups()))
    assert counts == [3, 3, 4, 0, 4, 0]
