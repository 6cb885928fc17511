"""What worth.py counts and switches off is there. No checkout and no run of Seamark is needed."""

from __future__ import annotations

import pytest

from mechanisms import MECHANISMS, NEUTRAL, Mechanism
from score import Port
from worth import errors, found_in, lines


@pytest.mark.parametrize("mechanism", MECHANISMS, ids=lambda one: one.name)
def test_parts_and_switches_are_there(mechanism: Mechanism) -> None:
    assert lines(mechanism) > 0
    for switch in mechanism.switches:
        assert callable(found_in(switch.function)[2])
        assert switch.gives in NEUTRAL


def test_names_are_names_of_one() -> None:
    assert len({one.name for one in MECHANISMS}) == len(MECHANISMS)


def test_a_wrong_key_is_one_error() -> None:
    right, wrong = Port("a.c", 1, "http", "GET /a", "exposes"), Port("a.c", 1, "http", "GET /b", "exposes")
    assert errors({right}, {wrong}) == errors({right}, set()) == errors(set(), {wrong}) == 1
    assert errors({right}, {right, wrong}) == 1
    assert errors({right}, {right}) == 0
