"""Changes that an editor reports, applied to the bytes of its text."""

from __future__ import annotations

from .lines import Encoding, lines_of
from .text import encode


def apply(
    data: bytes,
    start_line: int,
    start_char: int,
    end_line: int,
    end_char: int,
    new_text: str,
    encoding: Encoding,
) -> bytes:
    """Replace a range of a valid UTF-8 text and give the new one.

    Lines and characters are 0-based, characters count in units of `encoding`, the end is exclusive. Positions out of
    range are clamped as `LineIndex.offset` does; a range given backwards is taken as the same range forwards. Several
    changes of one notification are applied one after the other, each to the text that the one before it left.
    """
    index = lines_of(data)
    start, end = sorted((index.offset(start_line, start_char, encoding), index.offset(end_line, end_char, encoding)))
    return b"".join((data[:start], encode(new_text), data[end:]))
