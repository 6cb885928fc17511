"""String escapes: what a backslash and what follows it stand for, by a language's tables."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from seamark.patterns import regex

_NEWLINES = "\n\r\u2028\u2029"
_SURROGATES = regex("[\ud800-\udbff][\udc00-\udfff]|[\ud800-\udfff]")


def decoder(pattern: str, simple: Mapping[str, str], *, unknown_stay: bool) -> Callable[[str], str]:
    """A function that replaces a text's escapes.

    `pattern` matches what may follow a backslash: numbers (`x`, `u`, `U` and hexadecimal digits, in braces or not;
    octal digits) and single characters, which `simple` lists. An escaped line end is nothing. Others stay as they are
    if `unknown_stay`, else the character stands for itself. Two escapes may be the halves of one character.
    """
    escape = re.compile(rf"\\({pattern})", re.DOTALL)

    def character(match: re.Match[str]) -> str:
        text = match[1]
        if text in simple:
            return simple[text]
        if text[0] in "xuU" and len(text) > 1:
            code = int(text[1:].strip("{}").replace("_", "")[:9] or "0", 16)
            return chr(code) if code <= 0x10FFFF else "\N{REPLACEMENT CHARACTER}"
        if text[0] in _NEWLINES:
            return ""
        if text.isascii() and text.isdecimal() and text[0] < "8":
            return chr(int(text, 8))
        return match[0] if unknown_stay else text

    def replace_escapes(text: str) -> str:
        return _SURROGATES.sub(_join_surrogates, escape.sub(character, text)) if "\\" in text else text

    return replace_escapes


def _join_surrogates(match: re.Match[str]) -> str:
    """The character of two halves; half a character is none."""
    if len(match[0]) == 1:
        return "\N{REPLACEMENT CHARACTER}"
    high, low = map(ord, match[0])
    return chr(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))
