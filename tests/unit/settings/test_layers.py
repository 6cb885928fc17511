from __future__ import annotations

from typing import Any

import pytest

from seamark.languages import LANGUAGES
from seamark.settings import Place, merged_layer, options, read_layer, settings

EDITOR: tuple[Place, ...] = ("anywhere", "editor")
PROJECT: tuple[Place, ...] = ("anywhere", "project")
NAMES = sorted(language.name for language in LANGUAGES)
READ = ", ".join(sorted([*NAMES, "graphql", "http", "json", "yaml"]))


def messages(said: object, places: tuple[Place, ...] = PROJECT) -> list[str]:
    return [one.message for one in read_layer(said, places)[1]]


def test_what_is_nested_and_what_has_dots_are_the_same() -> None:
    said = {"files": {"maxSize": 2, "exclude": ["a"]}, "matching.minConfidence": 0.5}
    layer, wrong = read_layer(said, EDITOR)
    assert layer == {"files.maxSize": 2, "files.exclude": ["a"], "matching.minConfidence": 0.5}
    assert wrong == []
    assert settings(layer).files.max_bytes == 2 * 1024 * 1024


def test_the_last_layer_that_says_something_counts() -> None:
    found = settings({"files.exclude": ["a"], "files.maxSize": 1}, {"files.exclude": ["b"]})
    assert (found.files.exclude, found.files.max_size) == (("b",), 1)


def test_nothing_said_gives_the_defaults() -> None:
    assert settings() == settings({option.name: option.default for option in options().values()})


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ({"files": {"maxsize": 2}}, "`files.maxsize` is not a setting; did you mean `files.maxSize`?"),
        ({"frobnicate": 1}, "`frobnicate` is not a setting"),
        ({"files": 3}, "`files` must be a table of settings"),
        ({"files": {"maxSize": "2"}}, "`files.maxSize`: expected a number, got a text"),
        ({"files": {"maxSize": 0}}, "`files.maxSize`: expected a number > 0.0"),
        ({"files": {"exclude": ["a", 1]}}, "`files.exclude[1]`: expected a text, got a number"),
        (
            {"files": {"languages": ["cobol"]}},
            f"`files.languages`: `cobol` is not one of {READ}",
        ),
        ({"diagnostics": {"near-miss": "loud"}}, "`diagnostics.near-miss`: must be one of error, hint, off, warning"),
        ({"services": {"a": "x", "b": 1}}, "`services.b`: expected a text, got a number"),
        ({"codeLens": {"enabled": True}}, "`codeLens.enabled` can only be set in the editor, not for a whole project"),
        ([], "settings must be a table"),
    ],
)
def test_what_is_wrong_is_said_with_its_key(said: object, message: str) -> None:
    assert messages(said) == [message]


def test_a_project_is_not_described_in_an_editor() -> None:
    assert messages({"services": {}}, EDITOR) == ["`services` can only be set in `seamark.toml`, not in the editor"]


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"routes": "Router.add", "path": "1", "verb": "POST", "handler": "decorated"}, None),
        ({"path": "1"}, "`own[0]`: set either `routes` or `requests` to the name of what declares them"),
        (
            {"routes": "add", "requests": "add"},
            "`own[0]`: set either `routes` or `requests` to the name of what declares them",
        ),
        ({"routes": "::"}, "`own[0]`: the name must not be empty"),
        (
            {"requests": "ask", "verb": "post"},
            "`own[0].verb`: `post` is an argument of that name; did you mean `POST`?",
        ),
        (
            {"requests": "ask", "path": "1st"},
            "`own[0].path`: `1st` names no argument: see the beginning of seamark/catalogue/schema.py",
        ),
        (
            {"requests": "ask", "languages": ["javascript"]},
            "`own[0].languages[0]`: `javascript` is read as `typescript`: use that name",
        ),
        ({"route": "add"}, "`own[0]`: `route` has no meaning here; did you mean `routes`?"),
    ],
)
def test_what_is_wrong_in_a_row_of_ones_own(row: object, message: str | None) -> None:
    assert messages({"own": [row]}) == ([] if message is None else [message])


TABLE = {"name": "acme", "languages": ["go"], "requests": [{"calls": ["acme.Send"], "url": "0"}]}
TREE = {"packages": ["acme"], "roots": ["acme.json"], "file": "routes/(?P<path>.+)", "exports": {"get": ["GET"]}}


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({}, None),
        ({"requests": [{"on": ["unknown"], "names": ["send"], "url": "0"}]}, None),
        (
            {"requests": [{"calls": ["acme.Send"], "urls": "0"}]},
            "`catalogue[0].requests[0]`: `urls` has no meaning here; did you mean `url`?",
        ),
        ({"requests": [{"calls": ["acme.Send"]}]}, "`catalogue[0].requests[0]`: object missing required field `url`"),
        (
            {"requests": [{"on": ["unknown", "it"], "names": ["get"], "url": "0"}]},
            "`catalogue[0].requests[0].on[1]`: the table has no type `it`",
        ),
        (
            {"types": {"app": {"role": "router"}, "other": {"role": "rooter"}}},
            (
                "`catalogue[0].types.other.role`: `rooter` is not one of acceptor, client, connection, handler, none, "
                "path, peer, request, router, stub; did you mean `router`?"
            ),
        ),
        ({"makes": [{"calls": ["f"], "gives": "it"}]}, "`catalogue[0].makes[0].gives`: the table has no type `it`"),
        (
            {"routes": [{"on": ["unknown"], "names": ["get"], "handler": "decorator"}]},
            "`catalogue[0].routes[0].handler`: `decorator` is not a handler; did you mean `decorated`?",
        ),
        (
            {"requests": [{"on": ["unknown"], "names": ["users.get"], "url": "0"}]},
            (
                "`catalogue[0].requests[0]`: `names` has `users.get`, but a call goes by its last name: give what it "
                "is called on a type, and name that in `on` (a row of `makes` with `property` gives a member a type)"
            ),
        ),
        ({"prefixes": [{"on": ["unknown"], "names": ["defaults.baseURL"], "assigned": True}]}, None),
        (
            {"trees": [{**TREE, "file": "routes/(?P<path>(a+)+)"}]},
            (
                "`catalogue[0].trees[0].file`: `routes/(?P<path>(a+)+)` may take long: allowed are 2 of `*`, `+` and "
                "`{`, behind no group but `(?:[^/]+/)*`, and 4 of `?` and `|`"
            ),
        ),
        (
            {"trees": [{**TREE, "segments": {".*a.*a.*": ""}}]},
            (
                "`catalogue[0].trees[0].segments..*a.*a.*`: `.*a.*a.*` may take long: allowed are 2 of `*`, `+` and "
                "`{`, behind no group but `(?:[^/]+/)*`, and 4 of `?` and `|`"
            ),
        ),
        (
            {"trees": [{**TREE, "file": "routes/("}]},
            (
                "`catalogue[0].trees[0].file`: `routes/(` is not a regular expression: missing ), unterminated "
                "subpattern at position 7"
            ),
        ),
        (
            {"trees": [{**TREE, "file": "(?x)#[\n(?P<path>(a+)+)#]"}]},
            ("`catalogue[0].trees[0].file`: `(?x)#[\n(?P<path>(a+)+)#]` may not have flags, comments and conditions"),
        ),
        ({"trees": [{**TREE, "file": "routes/.+"}]}, "`catalogue[0].trees[0].file`: `routes/.+` has no group `path`"),
        (
            {"trees": [{**TREE, "segments": {"index$": "\\1"}}]},
            (
                "`catalogue[0].trees[0].segments.index$`: `\\1` cannot stand instead: invalid group reference 1 at "
                "position 1"
            ),
        ),
        ({"trees": [TREE]}, None),
        ({"trees": [{**TREE, "file": r"(?:src/)?app/(?P<path>(?:[^/]+/)*)[(a+)+*]\.[jt]s"}]}, None),
        (
            {"generated": [{"languages": ["go"], "clients": ["{}Client", "*a*b{}"]}]},
            (
                "`catalogue[0].generated[0].clients[1]`: `*a*b{}` must hold `{}` once, for the service, and `*` at "
                "most once, before it"
            ),
        ),
        ({"generated": [{"languages": ["go"], "clients": ["new.*.{}Client"]}]}, None),
        (
            {"languages": ["golang"]},
            f"`catalogue[0].languages[0]`: `golang` is not one of {', '.join(NAMES)}",
        ),
    ],
)
def test_tables_of_ones_own(changed: dict[str, Any], message: str | None) -> None:
    assert messages({"catalogue": [{**TABLE, **changed}]}) == ([] if message is None else [message])


def test_a_table_may_speak_of_the_types_of_one_that_it_adds_to() -> None:
    row = {"on": ["client"], "names": ["fetch"], "url": "0"}
    assert messages({"catalogue": [{"name": "axios", "languages": ["typescript"], "requests": [row]}]}) == []


BEFORE = {"files.maxSize": 2, "files.exclude": ["a"]}


@pytest.mark.parametrize(
    ("said", "counts"),
    [
        ({"files": {"maxSize": "x"}}, {"files.maxSize": 2}),
        ({"files": {"maxSize": "x", "exclude": []}}, {"files.maxSize": 2, "files.exclude": []}),
        ({"files": {"maxSize": "x", "exclude": [1]}}, BEFORE),
        ({"files": 1}, BEFORE),
        ({"files": {"maxsize": 1}}, {}),
        ({}, {}),
        (None, BEFORE),
    ],
)
def test_what_is_wrong_keeps_the_value_that_it_had(said: object, counts: object) -> None:
    assert merged_layer(BEFORE, *read_layer(said, PROJECT)) == counts
