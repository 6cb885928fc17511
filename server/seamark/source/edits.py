"""Changes that an editor reports, applied to the bytes of its text."""

from __future__ import annotations

from typing import TypeAlias

from .lines import Encoding, lines_of
from .text import encode

Range: TypeAlias = tuple[int, int, int, int]
"""Start and end, each as line and character: 0-based, the end exclusive."""


class Editing:
    """A valid UTF-8 text to which changes are applied one after the other, each to what the one before it left.

    Editors that change a text in many places at once tell the last place first: so nothing is copied, and no line is
    looked for again, before somebody changes what is not before all other changes.
    """

    def __init__(self, data: bytes, encoding: Encoding) -> None:
        self._encoding = encoding
        self._begin(data)

    def _begin(self, data: bytes) -> None:
        self._data = data
        self._same = len(data) + 1
        """Up to where the text is still `_data`; what is behind that stands in `_behind`, the last piece first."""
        self._behind: list[bytes] = []

    def replace(self, span: Range, text: str) -> None:
        """Put a text into the place of a range, whose characters count in units of the encoding.

        Positions out of range are clamped as `LineIndex.offset` does; a range backwards is taken as the same forwards.
        """
        start, end = self._offsets(span)
        if end >= self._same:
            self._begin(self.text())
            start, end = self._offsets(span)
        self._behind += (self._data[end : self._same], encode(text))
        self._same = start

    def text(self) -> bytes:
        """The text with all changes."""
        return b"".join((self._data[: self._same], *reversed(self._behind)))

    def _offsets(self, span: Range) -> tuple[int, int]:
        index = lines_of(self._data)
        one, other = (index.offset(*place, self._encoding) for place in (span[:2], span[2:]))
        return min(one, other), max(one, other)
