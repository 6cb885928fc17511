from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seamark.source import Encoding, LineIndex

from . import oracles


@given(oracles.TEXTS, oracles.ENCODINGS, oracles.NUMBERS, oracles.NUMBERS)
def test_offset(text: str, encoding: Encoding, line: int, character: int) -> None:
    expected = len(text[: oracles.place(text, line, character, encoding)].encode())
    assert LineIndex(text.encode()).offset(line, character, encoding) == expected


@given(oracles.TEXTS, oracles.ENCODINGS, st.integers(-2, 170))
def test_position(text: str, encoding: Encoding, offset: int) -> None:
    index = len(text.encode()[: max(offset, 0)].decode("utf-8", "ignore"))
    assert LineIndex(text.encode()).position(offset, encoding) == oracles.position(text, index, encoding)


@given(oracles.TEXTS, oracles.ENCODINGS)
def test_there_and_back(text: str, encoding: Encoding) -> None:
    index = LineIndex(text.encode())
    for count in range(len(text) + 1):
        if text[count - 1 : count + 1] != "\r\n":
            offset = len(text[:count].encode())
            assert index.offset(*index.position(offset, encoding), encoding) == offset


@given(oracles.TEXTS)
def test_lines(text: str) -> None:
    index = LineIndex(text.encode())
    contents = [index.data[slice(*index.line(number))].decode() for number in range(len(index))]
    assert contents == [content for content, _ in oracles.lines(text)]


def test_no_lines_but_those_of_the_protocol() -> None:
    assert len(LineIndex("a\u2028b\x0cc\x0bd\x1ce\x85f".encode())) == 1
    assert len(LineIndex(b"a\rb\r\nc\n")) == 4
    assert len(LineIndex(b"")) == 1


@pytest.mark.parametrize(
    ("line", "character", "expected"),
    [(0, 99, 1), (1, 0, 3), (1, 1, 3), (1, 2, 7), (1, 3, 8), (1, 99, 8), (2, 0, 9), (99, 0, 9), (99, 99, 9)],
)
def test_out_of_range_is_clamped(line: int, character: int, expected: int) -> None:
    assert LineIndex("a\r\n𝄞b\n".encode()).offset(line, character, "utf-16") == expected


def test_between_carriage_return_and_line_feed() -> None:
    assert LineIndex(b"ab\r\nc").position(3, "utf-16") == (0, 2)


def test_human_positions_count_code_points_from_one() -> None:
    index = LineIndex("x\n𝄞é = 1".encode())
    assert index.human(0) == (1, 1)
    assert index.human(len("x\n𝄞é ".encode())) == (2, 4)
