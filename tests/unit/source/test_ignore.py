from __future__ import annotations

import subprocess
from pathlib import Path, PurePosixPath

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from seamark.source.ignore import parse
from tests.pace import within

FILES = (
    *("a", "b", "ab", "a.b", "a-b", "#a", "d/a", "d/b", "d/a.b", "d/d/a", "d/d/b", "abd/b", "d/!a"),
    *("e/d/a", "e/d/e/b", "e/a b", "e/[a]", "e/-", "e/d/]z", "e/^", "e/#", "e/a1", "e/9"),
)
FOLDERS = {str(folder) for file in FILES for folder in PurePosixPath(file).parents} - {"."}
PATHS = sorted({*FILES, *FOLDERS})

TOKENS = (
    *("a", "b", ".b", "d", "e", "1", "*", "?", "/", "**", "***", "**/", "/**", "/**/", "//"),
    *("[ab]", "[!a]", "[^a]", "[a-c]", "[z-a]", "[--a]", "[a-", "[]a]", "[!]a]", "[a/]", "[+-9]", "[a-\\z]", "[\\]]"),
    *("[[:alpha:]]", "[![:digit:]]", "[[:space:]x]", "[[:punct:]]", "[[:upper:]-z]", "[[:none:]]", "[:a:]", "[[:]"),
    *("[", "]", "!", "\\", " ", "#", "-", "^", ":", "\t", "\r"),
)
RULES = st.lists(st.sampled_from(TOKENS), min_size=1, max_size=6).map("".join)


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
@example(["a**", "!a**/b", "ab**\\/b"])
@example(["d/**/**/a", "**/*/**/b", "!*/d/**"])
@example(["a\\  ", "a b \\\\ ", "\\", "a\t"])
@example(["[[:alpha:]]", "!e/[![:digit:]]", "[[:none:]a]", "[[:alpha:"])
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
        ("é[ä-ü]", "éö", False, True),
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
        "*[!x]" * 7 + "x",
        "*[!x]" * 1000 + "x",
        "*[ab]*?" * 300 + "/x",
        "**/*[!x]*[!y]/" * 50 + "z",
        "[" * 5000,
        "[[:a:]" * 2000,
        "[" + "[:a" * 30000 + "]",
        "*a" * 20000 + "b",
        "*" * 100000,
        "\n".join(["*[!x]*[!x]*[!x]x"] * 2000),
    ],
)
def test_hostile_rules_take_no_time(rule: str) -> None:
    with within(2):
        rules = parse(rule)
        for path in ("a" * 250 + "/a" * 500, "a/" * 50 + "a" * 250, "a/" * 1500 + "a"):
            rules.verdict(path, False)
            rules.verdict(path, True)


def test_many_double_stars_mean_what_git_takes_them_for() -> None:
    assert parse("**/a/**/b/**/c/**/d").verdict("x/a/y/b/c/z/d", False) is True
    assert parse("**/a/**/b/**/c/**/d").verdict("x/a/y/c/b/z/d", False) is None
