from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from seamark.source import Encoding, apply

from . import oracles

CHANGES = st.tuples(oracles.NUMBERS, oracles.NUMBERS, oracles.NUMBERS, oracles.NUMBERS, oracles.TEXTS)


@given(oracles.TEXTS, oracles.ENCODINGS, st.lists(CHANGES, max_size=4))
def test_changes_one_after_the_other(
    text: str, encoding: Encoding, changes: list[tuple[int, int, int, int, str]]
) -> None:
    data = text.encode()
    for start_line, start_char, end_line, end_char, new in changes:
        start = oracles.place(text, start_line, start_char, encoding)
        end = oracles.place(text, end_line, end_char, encoding)
        text = text[: min(start, end)] + new + text[max(start, end) :]
        data = apply(data, start_line, start_char, end_line, end_char, new, encoding)
        assert data == text.encode()


def test_line_separators_that_are_none_for_the_protocol() -> None:
    assert apply("a\u2028b\nsecond".encode(), 1, 0, 1, 6, "SECOND", "utf-16") == "a\u2028b\nSECOND".encode()


def test_astral_characters_are_two_units_wide() -> None:
    assert apply("𝄞x".encode(), 0, 2, 0, 3, "y", "utf-16") == "𝄞y".encode()
    assert apply("𝄞x".encode(), 0, 4, 0, 5, "y", "utf-8") == "𝄞y".encode()
    assert apply("𝄞x".encode(), 0, 1, 0, 2, "y", "utf-32") == "𝄞y".encode()


def test_a_lone_carriage_return_ends_a_line() -> None:
    assert apply(b"a\rb", 1, 0, 1, 1, "c", "utf-16") == b"a\rc"
    assert apply(b"a\rb", 1, 0, 1, 0, "\n", "utf-16") == b"a\r\nb"


def test_a_lone_surrogate_does_no_harm() -> None:
    assert apply(b"ab", 0, 1, 0, 1, "\ud800", "utf-16") == "a\ufffdb".encode()
