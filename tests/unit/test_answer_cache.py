from __future__ import annotations

from seamark.resolve.abstract_values import Text
from seamark.resolve.workspace_facts.answer_cache import MAX_ASKED, AnswerCache, CachedAnswer

USERS, ORDERS = Text(("/users",)), Text(("/orders",))


def about(*paths: str) -> frozenset[tuple[str, ...]]:
    return frozenset(("named", path, "", "PREFIX") for path in paths)


def shared() -> AnswerCache:
    known = AnswerCache(lambda question: question[1])
    known.put("users", CachedAnswer(USERS, about("a.py", "b.py")))
    known.put("orders", CachedAnswer(ORDERS, about("b.py")))
    return known


def test_what_is_known_is_known_with_what_it_depends_on() -> None:
    assert shared().get("users") == CachedAnswer(USERS, about("a.py", "b.py"))
    assert shared().get("posts") is None


def test_only_what_is_about_a_place_goes_with_it() -> None:
    known = shared()
    known.drop(["a.py", "c.py"])
    assert known.get("users") is None
    assert known.get("orders") == CachedAnswer(ORDERS, about("b.py"))
    known.drop(["b.py"])
    assert known.get("orders") is None


def test_what_comes_back_depends_on_what_it_is_about_then() -> None:
    known = shared()
    known.drop(["a.py"])
    known.put("users", CachedAnswer(USERS, about("c.py")))
    known.drop(["a.py", "b.py"])
    assert known.get("users") is not None
    known.put("users", CachedAnswer(USERS, about("d.py")))
    known.drop(["c.py"])
    assert known.get("users") is not None
    known.drop(["d.py"])
    assert known.get("users") is None


def test_there_is_an_end_of_what_is_remembered() -> None:
    known = shared()
    many = about(*map(str, range(999)))
    for number in range(MAX_ASKED // 1000 + 1):
        known.put(number, CachedAnswer(None, many))
    assert known.get("users") is None
    assert known.get(MAX_ASKED // 1000) is not None
