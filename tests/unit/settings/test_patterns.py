from __future__ import annotations

import time

import pytest

from seamark.settings import names


@pytest.mark.parametrize(
    ("pattern", "is_named"),
    [
        ("GET /users/*", True),
        ("/users/*", True),
        ("http GET /users/{}", True),
        ("*/{}", True),
        ("GET /users", False),
        ("GET /user?/{}", False),
        ("GET /users/[{}]*", False),
        ("", False),
    ],
)
def test_a_contract_is_named_by_its_key(pattern: str, is_named: bool) -> None:
    assert names(["POST /", pattern], "http", "GET /users/{}") is is_named


def test_no_pattern_names_nothing() -> None:
    assert not names([], "queue", "orders")


@pytest.mark.parametrize("patterns", [["*a" * 30 + "b"], [f"/{number}/*" for number in range(2000)]])
def test_patterns_take_no_time(patterns: list[str]) -> None:
    begin = time.process_time()
    for number in range(100):
        assert not names(patterns, "http", f"GET /{'a' * 100}/{number}")
    assert time.process_time() - begin < 2
