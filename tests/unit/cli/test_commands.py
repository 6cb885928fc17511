from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from seamark import __version__
from seamark.resolve.port_model import Problem
from tests.unit.cli.conftest import Run
from tests.unit.cli.fake import Fake

PORT_FIELDS = (
    *("root", "mechanism", "role", "key", "confidence", "file", "line", "column", "end_line", "end_column"),
    *("symbol", "symbol_kind", "handler", "handler_file", "handler_line", "language", "framework", "contract", "test"),
    *("host", "service"),
)


def records(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_ports_as_json_lines(run: Run) -> None:
    result = run("ports", "shop", "--format", "jsonl")
    assert result.exit_code == 0
    route, _, call, lost = records(result.stdout)
    assert tuple(route) == PORT_FIELDS
    assert tuple(route.values()) == (
        *("shop", "http", "exposes", "GET /users/{}", 1.0, "api/routes.py", 1, 10, 1, 21),
        *("api/routes.py", "file", "read", "api/handlers.py", 3, "python", "starlette", False, False),
        *(None, "api"),
    )
    assert (call["file"], call["line"], call["column"], call["end_column"]) == ("web/käse.ts", 2, 23, 35)
    assert (call["handler"], call["handler_file"], call["handler_line"]) == (None, None, None)
    assert (lost["confidence"], lost["test"], lost["host"]) == (0.855, True, "example.com")


def test_links_as_json_lines(run: Run) -> None:
    (link,) = records(run("links", "shop", "--format", "jsonl").stdout)
    assert list(link) == ["root", "mechanism", "key", "confidence", "match", "consumer", "provider"]
    assert (link["key"], link["confidence"], link["match"]) == ("GET /users/{}", 0.9, "exact")
    assert tuple(link["consumer"]) == tuple(link["provider"]) == PORT_FIELDS
    assert (link["consumer"]["role"], link["provider"]["role"]) == ("consumes", "exposes")


def test_compatible_links_say_why(run: Run, service: Fake) -> None:
    service.compatible = True
    _, link = records(run("links", "shop", "--compatible", "--format", "jsonl").stdout)
    assert (link["match"], link["key"], link["provider"]["key"]) == ("wildcard", "DELETE /lost", "GET /users/{}")


def test_the_map_as_json_lines(run: Run) -> None:
    lost, health, users = records(run("map", "shop", "--format", "jsonl").stdout)
    assert list(users) == ["root", "mechanism", "key", "consumers", "providers"]
    assert [port["file"] for port in users["consumers"] + users["providers"]] == ["web/käse.ts", "api/routes.py"]
    assert (lost["providers"], health["consumers"]) == ([], [])


def test_ports_as_a_table(run: Run) -> None:
    assert run("ports", "shop").stdout.splitlines() == [
        "api/routes.py:1:10  provider  GET /users/{}  read (api/handlers.py:3:5)  1.00 starlette",
        "api/routes.py:3:10  provider  GET /health                                1.00 starlette",
        "web/käse.ts:2:23    consumer  GET /users/{}                              0.90 fetch",
        "web/käse.ts:3:8     consumer  DELETE /lost                               0.85 fetch test",
        "",
        "2 providers, 2 consumers",
    ]


def test_the_map_as_a_table(run: Run) -> None:
    assert run("map", "shop").stdout.splitlines() == [
        "DELETE /lost   provider  none found          at example.com",
        "DELETE /lost   consumer  web/käse.ts:3:8                                 0.85 test",
        "GET /health    provider  api/routes.py:3:10                              1.00",
        "GET /health    consumer  none found",
        "GET /users/{}  provider  api/routes.py:1:10  read (api/handlers.py:3:5)  1.00",
        "GET /users/{}  consumer  web/käse.ts:2:23                                0.90",
        "",
        "3 contracts, 1 without a provider, 1 without a consumer",
    ]


def test_the_map_shows_who_may_be_meant(run: Run, service: Fake) -> None:
    service.compatible = True
    first, *_ = run("map", "shop").stdout.splitlines()
    assert first.split(maxsplit=5)[2:4] == ["provider", "api/routes.py:1:10"]
    assert first.endswith("  read (api/handlers.py:3:5)  0.70 wildcard: GET /users/{}")


def test_links_as_a_table(run: Run, service: Fake) -> None:
    service.compatible = True
    assert run("links", "shop", "--compatible").stdout.splitlines() == [
        "web/käse.ts:2:23    GET /users/{}  api/routes.py:1:10  read (api/handlers.py:3:5)  0.90",
        "web/käse.ts:3:8     GET /users/{}  api/routes.py:1:10  read (api/handlers.py:3:5)  0.70 wildcard",
        "",
        "2 links",
    ]


@pytest.mark.parametrize(
    "key",
    ["GET /users/{}", "http:GET /users/{}", "get https://example.com/users/42?x=1", "/users/:id", "http:/users/1"],
)
def test_explain_takes_a_key_as_people_write_it(run: Run, key: str) -> None:
    assert run("explain", key).stdout.splitlines() == [
        "GET /users/{}",
        "provider  api/routes.py:1:10  read (api/handlers.py:3:5)  1.00 starlette",
        "          service api",
        "consumer  web/käse.ts:2:23  0.90 fetch",
        "          service web",
        "          `fetch` requests its first argument  web/käse.ts:2:16",
        "          nothing hides it",
    ]


def test_explain_says_what_is_nearest_to_a_side_that_is_missing(run: Run) -> None:
    assert run("explain", "DELETE /lost", "shop").stdout.splitlines() == [
        "DELETE /lost",
        "provider  none found  at example.com",
        "          nearest: GET /users/{}",
        "                   GET /health",
        "consumer  web/käse.ts:3:8  0.85 fetch test",
        "          host example.com, service web",
    ]


def test_explain_says_who_may_be_meant(run: Run, service: Fake) -> None:
    service.compatible = True
    assert run("explain", "DELETE /lost").stdout.splitlines()[1:4] == [
        "provider  none found  at example.com",
        "provider? api/routes.py:1:10  read (api/handlers.py:3:5)  1.00 starlette  wildcard",
        "          GET /users/{}",
    ]


def test_explain_knows_what_is_nearest_to_an_unknown_key(run: Run) -> None:
    result = run("explain", "orders.created", "shop")
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        "No contract orders.created in shop",
        "nearest: GET /users/{}",
        "         DELETE /lost",
        "         GET /health",
    ]


@pytest.mark.parametrize("command", ["ports", "map", "links"])
def test_nothing_found_is_no_failure(run: Run, service: Fake, command: str) -> None:
    service.empty = True
    table, lines = run(command, "shop"), run(command, "shop", "--format", "jsonl")
    assert (table.exit_code, lines.exit_code, lines.stdout) == (0, 0, "")
    assert table.stdout.startswith("no ")


def test_several_paths_are_workspaces_of_their_own(run: Run) -> None:
    roots = [record["root"] for record in records(run("ports", "shop", ".", "--format", "jsonl").stdout)]
    assert roots == ["shop"] * 4 + ["."] * 4
    assert f"shop{os.sep}web/käse.ts:3:8" in run("map", "shop", ".").stdout


def test_the_graph_as_json(run: Run) -> None:
    assert json.loads(run("graph", "shop").stdout)["nodes"] == []


@pytest.mark.parametrize(
    "arguments",
    [["diff"], ["ports", "shop", "--format", "xml"], ["explain"], ["graph", "shop", "shop"], ["prots"], ["--nope"]],
)
def test_bad_usage_ends_with_2(run: Run, arguments: list[str]) -> None:
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "Usage:" in result.stderr


@pytest.mark.parametrize("command", [["ports"], ["map"], ["links"], ["explain", "GET /"], ["graph"]])
def test_a_path_that_is_not_there_ends_with_2(run: Run, command: list[str]) -> None:
    result = run(*command, "nowhere")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "nowhere: does not exist" in result.stderr


def test_one_unreadable_path_among_several_stops_before_anything_is_printed(run: Run) -> None:
    result = run("ports", "shop", "nowhere")
    assert (result.exit_code, result.stdout) == (2, "")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_a_named_pipe_is_no_workspace(run: Run) -> None:
    os.mkfifo("pipe")
    assert "pipe: neither a folder nor a file" in run("ports", "pipe").stderr


def test_a_folder_that_may_not_be_read_ends_with_2(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def denied(path: str) -> None:
        raise PermissionError(13, "Permission denied", path)

    monkeypatch.setattr(os, "scandir", denied)
    result = run("ports", "shop")
    assert result.exit_code == 2
    assert "shop: permission denied" in result.stderr


def test_a_workspace_that_cannot_be_read_after_all_ends_with_2(run: Run, service: Fake) -> None:
    service.broken = [Problem(".", "input/output error")]
    result = run("ports", "shop")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "shop: input/output error" in result.stderr


def test_what_cannot_be_read_is_a_warning_and_the_rest_is_served(run: Run, service: Fake) -> None:
    service.broken = [Problem("web/big.js", "minified"), Problem("\x1b[2J.py", "binary")]
    result = run("ports", "shop")
    assert result.exit_code == 0
    assert "2 providers" in result.stdout
    assert result.stderr.splitlines() == [
        f"warning: shop{os.sep}web/big.js: minified",
        f"warning: shop{os.sep}\\x1b[2J.py: binary",
    ]


def test_there_is_no_progress_without_a_terminal(run: Run) -> None:
    assert run("ports", "shop").stderr == ""


def program(*arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "seamark", *arguments]
    return subprocess.run(command, capture_output=True, encoding="utf-8", timeout=60, **options)


def test_the_version_is_said_at_once() -> None:
    heavy = "tree_sitter", "tree_sitter_language_pack", "lsprotocol", "pygls", "rich", "msgspec", "yaml"
    script = (
        "import sys\n"
        "from seamark.cli.main import main\n"
        "main(['--version'], standalone_mode=False)\n"
        f"print(*(name for name in {heavy} if name in sys.modules))\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    version, loaded = done.stdout.splitlines()
    assert version.endswith(f" {__version__}")
    assert loaded == ""


def test_a_module_of_the_current_folder_is_not_run(tmp_path: Path) -> None:
    for name in ("click.py", "yaml.py", "json.py", "sitecustomize.py"):
        (tmp_path / name).write_text("raise SystemExit('I was run')")
    done = program("--version", cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"seamark {__version__}\n", "")


def test_help_names_every_command(run: Run) -> None:
    text = run("--help").stdout
    assert [name for name in ("ports", "map", "links", "explain", "graph", "lsp") if f"\n  {name} " not in text] == []
    assert "..." not in text.partition("Commands:")[2], "what a command does is cut off"


def test_alone_it_helps(run: Run) -> None:
    done = run()
    assert done.exit_code == 0
    commands = [line.split()[1] for line in done.output.splitlines() if line.startswith("  seamark ")]
    assert [name for name in commands if name != "--help"] == ["map", "explain", "doctor", "editors", "settings"]
