"""What editors are told, wherever Seamark is installed."""

from __future__ import annotations

import json
import tomllib

import pytest

from seamark.cli import editors
from tests.unit.cli.conftest import Run

PROGRAM = '/home/o"brien/a\\b/seamark'


@pytest.fixture(autouse=True)
def _program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", [PROGRAM])


def test_a_quote_or_a_backslash_in_its_path_ends_no_text() -> None:
    told = {name: editors.configuration(editor) for name, editor in editors.EDITORS.items()}
    assert json.loads(told["sublime"])["clients"]["seamark"]["command"] == [PROGRAM, "lsp"]
    assert tomllib.loads(told["helix"])["language-server"]["seamark"]["command"] == PROGRAM
    assert json.loads(told.pop("jetbrains"))["programArgs"]["default"] == f'"{PROGRAM}" lsp'
    assert all('"/home/o\\"brien/a\\\\b/seamark"' in text for text in told.values())


def test_assistants_are_told_the_same_program_and_to_speak_their_protocol() -> None:
    told = {name: editors.configuration(one) for name, one in editors.ASSISTANTS.items()}
    servers = {
        "claude-code": json.loads(told["claude-code"])["mcpServers"],
        "codex": tomllib.loads(told["codex"])["mcp_servers"],
        "cursor": json.loads(told["cursor"])["mcpServers"],
        "vscode": json.loads(told["vscode"])["servers"],
        "zed": json.loads(told["zed"])["context_servers"],
    }
    assert servers.keys() == told.keys()
    for server in servers.values():
        assert server["seamark"]["command"] == PROGRAM
        assert server["seamark"]["args"][0] == "mcp"


def test_the_name_of_an_editor_is_not_taken_by_its_assistant(run: Run) -> None:
    assert "context_servers" in run("editors", "zed").stdout
    assert run("editors", "--mcp", "zed").stdout == run("editors", "zed").stdout
    assert run("editors", "--mcp", "helix").exit_code == 2
    listed = run("editors").stdout.splitlines()
    assert [line for line in listed if line.endswith(", by MCP")] == [
        line for line in listed if line.split()[0] in editors.ASSISTANTS
    ]
