"""Where a comment keeps Seamark silent: `@` marks what a finding is about."""

from __future__ import annotations

import pytest

from seamark.review.comments import IgnoredKinds, read_ignored

ALL = IgnoredKinds(everything=True)
NONE = IgnoredKinds()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("get('@')  # seamark: ignore", ALL),
        ("get('@')  //seamark:ignore", ALL),
        ("get('@') /* seamark: ignore */", ALL),
        ("get('@')  # noqa  # seamark: ignore", ALL),
        ("get('@')  # seamark: ignore because it is old", ALL),
        ("get('@')  # seamark: ignore near-miss", IgnoredKinds(kinds=frozenset({"near-miss"}))),
        ("get('@')  # seamark: ignore[near-miss]: old", IgnoredKinds(kinds=frozenset({"near-miss"}))),
        ("get('@')  # seamark: ignore: a-b , c-d-e", IgnoredKinds(kinds=frozenset({"a-b", "c-d-e"}))),
        ("# seamark: ignore\nget('@')", ALL),
        ("\t// seamark: ignore\r\n\t// Why.\r\n\tget('@')\r\n", ALL),
        ("/**\n * seamark: ignore near-miss\n */\nget('@')", IgnoredKinds(kinds=frozenset({"near-miss"}))),
        ("# seamark: ignore near-miss\nget('@') # seamark: ignore", IgnoredKinds(True, frozenset({"near-miss"}))),
        ("# seamark: ignore\n\nget('@')", NONE),
        ("get('/') # seamark: ignore\nget('@')", NONE),
        ("get('@')\n# seamark: ignore", NONE),
        ("get('@', 'seamark: ignore')", NONE),
        ("get('@')  # seamark: ignored", NONE),
        ("get('@')  # not seamark: ignore", NONE),
        ("get('@')", NONE),
        ("@", NONE),
    ],
)
def test_what_is_ignored(text: str, expected: IgnoredKinds) -> None:
    at = text.encode().index(b"@")
    assert read_ignored(text.encode(), at, at + 1) == expected
