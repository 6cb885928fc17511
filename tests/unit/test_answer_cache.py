from __future__ import annotations

from seamark.resolve.abstract_values import Text
from seamark.resolve.workspace_facts.answer_cache import MAX_ASKED, AnswerCache, Asked, CachedAnswer

USERS, ORDERS = Text(("/users",)), Text(("/orders",))


def about(*paths: str) -> frozenset[Asked]:
    return frozenset(("named", path, "", "PREFIX") for path in paths)


USERS_KNOWN, ORDERS_KNOWN = CachedAnswer(USERS, about("a.py", "b.py")), CachedAnswer(ORDERS, about("b.py"))


def shared() -> AnswerCache:
    known = AnswerCache(lambda question: question[1])
    known.put("users", USERS_KNOWN)
    known.put("orders", ORDERS_KNOWN)
    return known


def test_what_is_known_is_known_with_what_it_depends_on() -> None:
    assert shared().get("users") is USERS_KNOWN
    assert shared().get("posts") is None


def test_only_what_is_about_a_place_goes_with_it() -> None:
    known = shared()
    known.drop(["a.py", "c.py"])
    assert known.get("users") is None
    assert known.get("orders") is ORDERS_KNOWN
    known.drop(["b.py"])
    assert known.get("orders") is None


def test_what_depends_on_an_answer_goes_with_it() -> None:
    known = shared()
    both = CachedAnswer(None, frozenset([USERS_KNOWN, ORDERS_KNOWN]))
    known.put("both", both)
    known.put("more", CachedAnswer(None, about("c.py") | {both}))
    known.put("other", CachedAnswer(None, about("c.py")))
    known.drop(["a.py"])
    assert [known.get(one) for one in ("users", "both", "more")] == [None, None, None]
    assert known.get("orders") is ORDERS_KNOWN and known.get("other") is not None


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
    assert known.get("users") is USERS_KNOWN
    known.shrink()
    assert known.get("users") is None and known.get(MAX_ASKED // 1000) is None
    known.put("users", USERS_KNOWN)
    known.shrink()
    assert known.get("users") is USERS_KNOWN
