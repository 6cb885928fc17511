"""The one converter between byte offsets, which Seamark uses inside, and the lines and columns of its edges."""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache
from itertools import accumulate
from typing import Literal

Encoding = Literal["utf-8", "utf-16", "utf-32"]
"""The unit in which a character position counts: bytes, UTF-16 code units, or code points."""


class LineIndex:
    r"""The lines of one text, which end at `\n`, `\r\n` and `\r` only, as the Language Server Protocol has it.

    `data` must be valid UTF-8 (`Text.data`). No position raises: what is out of range is clamped, and what points into
    the middle of a character, or between `\r` and `\n`, is moved down to its beginning.
    """

    __slots__ = ("_starts", "data")

    def __init__(self, data: bytes) -> None:
        self.data = data
        # `bytes.splitlines` splits at exactly our three terminators (`str.splitlines` at many more).
        starts = list(accumulate(map(len, data.splitlines(keepends=True)), initial=0))
        if len(starts) > 1 and not data.endswith((b"\n", b"\r")):
            starts.pop()
        self._starts = starts

    def __len__(self) -> int:
        """The number of lines: one more than there are line ends."""
        return len(self._starts)

    def line(self, line: int) -> tuple[int, int]:
        """The byte range of a 0-based line without its line end; beyond the last, the text's empty end."""
        if line >= len(self._starts):
            return len(self.data), len(self.data)
        start = self._starts[max(line, 0)]
        if line + 1 >= len(self._starts):
            return start, len(self.data)
        end = self._starts[max(line, 0) + 1] - 1
        if end > start and self.data[end - 1 : end + 1] == b"\r\n":
            end -= 1
        return start, end

    def position(self, offset: int, encoding: Encoding) -> tuple[int, int]:
        """The 0-based line and 0-based character, in units of `encoding`, of a byte offset."""
        line = bisect_right(self._starts, max(offset, 0)) - 1
        start, end = self.line(line)
        before = self.data[start : self._floor(min(max(offset, 0), end))]
        if encoding == "utf-8" or before.isascii():
            return line, len(before)
        text = before.decode()
        return line, len(text) if encoding == "utf-32" else len(text.encode("utf-16-le")) // 2

    def offset(self, line: int, character: int, encoding: Encoding) -> int:
        """The byte offset of a 0-based line and a 0-based character in units of `encoding`."""
        if line < 0:
            return 0
        start, end = self.line(line)
        character = max(character, 0)
        if encoding == "utf-8":
            return self._floor(min(start + character, end))
        # No character is wider than four bytes: enough of a long line for any answer.
        content = self.data[start : self._floor(min(start + 4 * character, end))]
        if content.isascii():
            return start + min(character, len(content))
        text = content.decode()
        if encoding == "utf-32":
            return start + len(text[:character].encode())
        return start + len(text.encode("utf-16-le")[: 2 * character].decode("utf-16-le", "ignore").encode())

    def human(self, offset: int) -> tuple[int, int]:
        """The 1-based line and 1-based column, in code points, of a byte offset."""
        line, character = self.position(offset, "utf-32")
        return line + 1, character + 1

    def _floor(self, offset: int) -> int:
        """The beginning of the character that holds the byte at `offset`, itself at the end of the text."""
        while 0 < offset < len(self.data) and self.data[offset] & 0xC0 == 0x80:
            offset -= 1
        return offset


@lru_cache(maxsize=4)
def lines_of(data: bytes) -> LineIndex:
    """The lines of a valid UTF-8 text, which somebody may have asked for already."""
    return LineIndex(data)
