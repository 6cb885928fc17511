from __future__ import annotations

from pathlib import Path

import pytest

from seamark.index.folders.roots import Roots
from seamark.index.reading.files import Files
from seamark.resolve.call_words import Word


@pytest.mark.parametrize(
    ("text", "word", "affected"),
    [
        ("send('/a')", "send", True),
        ("from x import send as go\ngo('/a')", "send", True),
        ("import requests\nkeep(send)", "send", False),
        ("keep(send)", "send", False),
        # Nobody had a reason to look for anything in it so far.
        ("go = send\nkeep(1)", "send", True),
        ("import requests\nother()", "send", False),
        # What the catalogue names is asked for in any case.
        ("import requests\nx.get('/a')", "get", False),
    ],
)
def test_which_files_a_word_makes_a_difference_to(tmp_path: Path, text: str, word: str, affected: bool) -> None:
    files = Files(Roots([tmp_path]))
    files.show("a.py", text.encode())
    files.update("a.py")
    assert files.view("a.py") is not None
    assert set().union(*files.set_words(frozenset({("python", Word(word))}))) == ({"a.py"} if affected else set())
    assert files.matters("a.py") or not affected
    # The other way around, too: a file that is read for the word's sake alone is not, without it.
    assert set().union(*files.set_words(frozenset())) == ({"a.py"} if affected else set())


@pytest.mark.parametrize(
    ("path", "text", "kin", "matters"),
    [
        ("a.ts", "setup(1)", "python", False),
        ("a.vue", "<script>setup(1)</script>", "typescript", True),
        ("a.html", "<script>setup(1)</script>", "typescript", True),
        ("a.html", "<p>setup(1)</p>", "typescript", False),
        ("a.cpp", "setup(1)", "c", True),
    ],
)
def test_names_are_called_in_their_own_language(tmp_path: Path, path: str, text: str, kin: str, matters: bool) -> None:
    files = Files(Roots([tmp_path]))
    files.show(path, text.encode())
    files.update(path)
    assert set().union(*files.set_words(frozenset({(kin, Word("setup"))}))) == ({path} if matters else set())
    assert files.matters(path) == matters


@pytest.mark.parametrize(
    ("path", "word", "matters"),
    [
        ("api/a.go", Word("get", within="api/"), True),
        ("web/a.go", Word("get", within="api/"), False),
        ("web/a.go", Word("Get", beside="rest"), False),
        ("web/b.go", Word("Get", beside="rest"), True),
        ("api/b.go", Word("Get", within="web/", beside="rest"), False),
    ],
)
def test_names_are_called_where_they_can_be_known(tmp_path: Path, path: str, word: Word, matters: bool) -> None:
    files = Files(Roots([tmp_path]))
    files.show(path, b"package x\nfunc f() { get(1); Get(2) }\n" + b'import "x/rest"\n' * path.endswith("b.go"))
    files.update(path)
    assert set().union(*files.set_words(frozenset({("go", word)}))) == ({path} if matters else set())
    assert files.matters(path) == matters


def test_what_an_edited_file_lacks_is_told_by_its_facts(tmp_path: Path) -> None:
    """While something is typed, its text alone may not tell what error recovery makes of it."""
    files = Files(Roots([tmp_path]))
    for keyword, has_base in (("type", False), ("typex", True)):
        text = f"package a\n\n{keyword} Second struct{{ base }}\n\nfunc present() {{}}\n"
        files.show("a.go", text.encode())
        files.update("a.go")
        assert [files.lacks("named", "a.go", name) for name in ("present", "absent", "base")] == [
            False,
            True,
            not has_base,
        ]
