"""Keys that look alike: docs/check.md has the rule of near misses."""

from __future__ import annotations

import pytest

from seamark.index.matching.similar_keys import is_near_miss


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
