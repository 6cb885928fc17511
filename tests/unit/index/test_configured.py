"""What is set takes effect, also when it changes, and where several say something the right one counts."""

from __future__ import annotations

from pathlib import Path

import pytest

from seamark.index import Index
from seamark.resolve.port_model import Problem
from seamark.source import Limits

ROUTE = "const app = require('express')()\napp.get('/list', (req, res) => {})\n"


def write(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)


def index(*roots: Path, limits: Limits | None = None) -> Index:
    made = Index(roots, limits=limits)
    made.load()
    return made


def found(of: Index) -> list[str]:
    return [f"{port.path} {port.key}" for port in of.ports()]


def test_a_change_takes_effect_and_its_end(tmp_path: Path) -> None:
    write(tmp_path, {"a.ts": "fetch('/a')", "b.ts": "fetch('/b')"})
    kept = index(tmp_path)
    kept.open("b.ts", b"fetch('/c')")
    for text, expected in [
        ("files.exclude = ['a.ts']", ["b.ts GET /c"]),
        ("ignore.keys = ['/c']", ["a.ts GET /a"]),
        ("basePaths.calls = { 'a.ts' = '/v1' }", ["a.ts GET /a", "b.ts GET /c"]),
        ("files.languages = ['go']", []),
        ("", ["a.ts GET /a", "b.ts GET /c"]),
    ]:
        write(tmp_path, {"seamark.toml": text})
        kept.refresh(["seamark.toml"])
        assert found(kept) == expected, text
    (tmp_path / "seamark.toml").write_text("ignore.keys = ['/a']")
    kept.refresh([""])
    assert found(kept) == ["b.ts GET /c"]
    (tmp_path / "seamark.toml").unlink()
    kept.refresh(["seamark.toml"])
    assert found(kept) == ["a.ts GET /a", "b.ts GET /c"]


def test_the_projects_settings_are_stronger_than_the_clients(tmp_path: Path) -> None:
    write(tmp_path, {"a.ts": "fetch('/a')\nfetch('/b')", "seamark.toml": "ignore.keys = ['/a']"})
    kept = index(tmp_path)
    kept.configure({"ignore.keys": ["/b"], "diagnostics.near-miss": "off"})
    assert found(kept) == ["a.ts GET /b"]
    assert kept.settings("a.ts").diagnostics.near_miss == "off"
    write(tmp_path, {"seamark.toml": ""})
    kept.refresh(["seamark.toml"])
    assert found(kept) == ["a.ts GET /a"]
    kept.configure({})
    assert found(kept) == ["a.ts GET /a", "a.ts GET /b"]


def test_what_is_wrong_is_said_with_its_line_and_changes_nothing(tmp_path: Path) -> None:
    write(tmp_path, {"a.ts": "fetch('/a')\nfetch('/b')", "seamark.toml": "[ignore]\nkeys = ['/a']\n"})
    kept = index(tmp_path)
    for text, line, reason in [
        ("[ignore]\n\nkeys = '/b'\n", 3, "`ignore.keys`: expected a list, got a text"),
        ("[ignore]\nkeys = [\n", 2, "is not valid TOML: invalid value"),
    ]:
        write(tmp_path, {"seamark.toml": text})
        kept.refresh(["seamark.toml"])
        assert kept.problems() == [Problem("seamark.toml", reason, line)]
        assert found(kept) == ["a.ts GET /b"]
    write(tmp_path, {"seamark.toml": ""})
    kept.refresh(["seamark.toml"])
    assert kept.problems() == []
    assert found(kept) == ["a.ts GET /a", "a.ts GET /b"]


def test_each_folder_of_a_workspace_has_its_own(tmp_path: Path) -> None:
    write(tmp_path, {"one/a.ts": "fetch('/a')\nfetch('/b')", "two/a.ts": "fetch('/a')\nfetch('/b')"})
    write(tmp_path, {"one/seamark.toml": "ignore.keys = ['/a']", "two/seamark.toml": "ignore.key = ['/a']"})
    kept = index(tmp_path / "one", tmp_path / "two")
    assert found(kept) == ["one/a.ts GET /b", "two/a.ts GET /a", "two/a.ts GET /b"]
    assert [(problem.path, problem.line) for problem in kept.problems()] == [("two/seamark.toml", 1)]
    write(tmp_path, {"two/seamark.toml": "files.exclude = ['a.ts']"})
    kept.refresh(["two/seamark.toml"])
    assert found(kept) == ["one/a.ts GET /b"]


@pytest.mark.parametrize(("stated", "first"), [("billing = 'b/two'", "b/two/src/a.ts"), ("", "a/one/src/a.ts")])
def test_a_services_name_leads_to_its_folder(tmp_path: Path, stated: str, first: str) -> None:
    files = {f"{one}/src/{name}": text for one in ("a/one", "b/two") for name, text in [("a.ts", ROUTE)]}
    files |= {f"{one}/src/package.json": "{}" for one in ("a/one", "b/two")}
    write(tmp_path, {**files, "a/call.ts": "fetch('http://billing/list')", "seamark.toml": f"[services]\n{stated}\n"})
    kept = index(tmp_path)
    (call,) = kept.ports("a/call.ts")
    assert next(match.port.path for match in kept.providers(call)) == first
    (route,) = kept.ports("b/two/src/a.ts")
    assert route.service == ("b/two" if stated else "b/two/src")


MONOREPOS = {
    "each says what it is": {
        "apps/api/project.json": '{"projectType": "application"}',
        "apps/shop/project.json": '{"name": "shop", "projectType": "application", "sourceRoot": "apps/shop/src"}',
        "libs/ui/project.json": '{"projectType": "library"}',
    },
    "a file lists them": {
        "angular.json": """{"projects": {
            "api": {"projectType": "application", "root": "apps/api"}, "elsewhere": "libs/elsewhere",
            "shop": {"projectType": "application", "root": "apps/shop"},
            "ui": {"projectType": "library", "root": "libs/ui"}}}""",
    },
    "another form": {
        "nest-cli.json": """{"monorepo": true, "root": "apps/api", "projects": {
            "api": {"type": "application", "root": "apps/api"}, "shop": {"type": "application", "root": "apps/shop"},
            "ui": {"type": "library", "root": "libs/ui"}, "odd": {"type": "application"}}}""",
    },
}


@pytest.mark.parametrize("manifests", MONOREPOS.values(), ids=MONOREPOS.keys())
def test_an_application_of_a_monorepo_is_a_service(tmp_path: Path, manifests: dict[str, str]) -> None:
    sources = ("apps/api/src/a.ts", "apps/shop/src/a.ts", "libs/ui/src/a.ts", "scripts/a.ts")
    write(tmp_path, {"package.json": "{}", **manifests, **dict.fromkeys(sources, "fetch('/a')")})
    kept = index(tmp_path)
    assert [port.service for port in kept.ports()] == ["apps/api", "apps/shop", "", ""]


def test_an_application_is_one_as_long_as_its_manifest_says_so(tmp_path: Path) -> None:
    write(tmp_path, {"package.json": "{}", "apps/api/a.ts": "fetch('/a')", "apps/api/project.json": "[]"})
    kept = index(tmp_path)
    services = [kept.ports()[0].service]
    for said in ('{"projectType": "application"}', '{"projectType": "library"}', '{"projectType": "application"}'):
        write(tmp_path, {"apps/api/project.json": said})
        kept.refresh(["apps/api/project.json"])
        services.append(kept.ports()[0].service)
    write(tmp_path, {"seamark.toml": "services.all = 'apps'"})
    kept.refresh(["seamark.toml"])
    services.append(kept.ports()[0].service)
    (tmp_path / "seamark.toml").unlink()
    (tmp_path / "apps/api/project.json").unlink()
    kept.refresh(["seamark.toml", "apps/api/project.json"])
    assert [*services, kept.ports()[0].service] == ["", "apps/api", "", "apps/api", "apps", ""]


def test_the_size_of_files(tmp_path: Path) -> None:
    write(tmp_path, {"a.ts": "fetch('/a')" + " " * 2000, "seamark.toml": ""})
    assert found(index(tmp_path, limits=Limits(file=1000))) == []
    write(tmp_path, {"seamark.toml": "files.maxSize = 0.01"})
    assert found(index(tmp_path, limits=Limits(file=1000))) == ["a.ts GET /a"]
    write(tmp_path, {"seamark.toml": "files.maxSize = 0.001"})
    assert found(index(tmp_path)) == []


def test_a_root_that_is_a_file_has_no_settings(tmp_path: Path) -> None:
    write(tmp_path, {"a.ts": "fetch('/a')", "seamark.toml": "ignore.keys = ['*']"})
    assert found(index(tmp_path / "a.ts")) == ["a.ts GET /a"]


def test_what_editors_show_is_known_before_and_without_any_reading(tmp_path: Path) -> None:
    index = Index([tmp_path])
    for name in ("a.py", "b.py"):
        index.open(name, f'import requests\n\nrequests.get("http://a/{name[0]}")\n'.encode())
    for languages in (["go"], ["python"]):
        index.configure({"files.languages": languages})
        assert [port.key for port in index.ports()] == (["GET /a", "GET /b"] if languages == ["python"] else [])
