"""What editors are told, wherever Seamark is installed."""

from __future__ import annotations

import json
import tomllib

import pytest

from seamark.cli import editors

PROGRAM = '/home/o"brien/a\\b/seamark'


@pytest.fixture(autouse=True)
def _program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", [PROGRAM])


def test_a_quote_or_a_backslash_in_its_path_ends_no_text() -> None:
    told = {name: editors.configuration(editor) for name, editor in editors.EDITORS.items()}
    assert json.loads(told["sublime"])["clients"]["seamark"]["command"] == [PROGRAM, "lsp"]
    assert tomllib.loads(told["helix"])["language-server"]["seamark"]["command"] == PROGRAM
    assert all('"/home/o\\"brien/a\\\\b/seamark"' in text for text in told.values())
