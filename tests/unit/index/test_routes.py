"""Keys that may be compatible are found among all others: none is missed that is."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from seamark.index.matching.compatible import Reach, compatible
from seamark.index.matching.routes import Routes
from seamark.index.matching.similar_keys import SimilarKeys

PATHS = st.lists(st.sampled_from(["a", "b", "ab", "{}", "a{}", "{}.json", "*"]), max_size=4).map("/".join)
KEYS = st.builds("{} /{}".format, st.sampled_from(["GET", "POST", "ANY"]), PATHS)


@given(st.sets(KEYS, max_size=12), KEYS, st.booleans())
def test_what_is_compatible_is_found_from_both_sides(keys: set[str], asked: str, below: bool) -> None:
    routes = Routes()
    for key in keys:
        routes.put(key)
    serving, served = routes.providers_of(asked), routes.consumers_of(asked, below=below)
    reach = Reach(open_prefix=True, below=below)
    for key in keys:
        assert compatible(asked, True, [(key, reach)]) is None or key in serving
        assert compatible(key, True, [(asked, reach)]) is None or key in served
    assert serving | served <= keys


@given(st.lists(st.tuples(st.booleans(), KEYS), max_size=30), KEYS)
def test_what_is_gone_is_not_found(changes: list[tuple[bool, str]], asked: str) -> None:
    routes, there = Routes(), set[str]()
    for comes, key in changes:
        (routes.put if comes else routes.discard)(key)
        (there.add if comes else there.discard)(key)
    fresh = Routes()
    for key in there:
        fresh.put(key)
    assert routes.providers_of(asked) == fresh.providers_of(asked)
    assert routes.consumers_of(asked) == fresh.consumers_of(asked)


def test_keys_that_look_alike() -> None:
    alike = SimilarKeys()
    for number in range(500):
        alike.put(f"GET /things{number}/{{}}/parts")
    alike.put("GET /users/{}")
    alike.put("GET /users/{}/orders")
    assert alike.nearest("GET /usres/{}", 3) == ["GET /users/{}", "GET /users/{}/orders"]
    alike.discard("GET /users/{}")
    assert alike.nearest("GET /usres/{}", 1) == ["GET /users/{}/orders"]
    assert alike.nearest("POST /entirely/other", 3) == []
