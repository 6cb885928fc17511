"""The hook, the action and the templates of docs/ci.md: valid by others' schemas, and their commands are Seamark's."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest
import yaml
from click.testing import CliRunner

from seamark.cli.main import main

from .repositories import git
from .seeded import SHOP

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "ci.md").read_text("utf-8")
TEMPLATES = re.findall(r"^<!-- schema: (\S+) -->\n```yaml\n# (\S+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
COMMANDS = [
    found
    for page in (PAGE, (ROOT / "docs" / "check.md").read_text("utf-8"), (ROOT / "docs" / "diff.md").read_text("utf-8"))
    for found in re.findall(r"(?:- |run: |&& |/bin/|\$ |    )(seamark (?:check|diff|cache) [^\n'#]*)", page)
]


def valid(schema: str, file: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, str(file)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize(("schema", "name", "text"), TEMPLATES, ids=[name for _, name, _ in TEMPLATES])
def test_a_template_is_valid(schema: str, name: str, text: str, tmp_path: Path) -> None:
    file = tmp_path / "file.yml"
    file.write_text(text)
    done = valid(schema, file)
    assert done.returncode == 0, done.stdout


def test_there_is_a_template_for_each_system() -> None:
    assert [name for _, name, _ in TEMPLATES] == [
        *(".github/workflows/seams.yml", ".github/workflows/seams-scanning.yml"),
        *(".gitlab-ci.yml", "azure-pipelines.yml", ".circleci/config.yml"),
    ]


def test_the_action_is_valid_and_passes_what_it_is_given(tmp_path: Path) -> None:
    assert valid("vendor.github-actions", ROOT / "action.yml").returncode == 0
    action = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
    *_, last = action["runs"]["steps"]
    python = tmp_path / "python"
    python.write_text('#!/bin/sh\nprintf "[%s]" "$@"\n')
    python.chmod(0o755)
    given = {
        "PATHS": "a b",
        "OPTIONS": "--fail-on error",
        "SINCE": "main; rm -rf /",
        "PATH": f"{tmp_path}:/usr/bin:/bin",
    }
    done = subprocess.run(["bash", "-euc", last["run"]], env=given, capture_output=True, text=True, check=True)
    assert done.stdout == (
        "[-m][seamark][check][--format][github][--changed-since=main; rm -rf /][--fail-on][error][--][a][b]"
    )
    given |= {"OPTIONS": "", "SINCE": ""}
    done = subprocess.run(["bash", "-euc", last["run"]], env=given, capture_output=True, text=True, check=True)
    assert done.stdout == "[-m][seamark][check][--format][github][--][a][b]"
    assert not any("${{" in step.get("run", "") for step in action["runs"]["steps"])


def test_the_hook_runs_what_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    [hook] = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    monkeypatch.chdir(SHOP)
    done = CliRunner().invoke(main, [*hook["entry"].split()[1:], *hook["args"]])
    assert done.exit_code == 1 and "[verb-mismatch]" in done.stdout
    assert not hook["pass_filenames"] and hook["always_run"]


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_is_one_of_seamarks(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    git(tmp_path, "init")
    monkeypatch.chdir(tmp_path)
    _, name, *arguments = shlex.split(command.replace("PATH…", ".").strip())
    found = main.get_command(click.Context(main), name)
    assert found is not None
    found.make_context(name, arguments)


def test_the_commands_are_found() -> None:
    assert len(COMMANDS) > 10
