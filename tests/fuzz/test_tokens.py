"""What finds bad texts, and a small part of them, the same in every run: how long it takes is not looked at here."""

from __future__ import annotations

from itertools import islice

import msgspec
import pytest

from tests.calls import CALLS
from tests.fuzz.texts import SHAPES, Case, cases
from tests.fuzz.tokens import LIMITS, dear, encoded, judged
from tests.fuzz.trial import Cost, attempt
from tests.fuzz.vocabulary import LANGUAGES, tokens
from tests.limited import Failed, Limited

SEED, COUNT = 1, 20 * len(LANGUAGES)
CASE = Case("python", "repeated", ("(", "a", ")"), " ", 2, "after")
GOOD = Cost(size=1000, parse=0.001, whole=0.01, edit=0.01, memory=1_000_000, is_found=True, is_same=True)


def changed(**fields: object) -> Cost:
    return msgspec.structs.replace(GOOD, **fields)


def test_nothing_fails_and_no_call_is_lost() -> None:
    wrong = {}
    with Limited(attempt, LIMITS) as limited:
        for case in islice(cases(LANGUAGES, SEED), COUNT):
            cost = limited(small := msgspec.structs.replace(case, count=50))
            slow = set() if isinstance(cost, Failed) else {*dear(cost)}
            if found := {*judged(small, cost)} - slow:
                wrong[encoded(small)] = found
    assert wrong == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_call_is_found_where_there_is_nothing_else(language: str) -> None:
    cost = attempt(Case(language, "repeated", ("\n",), "", 1, "after"))
    assert (cost.is_found, cost.is_same) == (True, True)


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_has_many_tokens_and_each_is_tried(language: str) -> None:
    known = tokens(language)
    assert len(known) > 90
    assert {case.tokens for case in islice(cases([language], 7), len(known))} == {(token,) for token in known}


def test_a_seed_makes_the_same_cases_each_time() -> None:
    one, same, other = ([*islice(cases(LANGUAGES, seed), 200)] for seed in (1, 1, 2))
    assert one == same != other


def test_a_case_can_be_said_again() -> None:
    assert msgspec.json.decode(encoded(CASE), type=Case) == CASE


@pytest.mark.parametrize(
    ("shape", "text"),
    [("repeated", "( a ) ( a )"), ("nested", "( ( a ) )"), ("in pairs", "( a ( a ) )"), ("indented", "( a )\n ( a )")],
)
def test_a_shape_repeats_tokens(shape: str, text: str) -> None:
    assert SHAPES[shape](CASE.tokens, CASE.separator, CASE.count) == text


@pytest.mark.parametrize(("place", "starts", "ends"), [("after", 1, 0), ("before", 0, 1), ("around", 0, 0)])
def test_the_tokens_stand_beside_the_call(place: str, starts: bool, ends: bool) -> None:
    text = msgspec.structs.replace(CASE, place=place).text
    call = CALLS["python"].text
    assert (call in text, text.startswith(call), text.endswith(call)) == (True, starts, ends)


@pytest.mark.parametrize(
    ("cost", "wrong"),
    [
        (GOOD, []),
        (changed(memory=-1), []),
        (changed(parse=1.0, whole=1.0, edit=1.0), ["slow to parse"]),
        (changed(whole=1.0), ["slow"]),
        (changed(edit=1.0), ["slow as an edit"]),
        (changed(memory=100_000_000), ["much memory"]),
        (changed(is_found=False), ["the call is lost"]),
        (changed(is_found=False, is_left_out=True), []),
        (changed(parse=1.0, whole=1.0, edit=1.0, is_left_out=True), []),
        (changed(is_left_out=True, is_told=False), ["left out without a word"]),
        (changed(is_same=False), ["other ports after an edit"]),
        (Failed("dies"), ["dies"]),
    ],
)
def test_what_is_wrong_is_told(cost: Cost | Failed, wrong: list[str]) -> None:
    assert [*judged(CASE, cost)] == wrong


def test_a_text_that_takes_too_much_to_parse_is_left_out_and_told() -> None:
    cost = attempt(Case("go", "repeated", ("->",), "\n", 9000, "after"))
    assert (cost.is_left_out, cost.is_told, cost.is_found, cost.is_same) == (True, True, False, True)


def test_a_call_behind_the_tokens_may_be_lost() -> None:
    assert [*judged(msgspec.structs.replace(CASE, place="before"), changed(is_found=False))] == []
