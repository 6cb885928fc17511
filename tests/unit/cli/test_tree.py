"""Which entries of a tree are written as files, and where its links lead."""

from __future__ import annotations

import pytest

from seamark.cli.reviewing.tree import Entry, accept_entries, goals


def entries(paths: str) -> list[Entry]:
    """Entries of these paths, with spaces between; a link's ends with `@`."""
    return [Entry(path.rstrip("@"), "", 0, path.endswith("@")) for path in paths.split(" ")]


@pytest.mark.parametrize(
    ("stated", "expected"),
    [
        ("a.py b/c.py b/d/e.py", "a.py b/c.py b/d/e.py"),
        ("A@ A/evil A/b/evil b", "A b"),
        ("A A/evil", "A"),
        ("A/evil A@", "A/evil"),
        ("a/b/c a@ a/b@", "a/b/c"),
        ("a.py a.py a.py@", "a.py"),
        # On a file system that tells cases apart both are what they say.
        ("A@ a/b.py A.py a.py", "A a/b.py A.py a.py"),
        ("../a a/../b a/.. . ./a a/./b", ""),
        ("/a a//b a/", ""),
        (".git .git/config a/.git/config .GIT/x .gIt git~1/x GIT~1", ""),
        (".git./x .git.../x .git::$INDEX_ALLOCATION/x .git\\x .g\u200cit/x .gi\ufefft", ""),
        # What only looks like that.
        (".gitignore .github/x.py git git~2 a.git/x my.git .git-x ..a/b ... a..", None),
        ("a\\b.py c:d.py aux.py [...slug].ts ...py", None),
    ],
)
def test_what_is_written(stated: str, expected: str | None) -> None:
    kept, refused = accept_entries(entries(stated), windows=False)
    expected = stated if expected is None else expected
    assert " ".join(entry.path for entry in kept) == expected
    assert len(kept) + len(refused) == len(stated.split(" "))


def test_names_with_spaces() -> None:
    paths = [".git /x", ".git . /x", "a b/c .py"]
    kept, refused = accept_entries([Entry(path, "", 0, False) for path in paths], windows=False)
    assert ([entry.path for entry in kept], refused) == (paths[2:], paths[:2])


@pytest.mark.parametrize(
    "path",
    [
        "..\\a",
        "c:\\a",
        "a:b",
        "a\\..\\..\\b",
        "nul",
        "a/COM1.py",
        "aux .x",
        "a./b",
        "b /c",
        ".. /a",
        ".../a",
        "a?",
        "a\nb",
    ],
)
def test_what_windows_takes_for_another_place(path: str) -> None:
    entry = Entry(path, "", 0, False)
    assert accept_entries([entry], windows=True) == ([], [path])
    assert accept_entries([entry], windows=False) == ([entry], [])


@pytest.mark.parametrize("path", ["a.py", "console.py", "com10.py", "nula", "a b.py", "a.b.c/d", "auxiliary/nul_.py"])
def test_what_windows_takes_as_it_is(path: str) -> None:
    entry = Entry(path, "", 0, False)
    assert accept_entries([entry], windows=True) == ([entry], [])


@pytest.mark.parametrize(
    ("text", "goal"),
    [
        ("b.py", "d/b.py"),
        ("./x/../b.py", "d/b.py"),
        ("../a.py", "a.py"),
        ("..", ""),
        (".", "d"),
        ("x/", "d/x"),
        ("x//c.py", "d/x/c.py"),
        ("to_x/c.py", "d/x/c.py"),
        ("to_x/../b.py", "d/b.py"),
        ("up/a.py", "a.py"),
        ("../../w/a.py", "a.py"),
        # Out, nowhere, and in circles.
        ("../../outside", None),
        ("../../../w/a.py", None),
        ("../../other/e.py", None),
        ("/w/a.py", None),
        ("/etc/passwd", None),
        ("out/passwd", None),
        ("to_nothing", None),
        ("no/../b.py", None),
        ("b.py/", None),
        ("b.py/..", None),
        ("link", None),
        ("link/x", None),
        ("", None),
        ("./" * 4000, None),
        ("..\\a.py", None),
    ],
)
def test_where_a_link_leads(text: str, goal: str | None) -> None:
    texts = {"d/link": text, "d/to_x": "x", "d/up": "to_x/../..", "d/out": "/etc", "d/to_nothing": "nothing"}
    paths = ["a.py", "d/b.py", "d/x/c.py", *texts]
    assert goals(texts, paths, "w/").get("d/link") == goal
    if not text.startswith("../../"):
        assert goals(texts, paths, "").get("d/link") == goal


def test_links_that_lead_through_each_other_end() -> None:
    texts = {f"l{number}": f"l{number + 1}/l{number + 1}" for number in range(2000)}
    assert goals(texts, list(texts), "") == {}
