from __future__ import annotations

import signal
import sys

import pytest

from seamark.deaths import AT_A_FILE, KILLED_AT_A_FILE, Deaths

CRASHED = -int(signal.SIGSEGV)
EXITED = 1
KILLED = -9

on_posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows does not say who ended a process")


@pytest.mark.parametrize("code", [CRASHED, EXITED])
def test_a_file_at_which_processes_end_by_themselves_is_to_blame(code: int) -> None:
    deaths: Deaths[str] = Deaths()
    assert [deaths.at("a", code) for _ in range(AT_A_FILE)] == [False] * (AT_A_FILE - 1) + [True]
    assert not deaths.at("b", code)


@on_posix
def test_a_file_at_which_processes_are_killed_is_not_to_blame_before_that_is_no_chance() -> None:
    deaths: Deaths[str] = Deaths()
    found = [deaths.at("a", KILLED) for _ in range(KILLED_AT_A_FILE)]
    assert found == [False] * (KILLED_AT_A_FILE - 1) + [True]


@on_posix
def test_one_that_hung_was_killed_for_that() -> None:
    deaths: Deaths[str] = Deaths()
    assert [deaths.at("a", KILLED, hung=True) for _ in range(AT_A_FILE)][-1]


def test_what_changed_begins_anew() -> None:
    deaths: Deaths[str] = Deaths()
    assert not deaths.at("a", CRASHED)
    deaths.forget("a")
    assert "a" not in deaths
    assert not deaths.at("a", CRASHED)
    deaths.clear()
    assert not deaths.at("a", CRASHED)
    assert "a" in deaths
