"""What `seamark doctor` says of workspaces, files and lines: `doctor.txt`, see `doctored.py`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from seamark.cli.main import main

from .doctored import Case, cases, check, written

CASES = [
    pytest.param(case, id=case.title)
    for case in cases(Path(__file__).with_name("doctor.txt").read_text(encoding="utf-8"))
]


@pytest.mark.parametrize("case", CASES)
def test_doctor(case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written(case.files, tmp_path)
    monkeypatch.chdir(tmp_path)
    for question in case.questions:
        done = CliRunner().invoke(main, ["doctor", *question.arguments], catch_exceptions=False)
        check(question, done.output)
        assert done.exit_code == question.code, (question.arguments, done.output)


@pytest.mark.parametrize(
    ("repository", "given", "taken", "why"),
    [
        ("shop", [], "shop", "the nearest parent folder with a .git"),
        (None, [], "shop/web", "the file's own folder: no parent folder has a .git"),
        ("shop", ["{root}/shop/web"], "shop/web", "given on the command line"),
    ],
)
def test_which_workspace_a_file_belongs_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, repository: str | None, given: list[str], taken: str, why: str
) -> None:
    file = tmp_path / "shop/web/main.ts"
    file.parent.mkdir(parents=True)
    file.write_text('fetch("/users")', "utf-8")
    if repository is not None:
        (tmp_path / repository / ".git").mkdir()
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    folders = [one.format(root=tmp_path) for one in given]
    done = CliRunner().invoke(main, ["doctor", str(file), *folders], catch_exceptions=False)
    assert f"ok    it belongs to the workspace {tmp_path / taken}: {why}" in done.output.replace("\n      ", " ")


REFUSED = {
    "a function that is not here, and handlers that cannot be followed": (
        {
            "api/routes.js": """
const { setupRoute } = require("@acme/kit");
const shown = require("@acme/shown");
module.exports = (router) => {
  setupRoute(router, "get", "/users/:id", shown.read);
  setupRoute(router, "put", "/users/:id", shown.write);
  setupRoute(router, "delete", "/users/:id/photo", shown.drop);
};
"""
        },
        ["DELETE /users/{}/photo", "GET /users/{}", "PUT /users/{}"],
    ),
    "a method of a class that keeps what it is given": (
        {
            "kit.py": """
class Site:
    def __init__(self):
        self.endpoints = {}
    def add_endpoint(self, verb, path, view):
        self.endpoints[view] = verb, path
""",
            "main.py": """
from kit import Site
site = Site()
site.add_endpoint("GET", "/users/<id>", "users.read")
site.add_endpoint("PUT", "/users/<id>", "users.write")
site.add_endpoint("GET", "/teams/<id>", "teams.read")
""",
        },
        ["GET /teams/{}", "GET /users/{}", "PUT /users/{}"],
    ),
    "a table whose handlers are texts": (
        {
            "main.py": """
ROUTES = [
    ("GET", "/users/<id>", "users.read"),
    ("PUT", "/users/<id>", "users.write"),
    ("GET", "/teams/<id>", "teams.read"),
]
"""
        },
        ["GET /teams/{}", "GET /users/{}", "PUT /users/{}"],
    ),
    "a client that is not here": (
        {
            "web/main.go": """
package web

import "acme.dev/kit"

func all(id string) {
	kit.Backend.Call("GET", "/users/"+id)
	kit.Backend.Call("PUT", "/users/"+id)
	kit.Backend.Call("GET", "/teams/all")
	kit.Backend.Call("GET", "/teams/none")
}
"""
        },
        ["GET /teams/all", "GET /teams/none", "GET /users/{}", "PUT /users/{}"],
    ),
}


@pytest.mark.parametrize(("files", "keys"), REFUSED.values(), ids=list(REFUSED))
def test_the_rows_that_the_doctor_writes_read_what_was_refused(
    files: dict[str, str], keys: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(files, tmp_path)
    monkeypatch.chdir(tmp_path)
    said = CliRunner().invoke(main, ["doctor", "."], catch_exceptions=False).output
    rows = [line.strip() for line in said.splitlines() if line.strip() == "[[own]]" or line.strip().endswith('"')]
    assert rows
    for command in ("map", "check"):
        assert "that were not read: `seamark doctor .`" in CliRunner().invoke(main, [command, "."]).output
    (tmp_path / "seamark.toml").write_text("\n".join(rows), "utf-8")
    said = CliRunner().invoke(main, ["doctor", "."], catch_exceptions=False).output
    assert "ok    seamark.toml is valid" in said
    assert "declare it in seamark.toml" not in said
    found = CliRunner().invoke(main, ["ports", ".", "--format", "jsonl"]).stdout
    assert sorted(json.loads(line)["key"] for line in found.splitlines()) == keys
    for command in ("map", "check"):
        assert "that were not read" not in CliRunner().invoke(main, [command, "."]).output
