"""Which providers can serve a call whose key they do not have (DESIGN 4, "Matching beyond equal keys")."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seamark import keys
from seamark.index.matching.compatible import EXACT, Reach, compatible, rank_providers
from seamark.resolve.port_model import Port, PortSymbol

# consumer, providers, how, and which of them; a key that begins with `~` has something unknown before its path, one
# that ends with `~` serves what is below it, too.
_BOTH = ["GET /a/{}.json", "GET /{}/b.json"]
CASES = [
    ("GET /users", ["GET /users", "ANY /users"], "exact", ["GET /users"]),
    ("GET /users", ["ANY /users", "GET /{}"], "any verb", ["ANY /users"]),
    ("ANY /users", ["GET /users", "POST /users"], "any verb", ["GET /users", "POST /users"]),
    ("GET /users/me", ["GET /users/{}", "GET /*"], "literal for parameter", ["GET /users/{}"]),
    ("GET /files/a.json", ["GET /files/{}.json"], "literal for parameter", ["GET /files/{}.json"]),
    ("GET /static/css/a.css", ["GET /static/*"], "wildcard", ["GET /static/*"]),
    ("GET /boats.git/info/refs", ["GET /{}.git/*"], "wildcard", ["GET /{}.git/*"]),
    ("POST /node/lock/{}", ["ANY /node~", "ANY /node/lock~"], "below its path", ["ANY /node/lock~"]),
    ("GET /a/b/c", ["ANY /a/{}~", "ANY /a/b~"], "below its path", ["ANY /a/b~"]),
    ("GET /files/a/icon", ["GET /files/{}/icon", "GET /files/{}/{}"], "literal for parameter", ["GET /files/{}/icon"]),
    ("GET /a/b.json", ["GET /a/{}", "GET /a/{}.json", "GET /{}/b.json"], "literal for parameter", _BOTH),
    ("POST /a/b/{}", ["ANY /{}/b/{}", "POST /{}/{}/{}"], "literal for parameter", ["ANY /{}/b/{}"]),
    ("GET /static/css/a.css", ["GET /*", "GET /static/*", "GET /static/css/*"], "wildcard", ["GET /static/css/*"]),
    ("GET /node/lock", ["ANY /node~", "GET /node/{}"], "literal for parameter", ["GET /node/{}"]),
    ("~GET /users/{}", ["GET /api/v1/users/{}"], "unknown prefix", ["GET /api/v1/users/{}"]),
    ("GET /api/users", ["~GET /users"], "unknown prefix", ["~GET /users"]),
    # Look-alikes.
    ("GET /a/b/c", ["GET /a/{}/c", "GET /{}/b/c"], "literal for parameter", ["GET /a/{}/c", "GET /{}/b/c"]),
    ("ANY /a/b", ["GET /a/b{}", "POST /a/{}"], "literal for parameter", ["POST /a/{}"]),
    ("ANY /a/b/c", ["GET /a/b/{}", "POST /a/{}/{}"], "literal for parameter", ["GET /a/b/{}", "POST /a/{}/{}"]),
    ("GET /a/b-c", ["GET /a/{}-c", "GET /a/b{}"], "literal for parameter", ["GET /a/b{}", "GET /a/{}-c"]),
    ("GET /users", ["POST /users"], None, []),
    ("GET /users/{}", ["GET /users/me"], None, []),
    ("GET /a/b", ["GET /{}/{}"], None, []),
    ("GET /users/me", ["GET /users/{}.json"], None, []),
    ("GET /users/me/photo", ["GET /users/{}"], None, []),
    ("GET /static", ["GET /assets/*"], None, []),
    ("GET /users", ["GET /*"], None, []),
    ("GET /users/me/photo", ["GET /{}/*", "ANY /{}/{}/*"], None, []),
    ("GET /users", ["ANY /~"], None, []),
    ("GET /node/lock", ["ANY /node"], None, []),
    ("GET /node", ["ANY /node/lock~"], None, []),
    ("GET /nodes/lock", ["ANY /node~"], None, []),
    ("GET /node/lock", ["POST /node~"], None, []),
    ("~GET /users/{}", ["GET /api/v1/users/{}", "GET /api/v2/users/{}"], None, []),
    ("GET /users/{}", ["GET /api/v1/users/{}"], None, []),
    ("~GET /{}", ["GET /api/{}"], None, []),
    ("~GET /users", ["GET /api/superusers"], None, []),
]


@pytest.mark.parametrize(("consumer", "providers", "how", "which"), CASES)
def test_ways(consumer: str, providers: list[str], how: str | None, which: list[str]) -> None:
    reaching = [(p.strip("~"), Reach(open_prefix=p.startswith("~"), below=p.endswith("~"))) for p in providers]
    found = compatible(consumer.lstrip("~"), consumer.startswith("~"), reaching)
    expected = None if how is None else (how, [key.strip("~") for key in which])
    assert (None if found is None else (found[0].how, found[1])) == expected


PATHS = st.lists(st.sampled_from(["a", "b", "{}", "{}.json"]), min_size=1, max_size=4).map(lambda p: "/" + "/".join(p))


@given(st.sampled_from(["GET", "ANY"]), PATHS, st.booleans())
def test_equal_keys_always_match_exactly(verb: str, path: str, hidden: bool) -> None:
    key = keys.http_key(verb, path)
    found = compatible(key, hidden, [(key, Reach()), ("GET /other", Reach())])
    assert found == (EXACT, [key])


REACHES = st.builds(Reach, st.booleans(), st.booleans())


@given(PATHS, st.lists(st.tuples(PATHS.map(lambda p: f"GET {p}"), REACHES), max_size=5))
def test_a_call_is_only_offered_what_is_there(path: str, providers: list[tuple[str, Reach]]) -> None:
    found = compatible(f"GET {path}", False, providers)
    assert found is None or set(found[1]) <= {key for key, _ in providers}


def test_of_implementations_the_registered_come_first_and_those_beside_them_do_not_serve() -> None:
    def port(path: str, start: int, *, registered: bool = False) -> Port:
        symbol = PortSymbol(path, "file", path)
        return Port("grpc", "A/B", "exposes", 0.9, "go", "grpc", path, start, start, symbol, registered=registered)

    near, used, beside = port("a/near.go", 1), port("b/used.go", 1, registered=True), port("b/used.go", 9)
    assert rank_providers(port("a/client.go", 1), [near, used, beside], lambda _, __: False) == [used, near]
