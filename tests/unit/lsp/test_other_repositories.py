"""Where other repositories come from, are shown, and are checked out; and what of them is asked when."""

from __future__ import annotations

import math
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from seamark.lsp.child import Child
from seamark.lsp.organisation import messages
from seamark.lsp.organisation.ages import ago
from seamark.lsp.organisation.checkouts import Anchor, anchor, checkout, found_again, inside, stated_checkout
from seamark.lsp.organisation.messages import (
    Answered,
    Ask,
    Failed,
    FromStore,
    OtherSide,
    OtherSideQuestion,
    Own,
    Started,
)
from seamark.lsp.organisation.others import FRESH, MOST_DEATHS, PROMPT, Others, ProcessOutput, address
from seamark.lsp.organisation.pages import page
from seamark.lsp.organisation.repositories import repository
from seamark.resolve.port_model import Port, PortSymbol
from seamark.source.lines import lines_of
from seamark.store.origins import origin
from seamark.store.places import place
from seamark.store.shard import About

ORDERS = ("example.org", "shop/orders")


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://example.org/shop/orders", ORDERS),
        ("https://example.org/shop/orders.git/", ORDERS),
        ("https://me:secret@EXAMPLE.org:8443/shop/orders.git", ORDERS),
        ("ssh://git@example.org:22/shop/orders.git", ORDERS),
        ("git@example.org:shop/orders.git", ORDERS),
        ("example.org:shop/orders", ORDERS),
        ("git@example.org:~me/orders", ("example.org", "~me/orders")),
        ("https://example.org/", None),
        ("file:///srv/git/orders.git", None),
        ("/srv/git/orders.git", None),
        ("../orders", None),
        (r"C:\src\orders", None),
        ("C:/src/orders", None),
        ("", None),
    ],
)
def test_where_a_repository_comes_from(url: str, expected: tuple[str, str] | None) -> None:
    assert origin(url) == expected


@pytest.mark.parametrize("root", ["shop", "shop/main.py"])
def test_where_the_store_of_a_workspace_is(tmp_path: Path, root: str) -> None:
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop/main.py").touch()
    place = tmp_path / root
    assert address("stores/all", place) == str(tmp_path / "shop/stores/all")
    assert address("~/all", place) == str(Path.home() / "all")
    assert address("s3://shop/all", place) == "s3://shop/all"
    assert address("", place) == ""
    assert address("stores/all", None) == "stores/all"


@pytest.mark.parametrize(
    ("url", "templates", "expected"),
    [
        ("git@github.com:shop/orders.git", {}, "https://github.com/shop/orders/blob/c1/a%20b/x.py#L7"),
        ("https://gitlab.com/a/b/orders", {}, "https://gitlab.com/a/b/orders/-/blob/c1/a%20b/x.py#L7"),
        ("git@gitlab.shop.com:orders", {}, "https://gitlab.shop.com/orders/-/blob/c1/a%20b/x.py#L7"),
        ("git@bitbucket.org:shop/orders", {}, "https://bitbucket.org/shop/orders/src/c1/a%20b/x.py#lines-7"),
        ("https://codeberg.org/s/o", {}, "https://codeberg.org/s/o/src/commit/c1/a%20b/x.py#L7"),
        ("https://git.sr.ht/~me/o", {}, "https://git.sr.ht/~me/o/tree/c1/item/a%20b/x.py#L7"),
        ("https://code.shop.com/s/o", {}, None),
        ("https://code.shop.com/s/o", {"code.shop.com": "http://{host}/{file}"}, "http://code.shop.com/a%20b/x.py"),
        ("https://github.com/s/o", {"github.com": "javascript:{file}"}, None),
        ("/srv/orders", {}, None),
    ],
)
def test_the_page_of_a_file(url: str, templates: dict[str, str], expected: str | None) -> None:
    assert page(About("orders", "c1", "", url), "a b/x.py", 7, templates) == expected


def test_what_was_read_without_version_control_has_no_page() -> None:
    assert page(About("orders", "", "", "https://github.com/shop/orders"), "x.py", 7, {}) is None


@pytest.mark.parametrize(
    ("when", "expected"),
    [
        ("2026-05-31T10:00:00+00:00", "today"),
        ("2026-05-30T10:00:00+02:00", "yesterday"),
        ("2026-05-18T10:00:00", "13 days ago"),
        ("2026-05-10T10:00:00+00:00", "3 weeks ago"),
        ("2026-01-01T10:00:00+00:00", "5 months ago"),
        ("2020-01-01T10:00:00+00:00", "6 years ago"),
        ("2026-07-01T10:00:00+00:00", "today"),
        ("once", ""),
        ("", ""),
    ],
)
def test_how_long_ago(when: str, expected: str) -> None:
    assert ago(when, datetime(2026, 5, 31, 12, tzinfo=UTC)) == expected


def cloned(folder: Path, url: str) -> Path:
    (folder / ".git").mkdir(parents=True)
    (folder / ".git" / "config").write_text(f'[core]\n\tbare = false\n[remote "origin"]\n\turl = {url}\n\tfetch = x\n')
    return folder


def test_what_git_says_of_a_folder(tmp_path: Path) -> None:
    url = "git@example.org:shop/orders.git"
    found = repository(cloned(tmp_path / "mine", url))
    assert found is not None and (found.name, found.url) == ("orders", url)
    worktree, kept = tmp_path / "tree", tmp_path / "mine" / ".git" / "worktrees" / "tree"
    worktree.mkdir()
    kept.mkdir(parents=True)
    (worktree / ".git").write_text(f"gitdir: {kept}\n")
    (kept / "gitdir").write_text(f"{worktree / '.git'}\n")
    found = repository(worktree)
    assert found is not None and (found.name, found.url) == ("orders", url)
    (tmp_path / "new" / ".git").mkdir(parents=True)
    found = repository(tmp_path / "new")
    assert found is not None and (found.name, found.url) == ("new", "")
    assert repository(tmp_path) is None


def test_where_a_repository_is_checked_out(tmp_path: Path) -> None:
    about = About("orders", "c1", "", "https://example.org/shop/orders")
    beside = [tmp_path]
    assert checkout(about, beside) is None
    other = cloned(tmp_path / "orders", "https://example.org/shop/something-else")
    assert checkout(about, beside) is None  # Of this name, but another one.
    (other / ".git" / "config").write_text('[remote "origin"]\nurl = https://example.org/my/orders\n')
    assert checkout(about, beside) == tmp_path / "orders"  # A fork.
    assert stated_checkout(about, {"orders": "/src/orders"}, tmp_path) == Path("/src/orders")
    assert stated_checkout(about, {"orders": "../mine/orders"}, tmp_path / "web") == tmp_path / "mine" / "orders"
    assert stated_checkout(about, {"mail": "mail"}, tmp_path) is None
    by_address = {"git@example.org:shop/orders.git": "~/orders"}
    assert stated_checkout(about, by_address, tmp_path) == Path.home() / "orders"
    assert checkout(About("team/orders", "c1"), beside) is None


@pytest.mark.parametrize("file", ["../outside.py", "/etc/passwd", "a/../../outside.py", "", "link/outside.py"])
def test_a_store_leads_to_nothing_outside_of_a_checkout(tmp_path: Path, file: str) -> None:
    (tmp_path / "orders").mkdir()
    (tmp_path / "orders" / "link").symlink_to(tmp_path)
    assert inside(tmp_path / "orders", file) is None
    assert inside(tmp_path / "orders", "a/b.py") == tmp_path / "orders" / "a" / "b.py"


TEXT = """from flask import Flask

ä = 1; read_order = None
@app.get("/orders")
def read_order(): ...

def reads(): read_order()
"""


@pytest.mark.parametrize(
    ("line", "column", "end_column", "near", "expected"),
    [
        (5, 5, 15, "read_order", (5, "read_order")),  # Where it was.
        (4, 5, 15, "read_order", (5, "read_order")),  # The nearest.
        (90, 5, 15, "Orders.read_order", (7, "read_order")),
        (2, 11, 18, None, (2, "")),
        (4, 11, 18, None, (4, "/orders")),
        (5, 5, 15, "gone", (5, "read_order")),  # As it was said to be.
        (900, 1, 2, None, (8, "")),
    ],
)
def test_a_place_in_a_text_that_has_changed(
    line: int, column: int, end_column: int, near: str | None, expected: tuple[int, str]
) -> None:
    lines = lines_of(TEXT.encode())
    known = None if near is None else anchor(near, place(line, column))
    start, end = found_again(lines, place(line, column), place(line, end_column), known)
    assert (lines.human(start)[0], lines.data[start:end].decode()) == expected


def test_what_stands_near_a_name_moves_with_it() -> None:
    lines = lines_of(TEXT.encode())
    start, end = found_again(lines, place(14, 11), place(14, 18), Anchor("reads", place(17, 5)))
    assert lines.data[start:end] == b"/orders"


PORT = Port("http", "GET /orders", "consumes", 0.9, "python", "", ".", 0, 0, PortSymbol("", "file", ""))
FOUND = (OtherSide(About("orders", "c1"), PORT, "exact", 0.9),)


class Process(Child):
    """Notes what it is asked."""

    def __init__(self) -> None:
        self.asked: list[Ask] = []
        self.closed = False

    def listen(self, received: Callable[[bytes], None], ended: Callable[[int], None]) -> None:
        pass

    def send(self, frame: bytes) -> None:
        self.asked.append(messages.to_store(frame))

    def close(self) -> None:
        self.closed = True


class World:
    """What is known of others, with processes that answer what a test says."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.processes: list[Process] = []
        self.complaints: list[str] = []
        self.others = Others(self._start, lambda heard: None, self.complaints.append)
        self.now = 100.0
        monkeypatch.setattr("seamark.lsp.organisation.others.time.monotonic", lambda: self.now)

    def _start(self) -> Child:
        self.processes.append(Process())
        return self.processes[-1]

    @property
    def last(self) -> Ask:
        return self.processes[-1].asked[-1]

    def says(self, message: FromStore) -> bool:
        return self.others.take(ProcessOutput(self.processes[-1], messages.encode(message)))

    def begun(self) -> World:
        """A process has been started, and has opened the store."""
        self.others.configure("/contracts")
        assert not self.says(Answered(1, ()))
        return self

    def question(self, key: str = "GET /orders") -> OtherSideQuestion:
        number = self.others.number(Path("/web"), lambda: Own("web", ""))
        return OtherSideQuestion(
            number, Port(*("http", key, "consumes", 0.9, "", "", ".", 0, 0, PORT.symbol)), "exposes"
        )


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> World:
    return World(monkeypatch)


def test_without_a_store_nothing_is_asked(world: World) -> None:
    assert world.others.known_sides(world.question()) == ()
    world.others.ask()
    assert not world.processes and not world.others.lacks


def test_what_is_not_known_is_asked_once_and_then_known(world: World) -> None:
    world.begun()
    question = world.question()
    for _ in range(2):
        assert world.others.known_sides(question) == ()
        world.others.ask()
    assert world.others.lacks and len(world.processes[0].asked) == 2
    assert world.last.questions == (question,) and world.last.own == {question.own: Own("web", "")}
    assert world.says(Answered(2, (FOUND,)))
    world.others.lacks = False
    assert world.others.known_sides(question) == FOUND
    world.others.ask()
    assert len(world.processes[0].asked) == 2 and not world.others.lacks


def test_what_was_known_counts_until_it_is_known_anew(world: World) -> None:
    world.begun()
    question = world.question()
    world.others.known_sides(question)
    world.others.ask()
    world.says(Answered(2, (FOUND,)))
    world.now += FRESH + 1
    world.others.lacks = False
    assert world.others.known_sides(question) == FOUND and not world.others.lacks
    world.others.ask()
    assert world.last.number == 3
    assert not world.says(Answered(3, (FOUND,)))  # Nothing new.
    world.now += FRESH + 1
    world.others.known_sides(question)
    world.others.ask()
    assert not world.says(Failed(4, "it is gone", lasts=False))
    assert world.others.known_sides(question) == FOUND
    world.now += FRESH + 1
    world.others.known_sides(question)
    world.others.ask()
    assert world.says(Answered(5, ((),)))
    assert world.others.known_sides(question) == ()


def test_a_store_is_waited_for_no_longer_than_it_is_prompt(world: World) -> None:
    world.begun()
    assert world.others.prompt < world.now
    world.others.known_sides(world.question())
    world.others.ask()
    assert world.others.prompt == world.now + PROMPT
    world.now += PROMPT
    world.others.known_sides(world.question("GET /users"))
    world.others.ask()
    assert world.others.prompt == world.now


def test_a_process_that_starts_is_waited_for_and_then_the_store_is(world: World) -> None:
    world.others.configure("/contracts")
    world.now += 10 * PROMPT
    world.others.known_sides(world.question())
    world.others.ask()
    assert world.others.prompt == math.inf
    assert not world.says(Started())
    assert world.others.prompt == world.now + PROMPT
    world.now += PROMPT
    assert world.others.prompt == world.now
    assert not world.others.take(ProcessOutput(world.processes[-1], code=-11))  # The next one has to start as well.
    assert world.others.prompt == math.inf


def test_since_when_a_store_is_silent(world: World) -> None:
    def silent() -> float | None:
        return world.others.silent_since

    assert silent() is None
    begin = world.now
    world.others.configure("/contracts")
    world.now += 1
    world.others.known_sides(world.question())
    world.others.ask()
    assert silent() == begin
    world.says(Answered(1, ()))
    assert silent() == begin + 1
    assert world.says(Answered(2, (FOUND,)))
    assert silent() is None
    world.now += FRESH + 1
    world.others.known_sides(world.question())
    world.others.ask()
    assert silent() is None  # It is known, and only asked again.
    again = world.now
    world.now += 1
    world.others.known_sides(world.question("GET /users"))
    world.others.ask()
    assert silent() == again
    world.others.configure("")
    assert silent() is None


def test_what_is_wrong_is_said_once(world: World) -> None:
    world.begun()
    for number, key in enumerate(("GET /a", "GET /b"), start=2):
        world.others.known_sides(world.question(key))
        world.others.ask()
        assert world.says(Failed(number, "/contracts is not there", lasts=False))
    assert world.complaints == ["/contracts is not there"]


def test_what_lasts_is_not_asked_again_before_another_store_is_set(world: World) -> None:
    world.begun()
    world.others.known_sides(world.question())
    world.others.ask()
    world.says(Failed(2, "duckdb is not installed", lasts=True))
    assert world.others.known_sides(world.question("GET /users")) == ()
    world.others.ask()
    assert len(world.processes[0].asked) == 2
    world.others.configure("/others")
    assert world.processes[0].closed and world.last.address == "/others"
    world.others.configure("")
    assert world.processes[1].closed and len(world.processes) == 2


def test_another_process_is_asked_what_one_has_died_of_until_it_is_in_vain(world: World) -> None:
    world.begun()
    question = world.question()
    world.others.known_sides(question)
    world.others.ask()
    for count in range(1, MOST_DEATHS):
        assert not world.others.take(ProcessOutput(world.processes[-1], code=-11))
        assert len(world.processes) == count + 1 and world.last.questions == (question,)
    assert world.others.take(ProcessOutput(world.processes[-1], code=-11))
    assert len(world.processes) == MOST_DEATHS and len(world.complaints) == 1
    world.others.lacks = False
    assert world.others.known_sides(question) == () and not world.others.lacks


def test_what_a_former_process_says_counts_for_nothing(world: World) -> None:
    world.begun()
    world.others.configure("/others")
    assert not world.others.take(ProcessOutput(world.processes[0], messages.encode(Answered(1, ()))))
    assert not world.others.take(ProcessOutput(world.processes[0], code=0))
    assert len(world.processes) == 2
