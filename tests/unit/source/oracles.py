"""Slow and obvious versions of what the package does fast."""

from __future__ import annotations

import re

from hypothesis import strategies as st

from seamark.source import Encoding

TEXTS = st.text(st.sampled_from("ab /é€𝄞😀\u2028\x0c\x1c\x85\r\n\t"), max_size=40)
ENCODINGS = st.sampled_from(["utf-8", "utf-16", "utf-32"])
NUMBERS = st.integers(-2, 45)

_UNITS = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}


def width(text: str, encoding: Encoding) -> int:
    """The length of a text in units of an encoding."""
    codec, size = _UNITS[encoding]
    return len(text.encode(codec)) // size


def lines(text: str) -> list[tuple[str, str]]:
    """Every line's content and end."""
    pieces = re.split(r"(\r\n|\n|\r)", text)
    return list(zip(pieces[::2], [*pieces[1::2], ""], strict=True))


def place(text: str, line: int, character: int, encoding: Encoding) -> int:
    """The index into `text` of a position, clamped and rounded down."""
    if line < 0:
        return 0
    all_lines = lines(text)
    if line >= len(all_lines):
        return len(text)
    before = sum(len(content) + len(end) for content, end in all_lines[:line])
    content = all_lines[line][0]
    fitting = [count for count in range(len(content) + 1) if width(content[:count], encoding) <= max(character, 0)]
    return before + fitting[-1]


def position(text: str, index: int, encoding: Encoding) -> tuple[int, int]:
    """The line and character of an index into `text`."""
    before = 0
    all_lines = lines(text)
    for number, (content, end) in enumerate(all_lines):
        if index < before + len(content) + len(end) or number == len(all_lines) - 1:
            return number, width(content[: max(index - before, 0)], encoding)
        before += len(content) + len(end)
    raise AssertionError("a text has at least one line")
