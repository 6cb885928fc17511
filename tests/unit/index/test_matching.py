"""Which providers can serve a call whose key they do not have (DESIGN 4, "Matching beyond equal keys")."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seamark import keys
from seamark.index.matching import EXACT, compatible, ranked
from seamark.resolve.ports import Port, Symbol

# consumer, providers, how, and which of them; a key that begins with `~` has something unknown before its path.
CASES = [
    ("GET /users", ["GET /users", "ANY /users"], "exact", ["GET /users"]),
    ("GET /users", ["ANY /users", "GET /{}"], "any verb", ["ANY /users"]),
    ("ANY /users", ["GET /users", "POST /users"], "any verb", ["GET /users", "POST /users"]),
    ("GET /users/me", ["GET /users/{}", "GET /*"], "literal for parameter", ["GET /users/{}"]),
    ("GET /files/a.json", ["GET /files/{}.json"], "literal for parameter", ["GET /files/{}.json"]),
    ("GET /static/css/a.css", ["GET /static/*"], "wildcard", ["GET /static/*"]),
    ("~GET /users/{}", ["GET /api/v1/users/{}"], "unknown prefix", ["GET /api/v1/users/{}"]),
    ("GET /api/users", ["~GET /users"], "unknown prefix", ["~GET /users"]),
    # Look-alikes.
    ("GET /users", ["POST /users"], None, []),
    ("GET /users/{}", ["GET /users/me"], None, []),
    ("GET /a/b", ["GET /{}/{}"], None, []),
    ("GET /users/me", ["GET /users/{}.json"], None, []),
    ("GET /users/me/photo", ["GET /users/{}"], None, []),
    ("GET /static", ["GET /assets/*"], None, []),
    ("GET /users", ["GET /*"], None, []),
    ("~GET /users/{}", ["GET /api/v1/users/{}", "GET /api/v2/users/{}"], None, []),
    ("GET /users/{}", ["GET /api/v1/users/{}"], None, []),
    ("~GET /{}", ["GET /api/{}"], None, []),
    ("~GET /users", ["GET /api/superusers"], None, []),
]


@pytest.mark.parametrize(("consumer", "providers", "how", "which"), CASES)
def test_ways(consumer: str, providers: list[str], how: str | None, which: list[str]) -> None:
    found = compatible(
        consumer.lstrip("~"), consumer.startswith("~"), [(p.lstrip("~"), p[0] == "~") for p in providers]
    )
    expected = None if how is None else (how, [key.lstrip("~") for key in which])
    assert (None if found is None else (found[0].how, found[1])) == expected


PATHS = st.lists(st.sampled_from(["a", "b", "{}", "{}.json"]), min_size=1, max_size=4).map(lambda p: "/" + "/".join(p))


@given(st.sampled_from(["GET", "ANY"]), PATHS, st.booleans())
def test_equal_keys_always_match_exactly(verb: str, path: str, hidden: bool) -> None:
    key = keys.http_key(verb, path)
    found = compatible(key, hidden, [(key, False), ("GET /other", False)])
    assert found == (EXACT, [key])


@given(PATHS, st.lists(st.tuples(PATHS.map(lambda p: f"GET {p}"), st.booleans()), max_size=5))
def test_a_call_is_only_offered_what_is_there(path: str, providers: list[tuple[str, bool]]) -> None:
    found = compatible(f"GET {path}", False, providers)
    assert found is None or set(found[1]) <= {key for key, _ in providers}


def test_of_implementations_the_registered_come_first_and_those_beside_them_do_not_serve() -> None:
    def port(path: str, start: int, *, registered: bool = False) -> Port:
        symbol = Symbol(path, "file", path)
        return Port("grpc", "A/B", "exposes", 0.9, "go", "grpc", path, start, start, symbol, registered=registered)

    near, used, beside = port("a/near.go", 1), port("b/used.go", 1, registered=True), port("b/used.go", 9)
    assert ranked(port("a/client.go", 1), [near, used, beside], lambda _, __: False) == [used, near]
