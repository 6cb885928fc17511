"""Which files belong to a workspace: the cases of `files.txt`, and what git says of them."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest

from seamark.index.folders.manifests import is_manifest
from seamark.source import FoundFile, Limits, walk


class Case(NamedTuple):
    """Files that state rules, with their texts, and all others, with whether they belong to the workspace."""

    title: str
    rules: dict[str, str]
    files: dict[str, bool]


def read(text: str) -> Case:
    title, *lines = text.splitlines()
    rules: dict[str, list[str]] = {}
    files: dict[str, bool] = {}
    for line in lines:
        if line.startswith("--- "):
            rules[line[4:]] = []
        elif line[:2] in ("+ ", "- "):
            files[line[2:]] = line[0] == "+"
        else:
            list(rules.values())[-1].append(line)
    return Case(title, {name: "".join(f"{rule}\n" for rule in stated) for name, stated in rules.items()}, files)


_, *_TEXTS = Path(__file__).with_name("files.txt").read_text(encoding="utf-8").split("\n=== ")
CASES = [read(text.rstrip("\n")) for text in _TEXTS]


def put(root: Path, name: str, text: str) -> None:
    (root / name).parent.mkdir(parents=True, exist_ok=True)
    (root / name).write_text(text, encoding="utf-8", newline="")


def make(root: Path, case: Case) -> None:
    (root / ".git").mkdir(exist_ok=True)
    for name, text in case.rules.items():
        place, _, how = name.partition(" ")
        written = text.replace("\n", "\r\n") if how == "crlf" else text
        put(root, place, ("\ufeff" if how == "bom" else "") + written)
    for name in case.files:
        put(root, name, "")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
def test_which_files_belong_to_a_workspace(tmp_path: Path, case: Case) -> None:
    make(tmp_path, case)
    found = {one.path for one in walk(tmp_path, Limits(), is_manifest) if isinstance(one, FoundFile)}
    assert found == {name for name, belongs in case.files.items() if belongs}


@pytest.mark.parametrize("case", [case for case in CASES if not case.title.startswith("ours")], ids=lambda it: it.title)
def test_git_says_the_same(tmp_path: Path, case: Case) -> None:
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    make(tmp_path, case)
    command = ["git", "-c", "core.excludesFile=", "ls-files", "-z", "--others", "--exclude-standard"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert {*done.stdout.split("\0")} & {*case.files} == {name for name, belongs in case.files.items() if belongs}


def test_a_user_s_own_rules_do_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of `core.excludesFile`: all who open a repository see the same."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    put(tmp_path, "config/git/ignore", "a.py\n")
    root = tmp_path / "work"
    subprocess.run(["git", "init", "-q", str(root)], check=True)
    put(root, "a.py", "")
    command = ["git", "check-ignore", "a.py"]
    assert subprocess.run(command, cwd=root, capture_output=True, text=True).stdout == "a.py\n"
    assert [one.path for one in walk(root, Limits())] == ["a.py"]
