"""Chains of calls are read from their beginning on, in every language, however long; kept, each link is there once."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
import pytest

from seamark.extract import extract, packing
from seamark.extract.facts import Call, Facts
from seamark.extract.language import Reading
from seamark.index.reading.stack import deep_stack
from seamark.resolve.workspace_facts.view import last_name

from .render import read, shown

pytestmark = pytest.mark.slow

TEXTS = {
    "python": "def f():\n    return {}",
    "javascript": "function f() {{ return {} }}",
    "tsx": "function f() {{ return {} }}",
    "go": "package p\nfunc f() any {{ return {} }}",
    "rust": "fn f() -> A {{ {} }}",
    "php": "<?php function f() {{ return {}; }}",
    "c": "int f() {{ return {}; }}",
    "cpp": "int f() {{ return {}; }}",
}
CALL = {"php": "->m{}($x, g(h({})))"}
BEGIN = {"php": "$a"}


def chain(dialect: str, links: int) -> str:
    calls = "".join(CALL.get(dialect, ".m{}(x, g(h({})))").format(number, number) for number in range(links))
    return TEXTS[dialect].format(BEGIN.get(dialect, "a") + calls)


def calls_within(work: Callable[[], object]) -> int:
    """How many calls of functions some work takes, whatever else the machine does meanwhile."""
    counted = Counter[str]()
    sys.setprofile(lambda _, event, __: counted.update((event,)))
    try:
        work()
    finally:
        sys.setprofile(None)
    return counted["call"] + counted["c_call"]


def returned(facts: Facts) -> Call:
    value = facts.definitions[0].returns[0]
    assert isinstance(value, Call)
    return value


@pytest.mark.parametrize("dialect", TEXTS)
@pytest.mark.parametrize("links", [40, 400])
def test_a_long_chain_is_read_to_its_beginning(dialect: str, links: int) -> None:
    found = read(chain(dialect, links), dialect)
    with deep_stack():
        begins = shown(returned(found))
        assert begins.lstrip("$").startswith("a.m0(") and "g(h(0))).m1(" in begins
        assert sum(last_name(site.call.callee).startswith("m") for site in found.sites) == links
        assert hash(found)


@pytest.mark.parametrize("dialect", TEXTS)
def test_of_a_chain_that_is_too_long_the_beginning_is_not_read(dialect: str) -> None:
    found = read(chain(dialect, 2500), dialect)
    with deep_stack():
        assert shown(returned(found)).startswith("?")


@pytest.mark.parametrize("dialect", TEXTS)
def test_a_chain_of_twice_the_length_is_not_much_more_than_twice_the_work(dialect: str) -> None:
    once, twice = (calls_within(partial(read, chain(dialect, links), dialect)) for links in (400, 800))
    assert twice < 2.5 * once


@pytest.mark.parametrize("dialect", TEXTS)
def test_chains_in_chains(dialect: str) -> None:
    link, begin = ("->m(" if dialect == "php" else ".m("), BEGIN.get(dialect, "a")
    text = f"{begin}{link}1){link}2)"
    for _ in range(100):
        text = f"{begin}{link}{text}){link}3)"
    found = read(TEXTS[dialect].format(text), dialect)
    assert len(found.sites) == 202


@pytest.mark.parametrize("dialect", TEXTS)
def test_a_chain_is_kept_once(dialect: str) -> None:
    with deep_stack():
        few, many = (packing.encode_facts(read(chain(dialect, links), dialect)) for links in (50, 400))
        assert len(many) < 9 * len(few)
        found = read(chain(dialect, 200), dialect)
        again = packing.decode_facts(packing.encode_facts(found))
        assert again == found
        assert len(packing.encode_facts(again)) == len(packing.encode_facts(found))
        plain = read(chain(dialect, 3), dialect)
        assert packing.encode_facts(plain) == msgspec.msgpack.encode(plain)


@pytest.mark.parametrize(("dialect", "begin", "link"), [("python", "", "()"), ("javascript", "a", "()")])
def test_no_call_of_a_chain_that_is_cut_is_read_again_and_again(
    dialect: str, begin: str, link: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("seamark.extract.language.MAX_LINKS", 50)
    read, times = Reading._read_value, []

    def counted(self: Reading, node: Any, how: Any) -> Any:
        times.append(node)
        return read(self, node, how)

    monkeypatch.setattr(Reading, "_read_value", counted)
    extract((begin + link * 400).encode(), dialect, frozenset())
    assert 300 < len(times) < 1300
