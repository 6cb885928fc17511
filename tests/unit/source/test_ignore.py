from __future__ import annotations

import re
import subprocess
import time
from pathlib import Path, PurePosixPath

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from seamark.source.ignore import parse

FILES = ("a", "b", "ab", "a.b", "d/a", "d/b", "d/a.b", "d/d/a", "d/d/b", "e/d/a", "e/d/e/b", "e/a b", "e/[a]", "e/-")
FOLDERS = {str(folder) for file in FILES for folder in PurePosixPath(file).parents} - {"."}
PATHS = sorted({*FILES, *FOLDERS})

# Where pathspec understands a rule otherwise than git does: stars glued to `**`, doubled or escaped slashes, `!/`,
# slashes in brackets, and a backslash at the end (and, not generated: backward ranges, and `[:alpha:]` and the like).
# Nobody writes such rules on purpose.
CORNERS = re.compile(r"[^/!]\*\*|\*\*[^/]|//|\\/|^!/ *$|\[[^]]*/|\\ *$")

TOKENS = (
    "a",
    "b",
    ".b",
    "d",
    "e",
    "*",
    "?",
    "/",
    "**/",
    "/**",
    "[ab]",
    "[!a]",
    "[a-c]",
    "[z-a]",
    "[",
    "!",
    "\\",
    " ",
    "#",
)
RULES = st.lists(st.sampled_from(TOKENS), min_size=1, max_size=6).map("".join).filter(lambda it: not CORNERS.search(it))


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("repository")
    subprocess.run(["git", "init", "-q", str(root)], check=True)
    for name in FILES:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(b"")
    return root


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(RULES, min_size=1, max_size=4))
@example(["*", "!*/", "!*.b"])
@example(["a/**", "!d/"])
@example(["e/**", "!e/**/", "!e/**/b"])
@example(["**/d/**/a", "!e/**/d"])
@example(["[!a]", "[]-]", "[z-a]", "[a", "a\\", "[^]", "[]"])
@example(["*[!a]", "d[!a]", "!?"])
@example(["/*", "!/d/", "d/*", "!d/d"])
@example(["# a", "\\#a", "a ", "a b", "a\\ b", "e/a\\ ", "\\!a"])
@example(["d/", "!d"])
@example(["*a*b", "*.*b*", "*?*?b"])
@example(["/**", "**/"])
def test_as_git_does_it(repository: Path, rules: list[str]) -> None:
    (repository / ".gitignore").write_text("\n".join(rules), newline="\n")
    command = ["git", "-c", "core.excludesFile=", "check-ignore", "--no-index", "-z", "--stdin"]
    answer = subprocess.run(command, cwd=repository, input="\0".join(PATHS), capture_output=True, text=True)
    assert answer.returncode in (0, 1), answer.stderr
    ours, ignored = parse("\n".join(rules)), set[str]()
    for path in PATHS:
        if str(PurePosixPath(path).parent) in ignored or ours.verdict(path, path in FOLDERS):
            ignored.add(path)
    assert ignored == {*answer.stdout.split("\0")} - {""}


@pytest.mark.parametrize(
    ("rules", "path", "folder", "verdict"),
    [
        ("a\r\n", "a", False, True),
        ("*a*a", "aba", False, True),
        ("a/", "a", False, None),
        ("a/", "x/a", True, True),
        ("a\n!a", "a", False, False),
        ("x/y", "x/y", True, True),
        ("x/y", "z/x/y", True, None),
        ("[[:nonsense:]]", "n", False, None),
        ("a[/]b", "a/b", False, None),
        ("é?", "éü", False, True),
        ("", "a", False, None),
    ],
)
def test_verdicts(rules: str, path: str, folder: bool, verdict: bool | None) -> None:
    assert parse(rules).verdict(path, folder) is verdict


@pytest.mark.parametrize(
    "rule",
    [
        "*a" * 60 + "b",
        "?*" * 60 + "b",
        "**/a/" * 60 + "b",
        "**/a/**/*a*a*b",
        "*a*" * 40 + "/b",
        "[" * 5000,
        "[[:a:]" * 2000,
    ],
)
def test_hostile_rules_take_no_time(rule: str) -> None:
    begin = time.process_time()
    rules = parse(rule)
    rules.verdict("a" * 250 + "/a" * 500, False)
    rules.verdict("a/" * 50 + "a" * 250, False)
    assert time.process_time() - begin < 2
