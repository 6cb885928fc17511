"""Where a comment keeps Seamark silent: `@` marks what a finding is about."""

from __future__ import annotations

import pytest

from seamark.review.comments import Ignored, ignored

ALL = Ignored(everything=True)
NONE = Ignored()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("get('@')  # seamark: ignore", ALL),
        ("get('@')  //seamark:ignore", ALL),
        ("get('@') /* seamark: ignore */", ALL),
        ("get('@')  # noqa  # seamark: ignore", ALL),
        ("get('@')  # seamark: ignore because it is old", ALL),
        ("get('@')  # seamark: ignore near-miss", Ignored(kinds=frozenset({"near-miss"}))),
        ("get('@')  # seamark: ignore[near-miss]: old", Ignored(kinds=frozenset({"near-miss"}))),
        ("get('@')  # seamark: ignore: a-b , c-d-e", Ignored(kinds=frozenset({"a-b", "c-d-e"}))),
        ("# seamark: ignore\nget('@')", ALL),
        ("\t// seamark: ignore\r\n\t// Why.\r\n\tget('@')\r\n", ALL),
        ("/**\n * seamark: ignore near-miss\n */\nget('@')", Ignored(kinds=frozenset({"near-miss"}))),
        ("# seamark: ignore near-miss\nget('@') # seamark: ignore", Ignored(True, frozenset({"near-miss"}))),
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
def test_what_is_ignored(text: str, expected: Ignored) -> None:
    at = text.encode().index(b"@")
    assert ignored(text.encode(), at, at + 1) == expected
