from __future__ import annotations

from pathlib import Path

import pytest

from seamark.index.folders.roots import Roots
from seamark.index.reading.files import Files
from seamark.index.reading.mentions import ANY


@pytest.mark.parametrize(
    ("text", "word", "affected"),
    [
        ("send('/a')", "send", True),
        ("from x import send as go\ngo('/a')", "send", True),
        ("import requests\nkeep(send)", "send", False),
        # Nobody had a reason to look for anything in it so far.
        ("keep(send)", "send", True),
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
    assert set().union(*files.set_words(frozenset({("python", word)}))) == ({"a.py"} if affected else set())
    assert files.matters("a.py") or not affected
    # The other way around, too: a file that is read for the word's sake alone is not, without it.
    assert set().union(*files.set_words(frozenset())) == ({"a.py"} if affected else set())


@pytest.mark.parametrize(
    ("path", "kin", "matters"),
    [("a.ts", "python", False), ("a.vue", "typescript", True), ("a.cpp", "c", True), ("a.ts", ANY, True)],
)
def test_names_are_called_in_their_own_language(tmp_path: Path, path: str, kin: str, matters: bool) -> None:
    files = Files(Roots([tmp_path]))
    files.show(path, b"setup(1)")
    files.update(path)
    assert set().union(*files.set_words(frozenset({(kin, "setup")}))) == ({path} if matters else set())
    assert files.matters(path) == matters
