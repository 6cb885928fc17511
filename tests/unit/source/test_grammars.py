"""Grammars are files beside us: none is fetched, and of those that are never loaded none is needed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from seamark.source import DIALECTS, GRAMMARS

_LOAD_ALL = """
import sys
def refuse(event, arguments):
    if event.startswith(("socket.", "urllib.", "http.", "subprocess.", "os.exec", "os.posix_spawn", "os.system")):
        raise PermissionError(event)
sys.addaudithook(refuse)
from seamark.source import GRAMMARS, load
print(*(load(grammar).name or grammar for grammar in GRAMMARS))
"""


def run(script: str, home: Path, **environment: str) -> str:
    folders = {f"XDG_{name}_HOME": str(home / name.lower()) for name in ("CACHE", "CONFIG", "DATA", "STATE")}
    env = {**os.environ, **folders, "HOME": str(home), **environment}
    done = subprocess.run([sys.executable, "-c", script], env=env, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_no_grammar_is_fetched(tmp_path: Path) -> None:
    assert len(run(_LOAD_ALL, tmp_path).split()) == len(GRAMMARS)
    assert list(tmp_path.iterdir()) == []


def test_those_that_are_named_are_those_that_are_used() -> None:
    used = {dialect.grammar for dialect in DIALECTS if dialect.grammar is not None}
    assert used | {"graphql", "proto"} == set(GRAMMARS)


def test_only_those_that_are_never_loaded_are_removed(tmp_path: Path) -> None:
    pack = tmp_path / "tree_sitter_language_pack"
    kept = {"__init__.py", "_native.py", *(f"{grammar}.abi3.so" for grammar in GRAMMARS)}
    for name in kept | {"zig.abi3.so", "c_sharp.abi3.so", "pythonic.pyd"}:
        (pack / "bindings").mkdir(parents=True, exist_ok=True)
        (pack / "bindings" / name).touch()
    (pack / "__init__.py").touch()
    script = "from seamark.source.grammars import remove_unused; remove_unused()"
    run(script, tmp_path / "home", PYTHONPATH=str(tmp_path))
    assert {file.name for file in (pack / "bindings").iterdir()} == kept
