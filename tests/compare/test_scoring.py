"""Every tool's way of writing keys gives the same key, and what is found is scored against document and source."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.compare.checkouts import checkout
from tests.compare.records import Found, Key, Link, Place, Port, key, place
from tests.compare.running import run
from tests.compare.scoring import Score, Served, lines, missing, operations, read_links, score
from tests.compare.table import shown
from tests.features.repositories import commit, git

READ = Key("GET", "/users/{}")
CALL = Place("web/api.ts", 3)
ROUTE, HANDLER, OTHER = Place("api/main.py", 10), Place("api/main.py", 11), Place("api/main.py", 20)
SERVED = Served(Place("web/api.ts", 2, 4), (ROUTE, HANDLER))
SCORED = Score(operations=2, routes=1, ends=0, other=0, read=1, calls=1, right=1, wrong=0)


@pytest.mark.parametrize(
    "path",
    [
        "/users/{id}",
        "users/{id}/",
        "/users/:id",
        "/users/:id(\\d+)?",
        "/users/<int:id>",
        "/users/${user.id}",
        "/users/${…}",
        "/users/%s",
        "/users/(\\d+)",
        "/users/[id]",
        "/users/{id:[0-9]{4}}",
        "http://users:8080/users/{param}?sort=1",
        "//users/{id}",
    ],
)
def test_keys_of_every_spelling_are_alike(path: str) -> None:
    assert key("get", path) == READ


@pytest.mark.parametrize("path", ["/users", "/users/{id}/posts", "/user/{id}", "/users/me"])
def test_other_paths_have_other_keys(path: str) -> None:
    assert key("get", path) != READ


def test_a_key_without_a_verb_is_for_any_verb() -> None:
    assert key("", "/users/{id}") == Key("ANY", "/users/{}")


def test_places_are_named_from_the_root() -> None:
    assert place("/work/shop/web/api.ts", 3, "/work/shop") == CALL == place("./web/api.ts", 3)


def test_operations_stand_below_the_prefix_of_the_server(tmp_path: Path) -> None:
    document = tmp_path / "openapi.yaml"
    document.write_text("paths:\n  /users/{id}:\n    get: {}\n    parameters: []\n  /users:\n    post: {}\n")
    assert operations(document, "/api") == {Key("GET", "/api/users/{}"), Key("POST", "/api/users")}


def test_lines() -> None:
    assert [lines("a:b.py:5"), lines("a.py:5-9")] == [Place("a:b.py", 5, 5), Place("a.py", 5, 9)]
    assert read_links([{"call": "a.ts:1", "served": ["b.py:2-3"]}]) == [
        Served(Place("a.ts", 1, 1), (Place("b.py", 2, 3),))
    ]


def test_routes_calls_and_links_are_counted() -> None:
    call = Port(READ, CALL)
    found = Found(
        frozenset([Port(READ, ROUTE)]), frozenset([call]), frozenset([Link(call, ROUTE), Link(call, HANDLER)])
    )
    assert score(found, _documented(), [SERVED]) == SCORED
    assert missing(found, _documented(), [SERVED]) == ["route POST /users"]


def test_a_key_that_no_document_has_is_another() -> None:
    found = Found(routes=frozenset([Port(key("GET", path), ROUTE) for path in ("/health", "/users/{id}", "/user")]))
    assert score(found, _documented(), []) == Score(2, 1, 0, 2, 0, 0, 0, 0)


@pytest.mark.parametrize(
    ("path", "is_end"), [("/{id}/posts", True), ("/posts", True), ("/{id}", False), ("/sts", False)]
)
def test_the_end_of_a_path_is_counted_apart(path: str, is_end: bool) -> None:
    found = Found(routes=frozenset([Port(key("GET", path), ROUTE)]))
    documented = frozenset([Key("GET", "/users/{}/posts")])
    assert score(found, documented, []) == Score(1, 0, int(is_end), int(not is_end), 0, 0, 0, 0)


def test_any_verb_serves_each_but_another_verb_does_not() -> None:
    found = Found(routes=frozenset([Port(key("", "/users"), ROUTE), Port(key("PUT", "/users/{id}"), ROUTE)]))
    assert score(found, _documented(), []) == Score(2, 1, 0, 1, 0, 0, 0, 0)


def test_a_link_that_leads_elsewhere_is_wrong() -> None:
    call = Port(READ, CALL)
    found = Found(calls=frozenset([call]), links=frozenset([Link(call, OTHER)]))
    assert score(found, frozenset(), [SERVED]) == Score(0, 0, 0, 0, 1, 1, 0, 1)
    assert missing(found, frozenset(), [SERVED]) == [
        "wrong web/api.ts:2 -> api/main.py:20",
        "link web/api.ts:2 [GET /users/{}]",
    ]


def test_a_link_from_elsewhere_counts_for_nothing() -> None:
    call = Port(READ, Place("web/api.ts", 5))
    found = Found(links=frozenset([Link(call, ROUTE)]))
    assert score(found, frozenset(), [SERVED]) == Score(0, 0, 0, 0, 1, 0, 0, 0)


def test_a_run_is_measured_and_stopped_at_its_limit(tmp_path: Path) -> None:
    log = tmp_path / "0.out"
    usage = run([sys.executable, "-Ic", "print('said'); exit(3)"], 60, tmp_path, {}, log)
    assert (usage.status, log.read_text("utf-8")) == (3, "said\n")
    assert usage.wall > 0 < usage.processor < 60
    assert usage.memory > 1_000_000
    assert run([sys.executable, "-Ic", "import time; time.sleep(60)"], 0.2, tmp_path, {}, log).status < 0


def test_a_checkout_is_cloned_once_and_is_of_its_commit(tmp_path: Path) -> None:
    source = tmp_path / "source"
    source.mkdir()
    git(source, "init", "--quiet")
    (source / "a.py").write_text("")
    commit(source, "one")
    head = git(source, "rev-parse", "HEAD")
    root = checkout(tmp_path / "checkouts", "shop", str(source), head)
    assert (root / "a.py").exists()
    assert checkout(tmp_path / "checkouts", "shop", "nowhere", head) == root
    with pytest.raises(ValueError, match=f"shop is at {head}: check f+ of nowhere out"):
        checkout(tmp_path / "checkouts", "shop", "nowhere", "f" * 40)


def test_tables_say_what_was_not_measured() -> None:
    usage = {"wall": 2.0, "processor": 1.0, "memory": 2_000_000, "status": 0}
    one = {"score": SCORED._asdict(), "usage": usage, "failed": "not done after 900 s"}
    results = {
        "one": {"version": "1.0", "size": 3_000_000, "repositories": {"shop": one, "bank": one}},
        "other": {"unavailable": "no such package", "repositories": {}},
    }
    table = shown(["one", "other"], results)
    assert "| one | 1 + 0 of 2; 1 of 1 | 1 + 0 of 2; 1 of 1 |" in table
    assert "| other | not measured | not measured |" in table
    assert "| one | 1.0 | 3 | 1.0 s, 2 MB | 1.0 s, 2 MB |" in table
    assert "| other | not installed: no such package |" in table
    assert "| one (not done after 900 s) | 1 of 2 | 0 | 0 | 1 of 1 | 1 of 1 | 0 | 1.0 | 2 |" in table


def _documented() -> frozenset[Key]:
    return frozenset([READ, Key("POST", "/users")])
