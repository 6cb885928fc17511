"""Which bracket of a text closes which."""

from __future__ import annotations

import re

from seamark.patterns import regex

# Whatever is no bracket: strings, comments, properties and words, in which brackets do not occur. Where words go on
# after a space, a quote is one of their characters.
_BETWEEN = (
    rb"""(?>(?:[\s,:]++|"(?>(?:[^"\\]++|\\.)*)"|'[^']*+'|(?<![^\s,:\[\]{}])#[^\n]*+|[&!][^\s,:\[\]{}]*+"""
    rb"""|[^\s,:\[\]{}"'#&!][^\s,:\[\]{}]*+(?>(?:[ \t]++(?!#)[^\s,:\[\]{}]++)*))*)"""
)
_NEXT = regex(_BETWEEN + rb"""([\[\]{}"'#]|\Z)""", re.DOTALL)
_PAIRS = {b"}": b"{", b"]": b"["}


class Brackets:
    """The pairs of brackets in a text, looked for where somebody asks."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._closed: dict[int, int] = {}

    def close(self, opening: int, end: int) -> tuple[int, bool]:
        """Where the bracket at `opening` is closed before `end`, and whether all between fits.

        If something does not fit, the brackets are paired as well as may be.
        """
        known = self._closed.get(opening)
        if known is not None and known < end:
            return known, True
        found: dict[int, int] = {}
        fits = self._pair(opening, end, found)
        if fits:
            self._closed |= found
        return found.get(opening, end), fits

    def _pair(self, opening: int, end: int, found: dict[int, int]) -> bool:
        data, position = self._data, opening
        opened: list[tuple[bytes, int]] = []
        count = {b"{": 0, b"[": 0}
        fits = True
        while (token := _NEXT.match(data, position, end)) is not None and token[1]:
            position, bracket = token.end(), token[1]
            if bracket in b"{[":
                opened.append((bracket, token.start(1)))
                count[bracket] += 1
            elif bracket not in _PAIRS:
                fits = False  # A string without an end, or a comment sign that begins no comment.
            elif count[_PAIRS[bracket]]:
                while True:
                    opener, start = opened.pop()
                    count[opener] -= 1
                    found[start] = token.start(1)
                    if opener == _PAIRS[bracket]:
                        break
                    fits = False
                if not opened:
                    return fits
            else:
                fits = False
        for _, start in opened:
            found[start] = end
        return False
