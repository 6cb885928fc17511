"""JavaScript's string escapes (ECMAScript, 12.9.4)."""

from __future__ import annotations

import re

_ESCAPE = re.compile(r"\\(\r\n|u\{[0-9a-fA-F]{1,6}\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[0-7]{1,3}|.)", re.DOTALL)
_SIMPLE = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}
_SIMPLE |= dict.fromkeys(("\n", "\r\n", "\r", "\u2028", "\u2029"), "")
_SURROGATES = re.compile("[\ud800-\udbff][\udc00-\udfff]|[\ud800-\udfff]")


def decoded(text: str) -> str:
    """`text` with its escapes replaced; an escaped character without a meaning of its own stands for itself."""
    if "\\" not in text:
        return text
    return _SURROGATES.sub(_joined, _ESCAPE.sub(_character, text))


def _character(match: re.Match[str]) -> str:
    escape = match[1]
    if escape in _SIMPLE:
        return _SIMPLE[escape]
    if escape[0] in "ux" and len(escape) > 1:
        code = int(escape[1:].strip("{}"), 16)
        return chr(code) if code <= 0x10FFFF else "\N{REPLACEMENT CHARACTER}"
    return chr(int(escape, 8)) if escape[0] in "01234567" else escape


def _joined(match: re.Match[str]) -> str:
    """Two escapes may be the halves of one character; half a character is none."""
    if len(match[0]) == 1:
        return "\N{REPLACEMENT CHARACTER}"
    high, low = map(ord, match[0])
    return chr(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))
