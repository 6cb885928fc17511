from __future__ import annotations

import shutil
import subprocess
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from seamark.source import Limits, walk
from seamark.source.ignore import parse

FILES = (
    "a",
    "b",
    "ab",
    "a.b",
    "d/a",
    "d/b",
    "d/a.b",
    "d/d/a",
    "d/d/b",
    "e/d/a",
    "e/d/e/b",
    "e/a b",
    "e/[a]",
    "e/-",
    "e/]",
)

PATTERNS = st.text(st.sampled_from("ab.de***//!?[]-^\\ "), min_size=1, max_size=7)


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if shutil.which("git") is None:
        pytest.skip("needs git")
    root = tmp_path_factory.mktemp("repository")
    subprocess.run(["git", "init", "-q", str(root)], check=True)
    for name in FILES:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(b"")
    return root


@pytest.mark.skipif("sys.platform == 'win32'", reason="such names are not allowed")
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(PATTERNS, min_size=1, max_size=4))
@example(["*", "!*/", "!*.b"])
@example(["a/**", "!d/"])
@example(["**/d/**/a", "!e/**/d"])
@example(["[!a]", "[]-]", "[[:alpha:]]b", "[z-a]", "[a", "a\\", "[^]", "[]", "[]-?]", "[/a]"])
@example(["/*", "!/d/", "d/*", "!d/d"])
@example(["# a", "\\#a", "a ", "a b", "a\\ b", "e/a\\ ", "\\!a"])
@example(["d/", "!d"])
@example(["***/a", "d/***", "d**a", "/**", "**/"])
def test_as_git_does_it(repository: Path, patterns: list[str]) -> None:
    (repository / ".gitignore").write_text("\n".join(patterns), newline="\n")
    command = ["git", "-c", "core.excludesFile=", "ls-files", "-coz", "--exclude-standard"]
    output = subprocess.run(command, cwd=repository, check=True, capture_output=True, text=True).stdout
    found = {item.path for item in walk(repository, Limits(), lambda _: True)}
    assert found - {".gitignore"} == {*output.split("\0")} - {"", ".gitignore"}


@pytest.mark.parametrize(
    ("rules", "path", "folder", "verdict"),
    [
        ("a\r\n", "a", False, True),
        ("a/", "a", False, None),
        ("a/", "x/a", True, True),
        ("a\n!a", "a", False, False),
        ("x/y", "x/y", True, True),
        ("x/y", "z/x/y", True, None),
        ("[[:upper:][:digit:]]", "Q", False, True),
        ("[[:nonsense:]]", "n", False, None),
        ("a[/]b", "a/b", False, None),
        ("é?", "éü", False, True),
        ("", "a", False, None),
    ],
)
def test_verdicts(rules: str, path: str, folder: bool, verdict: bool | None) -> None:
    assert parse(rules).verdict(path, folder) is verdict


@pytest.mark.parametrize("rule", ["*a" * 60 + "b", "**/a/" * 60 + "b", "*a*" * 40 + "/b", "[" * 5000, "[[:a:]" * 2000])
def test_hostile_rules_take_no_time(rule: str) -> None:
    begin = time.monotonic()
    parse(rule).verdict("a" * 250 + "/a" * 500, False)
    assert time.monotonic() - begin < 2
