from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from seamark.source import Editing, Encoding
from tests.pace import within

from . import oracles


def apply(
    data: bytes, start_line: int, start_char: int, end_line: int, end_char: int, new: str, encoding: Encoding
) -> bytes:
    editing = Editing(data, encoding)
    editing.replace((start_line, start_char, end_line, end_char), new)
    return editing.text()


CHANGES = st.tuples(oracles.NUMBERS, oracles.NUMBERS, oracles.NUMBERS, oracles.NUMBERS, oracles.TEXTS)


@given(oracles.TEXTS, oracles.ENCODINGS, st.lists(CHANGES, max_size=4))
def test_changes_one_after_the_other(
    text: str, encoding: Encoding, changes: list[tuple[int, int, int, int, str]]
) -> None:
    editing = Editing(text.encode(), encoding)
    for start_line, start_char, end_line, end_char, new in changes:
        start = oracles.place(text, start_line, start_char, encoding)
        end = oracles.place(text, end_line, end_char, encoding)
        text = text[: min(start, end)] + new + text[max(start, end) :]
        editing.replace((start_line, start_char, end_line, end_char), new)
        assert editing.text() == text.encode()


@given(oracles.TEXTS, oracles.ENCODINGS, st.lists(CHANGES, max_size=6))
def test_the_last_place_first(text: str, encoding: Encoding, changes: list[tuple[int, int, int, int, str]]) -> None:
    changes.sort(key=lambda one: (*min(one[:2], one[2:4]),), reverse=True)
    editing, expected = Editing(text.encode(), encoding), text.encode()
    for *span, new in changes:
        editing.replace((span[0], span[1], span[2], span[3]), new)
        expected = apply(expected, span[0], span[1], span[2], span[3], new, encoding)
    assert editing.text() == expected


def test_thousands_of_changes_at_once() -> None:
    editing = Editing(b"x = 1\n" * 100_000, "utf-16")
    with within(5):
        for line in reversed(range(0, 100_000, 20)):
            editing.replace((line, 0, line, 1), "yy")
        assert editing.text() == (b"yy = 1\n" + b"x = 1\n" * 19) * 5000


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
