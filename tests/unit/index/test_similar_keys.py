"""Keys that look alike: docs/check.md has the rule of near misses."""

from __future__ import annotations

import difflib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seamark.index.matching.similar_keys import SimilarKeys, closest, is_near_miss

_KEYS = st.text("ab/{}", min_size=1, max_size=12)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("GET /custmers/{}", "GET /customers/{}", True),
        ("GET /user", "GET /users", True),
        ("GET /api/v1", "GET /api/v2", False),
        ("GET /cusmer", "GET /customers", False),
        ("POST /custmers", "GET /customers", False),
        ("GET /custmers", "GET /customers/{}", False),
        ("GET /custmers/ordrs", "GET /customers/orders", False),
        ("GET /users/{}", "GET /users/list", False),
    ],
)
def test_a_near_miss_is_as_the_page_on_checks_says(one: str, other: str, expected: bool) -> None:
    assert is_near_miss(one, other) is expected


@given(_KEYS, st.lists(_KEYS, unique=True), st.integers(1, 4))
def test_the_closest_keys_are_those_of_difflib(key: str, others: list[str], count: int) -> None:
    assert closest(key, others, count) == difflib.get_close_matches(key, others, count, 0.6)


def test_the_nearest_keys_are_those_that_there_are_now() -> None:
    alike = SimilarKeys()
    alike.put("GET /users/{}")
    assert alike.nearest("GET /user/{}", 3) == ["GET /users/{}"]
    alike.put("GET /user")
    assert alike.nearest("GET /user/{}", 3) == ["GET /users/{}", "GET /user"]
    alike.discard("GET /users/{}")
    assert alike.nearest("GET /user/{}", 3) == ["GET /user"]
