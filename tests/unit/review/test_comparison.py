from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seamark.cli.reviewing.comparisons import text
from seamark.review.comparison import compare
from seamark.review.contracts import CODE, DOCUMENT, NOBODY, Boundary, Call, Contracts, Side

_LINE = re.compile(r"(serves|calls) +(\S+:\S+|[A-Z]+ \S+) +(\S+):(\d+) ([\w.]+)(?: -> (\S.*))?")


def cases() -> Iterator[tuple[str, str]]:
    file = Path(__file__).with_name("compared.txt")
    for case in re.split(r"^=== ", file.read_text("utf-8"), flags=re.MULTILINE)[1:]:
        title, _, body = case.partition("\n")
        yield title, body


CASES = dict(cases())


def contract(said: str) -> Boundary:
    mechanism, colon, key = said.partition(":")
    return (mechanism, key) if colon else ("http", said)


def contracts(lines: str) -> Contracts:
    served: dict[Boundary, tuple[Side, ...]] = {}
    calls: list[tuple[Boundary, Side, str | None]] = []
    for line in lines.strip().splitlines():
        match = _LINE.fullmatch(line)
        assert match is not None, line
        role, key, file, number, name, by = match.groups()
        if role == "calls":
            calls.append((contract(key), Side(file, int(number), 1, name), by))
            continue
        symbol, handler = ("", "") if name == "document" else (name, f"{file}::{name}")
        side = Side(file, int(number), 1, symbol, handler, name == "document")
        served[contract(key)] = (*served.get(contract(key), ()), side)
    return Contracts(served, tuple(call(served, *one) for one in calls))


def call(served: dict[Boundary, tuple[Side, ...]], key: Boundary, side: Side, by: str | None) -> Call:
    found = frozenset({contract(by)} if by else {key} & served.keys())
    strength = (DOCUMENT if one.document else CODE for provider in found for one in served[provider])
    return Call(key, side, found, max(strength, default=NOBODY))


@pytest.mark.parametrize("title", CASES)
def test_what_is_said(title: str) -> None:
    old, new, says = re.split(r"^(?:old|new|says)\n", CASES[title], flags=re.MULTILINE)[1:]
    shown = ["".join(span.text for span in line) for line in text.report(compare(contracts(old), contracts(new)))]
    assert shown[: -2 if len(shown) > 1 else -1] == [line for line in says.splitlines() if line]


KEYS = st.builds("{} /{}".format, st.sampled_from(["GET", "PUT"]), st.sampled_from("abc"))
SERVED = st.dictionaries(KEYS, st.sampled_from(["read", "write", "document"]), max_size=4)
CALLED = st.lists(KEYS, max_size=3)


def made(served: dict[str, str], called: list[str]) -> Contracts:
    lines = [f"serves {key} api.py:1 {name}" for key, name in served.items()]
    return contracts("\n".join([*lines, *(f"calls {key} web.ts:{at} load" for at, key in enumerate(called))]))


@given(SERVED, CALLED, SERVED, CALLED)
def test_each_contract_has_one_fate(
    one: dict[str, str], ours: list[str], two: dict[str, str], theirs: list[str]
) -> None:
    old, new = made(one, ours), made(two, theirs)
    found = compare(old, new)
    before = [change.key for change in found.changes if change.what != "added"]
    after = [change.now or change.key for change in found.changes if change.what != "removed"]
    assert len(set(before)) == len(before) and len(set(after)) == len(after)
    assert {(("http", key)) for key in before} == {key for key in old.served if new.by(key) < old.by(key)}
    assert all(call.by < CODE for call in found.broken_calls) and found.broken_calls <= set(new.calls)
    assert not compare(old, old).changes and not compare(old, old).broken_calls


def test_a_prefix_that_only_calls_show_serves_calls_if_it_did_so_before() -> None:
    def shown(version: str) -> Contracts:
        prefix, served = ("api", "", version), ("http", f"GET {version}/a")
        asking = Call(("http", "GET /a"), Side("web.ts", 1, 1, "load"), frozenset({served}), CODE, prefix)
        return Contracts({served: (Side("api.py", 1, 1),)}, (asking,), frozenset({prefix}))

    assert compare(shown("/v1"), shown("/v1")).broken_calls == set()
    assert compare(shown("/v1"), shown("/v2")).broken_calls == set(shown("/v2").calls)
