"""Which providers can serve a call whose key they do not have (DESIGN 4, "Matching beyond equal keys")."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seamark import keys
from seamark.index.matching.compatible import EXACT, Reach, compatible, is_of_the_internet, rank_providers
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
    ("GET /owners/7/pets/{}", ["GET /owners/*/pets/{}", "GET /owners/*"], "wildcard", ["GET /owners/*/pets/{}"]),
    ("GET /owners/7/old/pets/1/pets/2", ["GET /owners/*/pets/{}"], "wildcard", ["GET /owners/*/pets/{}"]),
    ("GET /a/x/b/y/z/c", ["GET /a/*/b/*/c", "GET /a/*/c"], "wildcard", ["GET /a/*/b/*/c", "GET /a/*/c"]),
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
    ("GET /owners/pets/2", ["GET /owners/*/pets/{}"], None, []),
    ("GET /owners/7/pets", ["GET /owners/*/pets/{}"], None, []),
    ("GET /owners/7/pets/2/toys", ["GET /owners/*/pets/{}"], None, []),
    ("GET /owners/7/cats/2", ["GET /owners/*/pets/{}"], None, []),
    ("GET /de/users", ["GET /*/users", "GET /{}/*/users"], None, []),
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


FAR = [
    ("GET /users", ["GET /users", "ANY /users"], "exact"),
    ("GET /users/me", ["GET /users/{}", "GET /users/*"], "literal for parameter"),
    ("GET /api/v2/pings", ["GET /api/*", "ANY /api~"], None),
    ("~GET /users/{}", ["GET /api/v1/users/{}"], None),
]


@pytest.mark.parametrize(("consumer", "providers", "how"), FAR)
def test_a_call_to_the_internet_is_served_only_by_who_states_its_path(
    consumer: str, providers: list[str], how: str | None
) -> None:
    reaching = [(p.rstrip("~"), Reach(below=p.endswith("~"))) for p in providers]
    found = compatible(consumer.lstrip("~"), consumer.startswith("~"), reaching, is_far=True)
    assert (found and found[0].how) == how


@pytest.mark.parametrize("host", ["plex.tv", "api.github.com:443", "{}.example.com", "1.2.example.org"])
def test_hosts_of_the_internet(host: str) -> None:
    assert is_of_the_internet(host)


@pytest.mark.parametrize(
    "host",
    [None, "", "orders", "localhost:80", "127.0.0.1", "orders.{}", "host.docker.internal", "a.prod.svc.cluster.local"],
)
def test_hosts_of_a_network_of_ones_own(host: str | None) -> None:
    assert not is_of_the_internet(host)


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
