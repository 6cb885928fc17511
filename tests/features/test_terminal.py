"""What people type and read: the current folder, narrowed maps, unknown keys, full disks, and completion by shells."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from seamark.cli.main import main

from .seeded import SHOP

ROOT = Path(__file__).parents[2]
PROGRAM = Path(sys.executable).with_name("seamark")
SERVICES = {
    "api/package.json": "{}",
    "api/app.py": (
        "from flask import Flask\napp = Flask('')\n@app.get('/users')\ndef users(): ...\n"
        "@app.get('/teams')\ndef teams(): ...\n@app.post('/teams')\ndef add(): ...\n"
    ),
    "web/package.json": "{}",
    "web/users.ts": "fetch('/users')\nfetch('/lost')\n",
    "web/teams.test.ts": "fetch('/teams')\nfetch('/only/tested')\n",
}


@pytest.fixture
def services(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in SERVICES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, [*arguments, "--no-cache"], catch_exceptions=False)


def mapped(*arguments: str) -> set[str]:
    """The keys that a narrowed map has, in both of its forms."""
    done = run("map", "--format", "jsonl", *arguments)
    assert done.exit_code == 0, done.output
    found = {json.loads(line)["key"] for line in done.stdout.splitlines()}
    *shown, _, summary = run("map", *arguments).stdout.splitlines()
    assert {line.partition("  ")[0] for line in shown} == found
    assert summary.startswith(f"{len(found)} contract")
    return found


@pytest.mark.parametrize("command", ["map", "ports", "links", "check", "graph"])
def test_the_current_folder_is_the_workspace(services: Path, command: str) -> None:
    here, there = (run(command, *path) for path in ((), (str(services),)))
    assert "/users" in here.stdout or command == "check"
    assert (here.exit_code, here.stdout) == (there.exit_code, there.stdout)


@pytest.mark.usefixtures("services")
def test_the_routes_of_the_current_folder_are_exported() -> None:
    assert "/users" in run("export", "--service", "api").stdout


@pytest.mark.usefixtures("services")
@pytest.mark.parametrize(
    ("options", "keys"),
    [
        ([], {"GET /users", "GET /teams", "POST /teams", "GET /lost", "GET /only/tested"}),
        (["--no-tests"], {"GET /users", "GET /teams", "POST /teams", "GET /lost"}),
        (["--unmatched"], {"POST /teams", "GET /lost", "GET /only/tested"}),
        (["--unmatched", "--no-tests"], {"GET /teams", "POST /teams", "GET /lost"}),
        (["--service", "web"], {"GET /users", "GET /teams", "GET /lost", "GET /only/tested"}),
        (["--service", "./api/", "--unmatched"], {"POST /teams"}),
        (["--key", "/teams"], {"GET /teams", "POST /teams"}),
        (["--key", "GET /*s"], {"GET /users", "GET /teams"}),
        (["--key", "http POST*"], {"POST /teams"}),
    ],
)
def test_a_map_is_narrowed(options: list[str], keys: set[str]) -> None:
    assert mapped(*options) == keys


@pytest.mark.usefixtures("services")
def test_a_map_that_is_narrowed_to_nothing_says_so() -> None:
    assert run("map", "--key", "/other").stdout.splitlines()[-1] == "none of 5 contracts matches"
    unknown = run("map", "--service", "app")
    assert unknown.exit_code == 2
    assert "app is not a service with contracts; these are: api, web" in unknown.stderr


def test_a_call_with_alternatives_is_unmatched_if_none_is_served(tmp_path: Path) -> None:
    (tmp_path / "app.py").write_text("from flask import Flask\napp = Flask('')\n@app.get('/a')\ndef a(): ...\n")
    (tmp_path / "web.ts").write_text("fetch(x ? '/a' : '/b')\nfetch(x ? '/c' : '/d')\n")
    assert mapped(str(tmp_path), "--unmatched") == {"GET /c", "GET /d"}


@pytest.mark.usefixtures("services")
def test_an_unknown_key_is_an_error() -> None:
    unknown, known = run("explain", "GET /user"), run("explain", "GET /users")
    assert (unknown.exit_code, known.exit_code) == (1, 0)
    assert unknown.stdout.startswith("No contract GET /user in .\nnearest: GET /users\n")


def test_a_key_that_one_of_several_workspaces_has_is_no_error(services: Path) -> None:
    assert run("explain", "GET /users", str(services / "web"), str(services / "api")).exit_code == 0
    assert run("explain", "POST /teams", str(services / "web")).exit_code == 1


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no such file")
@pytest.mark.parametrize("buffered", [True, False])
@pytest.mark.parametrize("arguments", [["--help"], ["map", "-h"], ["--version"], [], ["cache", "path"], ["editors"]])
def test_a_full_disk_is_told_in_a_line(arguments: list[str], buffered: bool) -> None:
    environment = {**os.environ, "PYTHONUNBUFFERED": "" if buffered else "1"}
    with open("/dev/full", "w") as full:
        done = subprocess.run([PROGRAM, *arguments], stdout=full, stderr=subprocess.PIPE, text=True, env=environment)
    assert (done.returncode, done.stderr) == (2, "Error: the output cannot be written: no space left on device\n")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no such file")
def test_hints_that_find_no_room_change_nothing() -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run([PROGRAM, "editors"], stdout=subprocess.PIPE, stderr=full, text=True)
    assert done.returncode == 0
    assert "neovim" in done.stdout


def test_help_for_a_group_has_lines() -> None:
    assert "\\x0a" not in run_without_arguments("store")


def run_without_arguments(command: str) -> str:
    return CliRunner().invoke(main, [command]).output


COMPLETED = {
    "bash": """
        eval "$(_SEAMARK_COMPLETE=bash_source seamark)"
        COMP_WORDS=(seamark ma) COMP_CWORD=1
        _seamark_completion seamark; echo "${COMPREPLY[@]}"
        COMP_WORDS=(seamark map --un) COMP_CWORD=2 COMPREPLY=()
        _seamark_completion seamark; echo "${COMPREPLY[@]}"
    """,
    "fish": """
        _SEAMARK_COMPLETE=fish_source seamark | source
        complete -C "seamark ma" | string split -f1 \\t
        complete -C "seamark map --un" | string split -f1 \\t
    """,
    "zsh": """
        autoload -Uz compinit && compinit -u -D
        eval "$(_SEAMARK_COMPLETE=zsh_source seamark)"
        _describe() { print -l -- ${completions_with_descriptions%%:*} }
        compadd() { :; }
        words=(seamark ma) CURRENT=2; _seamark_completion
        words=(seamark map --un) CURRENT=3; _seamark_completion
    """,
}


@pytest.mark.parametrize("shell", COMPLETED)
def test_a_shell_completes_as_the_page_says(shell: str) -> None:
    assert f"_SEAMARK_COMPLETE={shell}_source seamark" in (ROOT / "docs/cli.md").read_text("utf-8")
    if shutil.which(shell) is None:
        pytest.skip(f"there is no {shell}")
    environment = {**os.environ, "PATH": f"{PROGRAM.parent}:{os.environ['PATH']}"}
    done = subprocess.run([shell, "-c", COMPLETED[shell]], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.stdout.split() == ["map", "--unmatched"], done.stderr


def test_the_page_shows_what_the_shop_has() -> None:
    page = (ROOT / "docs/cli.md").read_text("utf-8")
    shown = page.partition("    $ seamark map --unmatched\n")[2].partition("\n## ")[0]
    done = subprocess.run([PROGRAM, "map", "--unmatched"], cwd=ROOT / SHOP, capture_output=True, text=True)
    assert textwrap.dedent(shown).strip() == done.stdout.strip()
