"""What is asked of all bindings of a name at once is what it is of each of them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from seamark.extract.facts import Binding, Hole, Literal, Value
from seamark.resolve.workspace_facts.name_bindings import NameBindings

SCOPES = st.lists(st.integers(-1, 2), max_size=12)
VALUES = st.lists(st.sampled_from([Hole(), Literal("", 0, 0), Literal("/a", 0, 0)]), max_size=6)


def bound(number: int, value: Value, block_start: int = 0) -> Binding:
    return Binding("a", -1, value, None, number, block_start, block_start)


@given(SCOPES, st.integers(0, 12), st.integers(-1, 2))
def test_those_elsewhere_are_all_of_other_scopes(scopes: list[int], start: int, scope: int) -> None:
    bindings = [bound(number, Hole()) for number in range(len(scopes))]
    summary = NameBindings(bindings, lambda one: scopes[one.start])
    found = [one.start for one in summary.elsewhere(start, scope)]
    assert found == [number for number in reversed(range(start, len(scopes))) if scopes[number] != scope]


def test_those_of_one_scope_are_passed_at_once() -> None:
    bindings = [bound(number, Hole()) for number in range(1000)]
    asked = []

    def scope_of(one: Binding) -> int:
        asked.append(one)
        return 7

    summary = NameBindings(bindings, scope_of)
    assert [len([*summary.elsewhere(0, 7)]) for _ in range(1000)] == [0] * 1000
    assert len(asked) == 1000


@given(VALUES)
def test_the_first_ones_that_say_nothing(values: list[Value]) -> None:
    summary = NameBindings([bound(number, value) for number, value in enumerate(values)], lambda _: 0)
    said = [isinstance(one, Literal) and bool(one.text) for one in values]
    assert summary.unset == (said.index(True) if True in said else len(said))
    assert summary.are_declarations == (bool(values) and all(isinstance(one, Hole) for one in values))
