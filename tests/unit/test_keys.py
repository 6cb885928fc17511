"""Keys: every row of `keys.txt`, and what holds for any text."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seamark.keys import (
    MECHANISMS,
    HttpTarget,
    boundary_id,
    graphql_key,
    http_key,
    http_keys,
    http_path,
    http_paths,
    http_target,
    join_paths,
    lower_camel,
    only_holes,
    qualified_name,
    rest_parameter,
    route_keys,
)
from tests.pace import within


class Row(NamedTuple):
    """A line of the table, and the rule that the heading above it names, if it does."""

    raw: str
    paths: tuple[str, ...]
    rule: list[str]


def _rows() -> Iterator[Row]:
    rule: list[str] = []
    for line in (Path(__file__).parent / "keys.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("# "):
            rule = re.findall(r"^# (2\.5\.\d) ", line)
        elif line:
            raw, paths = line.split("->")
            yield Row(raw.strip().replace("''", ""), tuple(paths.split()), rule)


@pytest.mark.parametrize(
    ("raw", "paths"), [pytest.param(row.raw, row.paths, marks=pytest.mark.spec(*row.rule)) for row in _rows()]
)
def test_table(raw: str, paths: tuple[str, ...]) -> None:
    assert http_paths(raw) == paths
    assert http_path(raw) == paths[0]


def test_a_route_has_no_host() -> None:
    assert route_keys("get", "//api/users") == ("GET /api/users",)
    assert http_keys("get", "//api/users") == ("GET /users",)


_texts = st.text() | st.lists(
    st.sampled_from([*"/?#{}()[]<>:$*+.-@|\\%&=a1 ", "{}", "{$}", "{?", "...", ":a", "$b", "(?:", "(/", "{/", ".*"])
).map("".join)


@given(_texts)
def test_paths_are_normalized_once_and_for_all(raw: str) -> None:
    for path in http_paths(raw):
        assert http_paths(path) == (path,)
        assert path.startswith("/")
        assert not path.startswith("//")


@given(_texts)
def test_a_target_keeps_the_key(raw: str) -> None:
    target = http_target(raw)
    if target is not None:
        assert http_paths(target.path) == http_paths(raw)
        assert http_target(target.path) == HttpTarget(None, target.path, base_unknown=False)


_names = st.from_regex(r"[a-z_][a-z0-9_]*", fullmatch=True)


@pytest.mark.spec("2.5.same")
@given(_names, _names, st.integers(min_value=0))
def test_the_three_spellings_meet(resource: str, name: str, number: int) -> None:
    key = f"GET /{resource}/{{}}"
    assert http_key("GET", f"/{resource}/{{{name}}}") == key
    assert http_key("get", f"/{resource}/:{name}") == key
    assert http_key("GET", f"https://api.example.com:8443/{resource}/{number}?a=b#c") == key


@pytest.mark.slow
@pytest.mark.parametrize(
    "unit", ["{", "}", "(", "[", "<", "{/", "(/", ":a", "/:a?", "{a?}", "{}", "?", "$", "*", "a:", "//", "{a<>?"]
)
@pytest.mark.parametrize(("prefix", "suffix"), [("", ""), ("/", "}"), ("http://", "x"), ("{}", ")")])
def test_hostile_texts_take_linear_time(unit: str, prefix: str, suffix: str) -> None:
    raw = prefix + unit * 100_000 + suffix * 50_000
    with within(5):
        http_paths.__wrapped__(raw)


@pytest.mark.parametrize(
    ("raw", "host", "path", "base_unknown"),
    [
        ("/users/:id?", None, "/users/:id?", False),
        ("{{ url('root') }}/users", None, "/users", True),
        ("<%= root %>/users/<%= id %>", None, "/users/<%= id %>", True),
        ("/users/{id?}?page=1", None, "/users/{id?}", False),
        ("/users/(?:a|b)#c", None, "/users/(?:a|b)", False),
        ("/users/{id#}/x#c", None, "/users/{id#}/x", False),
        ("users", None, "/users", False),
        ("", None, "/", False),
        ("http://api:80/users?x", "api:80", "/users", False),
        ("//api/users", "api", "/users", False),
        ("api:80/users", "api:80", "/users", False),
        ("http://user:secret@api/users", "api", "/users", False),
        ("http://{h}:80/x", "{}:80", "/x", False),
        ("https://{region}.example.com/x", "{}.example.com", "/x", False),
        ("http:///x", None, "/x", False),
        ("http://{}/users", None, "/users", True),
        ("{}/users", None, "/users", True),
        ("__API_ROOT__/users", None, "/users", True),
        ("/__API_ROOT__/users", None, "/__API_ROOT__/users", False),
        ("__init__/users", None, "/__init__/users", False),
        ("{}", None, "/{}", True),
        ("./users", None, "/users", True),
        ("../../users?page=1", None, "/users", True),
        (".well-known/users", None, "/.well-known/users", False),
        ("{}.well-known/users", None, "/.well-known/users", True),
        ("{}.well-known", None, "/{}.well-known", True),
        ("{}.json", None, "/{}.json", True),
        ("http://api{}", "api", "/{}", True),
        ("http://api:80{}/users", "api:80", "/users", True),
        ("{}//{}:80/users", "{}:80", "/users", False),
        ("{}//{}{}{}api/users", None, "/api/users", True),
        ("{}//{}:{}{}api/users", None, "/api/users", True),
        ("https://{}api/users", "{}api", "/users", False),
        ("https://{}{}.example.com/users", "{}.example.com", "/users", False),
        ("{}{}:{}@{}/users", None, "/users", True),
        ("{}@{}{}", None, "/{}", True),
        ("{}/@{}", None, "/@{}", True),
        ("{}/users?by=a@b", None, "/users", True),
    ],
)
def test_target(raw: str, host: str | None, path: str, base_unknown: bool) -> None:
    assert http_target(raw) == HttpTarget(host, path, base_unknown)


@pytest.mark.parametrize(
    "raw",
    [
        "mailto:a@b.c",
        "data:text/plain,x",
        "file:///etc/hosts",
        "ftp://h/x",
        "redis://h:1",
        "blob:x",
        "user:1",
        "http:x",
    ],
)
def test_what_http_clients_reject_is_no_target(raw: str) -> None:
    assert http_target(raw) is None


def test_keys_have_a_verb() -> None:
    assert http_key("get", "/users/:id?") == "GET /users/{}"
    assert http_keys("Patch", "/users/:id?") == ("PATCH /users/{}", "PATCH /users")
    assert http_key(None, "/users") == http_key("", "/users") == "ANY /users"


@pytest.mark.parametrize(
    ("parts", "path"),
    [
        ((), "/"),
        (("",), "/"),
        (("", ""), "/"),
        (("", "users"), "/users"),
        (("/api/", "/users"), "/api/users"),
        (("/api", "users"), "/api/users"),
        (("api", "v1", "users"), "/api/v1/users"),
        (("/api", ""), "/api"),
        (("/api", "", "/users"), "/api/users"),
        (("/", "/users"), "/users"),
        (("/users", "{/:id}"), "/users/{/:id}"),
        (("", "{user}"), "/{user}"),
        (("{}", "/users"), "{}/users"),
        (("/api", "{}"), "/api/{}"),
        (("http://api/v1/", "/users"), "http://api/v1/users"),
        (("localhost:80", "users"), "localhost:80/users"),
        (("/api", "http://other/users"), "http://other/users"),
    ],
)
def test_join_paths(parts: tuple[str, ...], path: str) -> None:
    assert join_paths(*parts) == path


@pytest.mark.parametrize("path", ["/{}", "/{}/{}", "/{a}/:b/", "{}", "/42"])
def test_only_holes(path: str) -> None:
    assert only_holes(path)


@pytest.mark.parametrize("path", ["/", "", "/users/{}", "/{}.json", "/{}-{}", "/*"])
def test_not_only_holes(path: str) -> None:
    assert not only_holes(path)


@pytest.mark.spec("2.2.id")
def test_boundary_ids_are_those_of_other_implementations() -> None:
    assert boundary_id("http", "GET /engines/{}") == "acfc953e2d84d7b4"


def test_boundary_ids_tell_mechanisms_and_keys_apart() -> None:
    assert len({boundary_id(mechanism, key) for mechanism in MECHANISMS for key in ("a", "b", "\ud800")}) == 15


def test_a_mechanism_is_one_of_five() -> None:
    assert MECHANISMS == ("http", "grpc", "queue", "temporal", "graphql")
    with pytest.raises(ValueError, match="smtp"):
        boundary_id("smtp", "x")


def test_qualified_name() -> None:
    assert qualified_name("http", "GET /users/{}") == "http:GET /users/{}"


@pytest.mark.parametrize(
    ("name", "field"),
    [
        ("users", "users"),
        ("create_user", "createUser"),
        ("CreateUser", "createUser"),
        ("URLPath", "urlPath"),
        ("ID", "id"),
        ("_entities", "_entities"),
        ("user_2", "user2"),
        ("__", "__"),
        ("", ""),
    ],
)
def test_fields_are_named_in_camel_case(name: str, field: str) -> None:
    assert lower_camel(name) == field
    assert graphql_key("Query", field) == f"Query.{field}"


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/files/{rest:path}", "rest"),
        ("/files/<path:rest>", "rest"),
        ("/files/<rest:path>", "rest"),
        ("/files/<path:path>", "path"),
        ("/{tail:.*}", "tail"),
        ("/files/{id}", ""),
        ("/files/<int:id>", ""),
        ("/files/{rest:path}/meta", ""),
        ("/files", ""),
    ],
)
def test_the_parameter_that_holds_the_rest_of_a_path(path: str, name: str) -> None:
    assert rest_parameter(path) == name
