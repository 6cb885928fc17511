"""A session is compared with a fresh server: one in every run, and what would be found if the server were wrong."""

from __future__ import annotations

from random import Random

import pytest

from seamark.lsp import uris
from seamark.lsp.front.documents import Documents, Edit
from tests.features.snippets import FILES, content, edited
from tests.fuzz.session import Session, WrongError, difference
from tests.fuzz.sessions import differs
from tests.protocol.client import Client, Message

SEED, STEPS = 1, 25


def test_a_session_ends_with_what_a_fresh_server_says() -> None:
    assert differs(SEED, STEPS, STEPS) is None


def test_a_change_that_the_server_is_not_told_of_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.fuzz.session.SETTLED", 0.5)
    monkeypatch.setattr(Client, "change", lambda *change: None)
    session = Session(SEED)
    with session.begun():
        session.shown["web/page.js"] = ""
        session.client.open(session.root / "web/page.js", "")
        session.compare()
        session.shown["web/page.js"] = 'fetch("/nobody/knows");\n'
        session.client.change(uris.from_path(session.root / "web/page.js"), {"text": session.shown["web/page.js"]})
        with pytest.raises(WrongError, match="/nobody/knows"):
            session.compare()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "a"),
        ("a", ""),
        ("a\r\nb", "a\nb"),
        ("a\nb", "a\r\nb"),
        ("a\rb", "a\r\rb"),
        ("\r\n\r\n", "\r\n"),
        ("é😀x", "é😀y"),
    ],
)
def test_a_change_makes_one_text_the_other(before: str, after: str) -> None:
    assert applied(before, difference(before, after)) == after


def test_a_change_makes_any_text_the_edited_one() -> None:
    random = Random(0)
    for path in FILES * 20:
        before = content(random, path)
        after = edited(random, path, before)
        assert applied(before, difference(before, after)) == after


def applied(text: str, change: Message) -> str:
    """The text after a change, as the server understands it."""
    documents = Documents("utf-16")
    documents.open("file:///a", "", 1, text)
    start, end = change["range"]["start"], change["range"]["end"]
    edit = Edit(change["text"], (start["line"], start["character"], end["line"], end["character"]))
    changed = documents.change("file:///a", 2, [edit])
    assert changed is not None
    return changed.data.decode()
