"""Built-in tables: what is wrong in one is said with its file and key."""

from __future__ import annotations

import time
from typing import get_args

import pytest
from msgspec.structs import replace

from seamark.catalogue import (
    Catalogue,
    Library,
    catalogue,
    generated_lines,
    libraries,
    listings,
    own_tables,
    standard_services,
    wildcards,
)
from seamark.catalogue.generated import Names
from seamark.catalogue.loading import TableError, of_language, read_table
from seamark.catalogue.schema import Does
from seamark.languages import LANGUAGES
from seamark.resolve.evaluation.calls.call_results import OF_FUNCTIONS, OF_METHODS
from seamark.resolve.evaluation.texts_and_lists.elements import LISTED
from seamark.resolve.evaluation.texts_and_lists.joined_lists import JOINS
from seamark.resolve.evaluation.texts_and_lists.page_attributes import KINDS
from seamark.resolve.evaluation.texts_and_lists.replacements import REPLACING
from seamark.resolve.partial_texts.operations import OPERATIONS

NAMES = [language.name for language in LANGUAGES]
HEAD = 'name = "tiny"\nlanguages = ["python"]\n'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"{HEAD}routes = 1", "Expected `array`, got `int` - at `$.routes`"),
        (f'{HEAD}[[routes]]\npaths = "0"', "`paths` has no meaning here; did you mean `path`? - at `$.routes[0]`"),
        (f'{HEAD}[[requests]]\nurl = "0"\nslash = "yes"', "Expected `bool`, got `str` - at `$.requests[0].slash`"),
        (f"{HEAD}aliases = {{ other = 1 }}", "Expected `array`, got `int` - at `$.aliases.other`"),
        (f'{HEAD}[types.a]\nrole = "router"\n[types.b]\nrole = "router"\nrot = true', "`root`? - at `$.types.b`"),
        (f"{HEAD}[[wholly]]", "`wholly` has no meaning here: there are name, languages, modules,"),
        (
            HEAD.replace("python", "javascript"),
            "`javascript` is read as `typescript`: use that name - at `$.languages[0]`",
        ),
        (HEAD.replace("python", "cobol"), f"`cobol` is not one of {', '.join(sorted(NAMES))} - at"),
        (HEAD.replace("tiny", "huge"), "the file must have the name of the table, `huge` - at `$.name`"),
        (f'{HEAD}[[requests]]\nurl = ""', "a request needs a URL: name its argument - at `$.requests[0].url`"),
        (f'{HEAD}[[requests]]\nurl = "1.."', "`1..` names no argument: see the beginning of"),
        (f'{HEAD}[[routes]]\npath = "0|"', "`` names no argument: see the beginning of"),
        (f"{HEAD}routes = [", "Invalid value"),
    ],
)
def test_a_mistake_is_told_with_its_file_and_key(text: str, message: str) -> None:
    with pytest.raises(TableError) as raised:
        read_table("tiny.toml", text)
    assert str(raised.value).startswith("tiny.toml: ")
    assert message in str(raised.value)


TYPES = '[types.app]\nrole = "router"\n[types.http]\nrole = "client"\n'


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (
            '[[routes]]\non = ["ap"]\nnames = ["get"]',
            "no type `ap`; did you mean `app`? - at `$.routes[0].on[0]`",
        ),
        ('[[routes]]\non = ["app"]', "`on` finds no call without `names` - at `$.routes[0].on`"),
        ('[[makes]]\ncalls = ["f"]\ngives = "it"', "the table has no type `it` - at `$.makes[0].gives`"),
        ('[[controllers]]\ntype = "it"', "the table has no type `it` - at `$.controllers[0].type`"),
        ('[[contracts]]\nmechanism = "queue"\nrole = "exposes"\ntyped = ["it"]', "`it` - at `$.contracts[0].typed[0]`"),
        ('[types.peer]\nrole = "peer"\nmembers = "it"', "the table has no type `it` - at `$.types.peer.members`"),
        (
            '[[routes]]\nhandler = "decorate"',
            "did you mean `decorated`? - at `$.routes[0].handler`",
        ),
        ('[[routes]]\nhandler = "the second"', "`the second` names no argument"),
        ('[[handling]]\nhandler = "decorated"', "`decorated` is for routes and contracts"),
        ('[[routes]]\nverb = "get"', "nor a verb in capitals; did you mean `GET`? - at `$.routes[0].verb`"),
        ('[[routes]]\nverb = "0"', "nor a verb in capitals; for an argument use `verbs` - at `$.routes[0].verb`"),
        ('[[routes]]\ndefault_verb = "0"', "`0` is neither `name` nor a verb in capitals - at"),
        (
            '[[routes]]\nresponders = "on_"',
            "`on_` must hold `{}`, `{Verb}` or `{VERB}` once",
        ),
        ('[[routes]]\nresponders = "{}{VERB}"', "must hold `{}`, `{Verb}` or `{VERB}` once"),
        ('[[guarding]]\nbases = ["f.A"]\npath = "path"\nmethods = "do_{VERB}"', "must hold `{}` once, for what the"),
        (
            '[[resources]]\non = ["app"]\nnames = ["r"]\nactions = ["list"]',
            "no action `list` - at `$.resources[0]",
        ),
        (
            '[[makes]]\non = ["http"]\nnames = ["at"]\ngives = "http"\nsame = true\nprefix = "0"',
            "a client has no prefix",
        ),
        (
            '[[options]]\nnames = ["O"]\nstates = "urls"',
            "did you mean `url`? - at `$.options[0].states`",
        ),
        ('[types.peer]\nrole = "pear"', "stub; did you mean `peer`? - at `$.types.peer.role`"),
        ('[[texts]]\ndoes = "joins"', "whole path; did you mean `join`? - at `$.texts[0].does`"),
    ],
)
def test_what_means_nothing_is_told_with_its_file_and_key(rows: str, message: str) -> None:
    with pytest.raises(TableError) as raised:
        read_table("tiny.toml", HEAD + TYPES + rows)
    assert str(raised.value).startswith("tiny.toml: ")
    assert message in str(raised.value)


@pytest.mark.parametrize(
    "rows",
    [
        '[[routes]]\non = ["app", "unknown"]\nnames = ["get"]\nhandler = "decorated"\nverb = "name"',
        '[[routes]]\ncalls = ["f"]\nhandler = "0.options.handler|2.uses|-1.4|handler|this.run|0.run()"',
        '[[makes]]\non = ["app"]\nnames = ["at"]\ngives = "unknown"\nprefix = "0"',
        '[[routes]]\ncalls = ["f"]\nresponders = "on_{}"\nverb = "POST"\ndefault_verb = "ANY"',
    ],
)
def test_what_means_something_is_a_table(rows: str) -> None:
    read_table("tiny.toml", HEAD + TYPES + rows)


def test_what_is_done_with_texts_is_what_a_table_may_say() -> None:
    worked_out = {*OPERATIONS, *JOINS, *LISTED, *OF_METHODS, *OF_FUNCTIONS, "entry", "mapped", *REPLACING, *KINDS}
    assert worked_out == set(get_args(Does))


def test_a_table_adds_to_another_of_its_name() -> None:
    rows = '[actions.{0}]\nverbs = ["GET"]\n[[makes]]\non = ["unknown"]\nnames = ["{0}"]\ngives = "unknown"'
    first, further = (read_table("tiny.toml", HEAD + rows.format(name)) for name in ("index", "show"))
    both = Catalogue("python", [first, further])
    assert both.actions["tiny"].keys() == both.stating["tiny"] == {"index", "show"}


def test_a_name_with_a_dot_is_refused() -> None:
    with pytest.raises(TableError, match=r"^tiny\.toml: `names` has `on\.get`.* - at `\$\.routes\[0\]`$"):
        read_table("tiny.toml", f'{HEAD}[[routes]]\nnames = ["on.get"]')


def test_aliases_are_further_names_of_symbols() -> None:
    table = read_table("tiny.toml", f'{HEAD}aliases = {{ old = ["tiny"] }}\n[[routes]]\ncalls = ["tiny.get"]')
    assert table.routes[0].calls == ("tiny.get", "old.get")


def test_listings_are_those_of_all_tables() -> None:
    every = [(row, library.name) for library in libraries() for row in library.listings]
    assert every and list(listings()) == every


def test_a_table_of_a_users_own_is_imported_as_each_language_does() -> None:
    own = own_tables([Library(name="own", languages=("python", "go"), imported={"python": ("own_py",)})])
    assert "own_py" in catalogue("python", own).modules
    assert "own_py" not in catalogue("go", own).modules


def test_only_tables_that_say_something_are_read_for_it() -> None:
    for language in NAMES:
        every = {library.name: library for library in libraries() if language in library.languages}
        found = {library.name: library for library in of_language(language) if language in library.languages}
        assert found and found.keys() == every.keys()
        for name, library in found.items():
            also = every[name].imported.get(language, ())
            assert library == replace(every[name], modules=(*every[name].modules, *also))
    assert standard_services() == {name: methods for one in libraries() for name, methods in one.services.items()}
    assert generated_lines() == tuple(one.generated_lines for one in libraries() if one.generated_lines)
    assert wildcards() == {one.name: one.wildcards for one in libraries() if one.wildcards is not None}


@pytest.mark.parametrize(
    ("language", "only_making", "more"),
    [
        ("python", "Session joinpath pipeline", "get APIRouter url_for include_router start_child_workflow"),
        ("go", "NewClient CreateTopic", "Get Group R HandleFunc"),
        ("rust", "default builder", "get new route post!"),
        ("php", "getQueueUrl", "get middleware where"),
        ("cpp", "c_str", "get send"),
        # A call of any name is a request if it is given a URL with a verb.
        ("typescript", "", "create get createTopic"),
    ],
)
def test_which_calls_only_make_objects(language: str, only_making: str, more: str) -> None:
    known = catalogue(language)
    assert known.only_making.issuperset(only_making.split())
    assert known.only_making.isdisjoint(more.split())
    assert known.only_making < known.words


@pytest.mark.parametrize(
    ("language", "nothing", "something", "any_name"),
    [
        ("python", "delay consume post", "route subscriber", True),
        ("typescript", "find useQuery", "post route sendToQueue", True),
        ("go", "Next ReadMessage", "GET Handle NewRequest", False),
        ("rust", "call post", "map route publish", False),
        ("php", "dispatch consume", "post curl_exec", True),
        ("cpp", "Get Post", "get CROW_ROUTE", False),
    ],
)
def test_which_calls_tell_something_without_arguments(
    language: str, nothing: str, something: str, *, any_name: bool
) -> None:
    known = catalogue(language)
    assert known.taking_nothing.issuperset(nothing.split())
    assert known.taking_nothing.isdisjoint(something.split())
    assert known.any_takes_nothing == any_name


@pytest.mark.parametrize(
    ("pattern", "name", "service"),
    [
        ("{}Stub", "a.b.UsersStub", "Users"),
        ("{}.Service", "users::Users.Service", "Users"),
        ("New{}Client", "RenewUsersClient", None),
        ("*_pb2_grpc.{}Stub", "api.users_pb2_grpc.UsersStub", "Users"),
        ("load()*.{}", "grpc.load().a.Users", "Users"),
        ("load()*.{}", "grpc.unload().a.Users", None),
    ],
)
def test_the_name_of_a_service_stands_in_that_of_generated_code(pattern: str, name: str, service: str | None) -> None:
    assert Names([pattern]).services(name) == (() if service is None else ((service, False),))


@pytest.mark.parametrize("pattern", ["*_pb2_grpc.{}Stub", "a*a{}Stub", "*{}Stub"])
def test_long_names_take_no_time(pattern: str) -> None:
    begin = time.process_time()
    assert all(not Names([pattern]).services(unit * 50_000) for unit in ("a", "a.", "_pb2_grpc.", "."))
    assert time.process_time() - begin < 1
