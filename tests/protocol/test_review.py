"""An editor and a build say the same of a workspace."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from seamark.cli.main import main
from seamark.lsp import uris
from tests.features.seeded import cases, seeded
from tests.protocol.client import Client

CASES = Path(__file__).parents[1] / "features" / "checked" / "shop.txt"
LEVELS = {"unserved-call": "warning", "near-miss": "warning", "verb-mismatch": "error", "uncalled-route": "hint"}
SETTINGS = "[diagnostics]\n" + "".join(f'{kind} = "{level}"\n' for kind, level in LEVELS.items())
SEVERITIES = {1: "error", 2: "warning", 4: "hint"}


def test_an_editor_and_a_build_say_the_same(seamark: Client, tmp_path: Path) -> None:
    everything = [f"//- {one}" for _, case in cases(CASES) for one in case.split("//- ")[1:]]
    seeded("".join(one for one in everything if not one.startswith("//- seamark.toml")), tmp_path / "copy")
    shutil.copytree(tmp_path / "copy", tmp_path, dirs_exist_ok=True)
    shutil.rmtree(tmp_path / "copy")
    (tmp_path / "seamark.toml").write_text(SETTINGS)
    done = CliRunner().invoke(main, ["check", str(tmp_path), "--format", "jsonl"], catch_exceptions=False)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert {row["severity"] for row in rows} == {"error", "warning", "hint"} and len(rows) > 10
    seamark.initialize({"textDocument": {"diagnostic": {}}, "window": {"workDoneProgress": True}})
    assert [one for path in sorted({row["file"] for row in rows}) for one in told(seamark, path)] == [
        (row["file"], row["severity"], row["kind"], row["message"], row["line"], row["column"]) for row in rows
    ]


def told(client: Client, path: str) -> list[tuple[Any, ...]]:
    document = {"textDocument": {"uri": uris.from_path(client.folder / path)}}
    client.open(client.folder / path)
    found = client.request("textDocument/diagnostic", document)["items"]
    return [
        (
            *(path, SEVERITIES[one["severity"]], one["code"], one["message"]),
            *(one["range"]["start"]["line"] + 1, one["range"]["start"]["character"] + 1),
        )
        for one in found
    ]
