"""The escapes of C's and C++'s strings (C11, 6.4.4.4; C++20, 5.13.3)."""

from __future__ import annotations

import re

_ESCAPE = re.compile(r"\\(\r\n|[0-7]{1,3}|x[0-9a-fA-F]+|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)", re.DOTALL)
_SIMPLE = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v", "e": "\x1b"}
_SIMPLE |= {"\n": "", "\r\n": "", "\r": ""}


def decoded(text: str) -> str:
    """`text` with its escapes replaced; an escaped character without a meaning of its own stands for itself."""
    return _ESCAPE.sub(_character, text) if "\\" in text else text


def _character(match: re.Match[str]) -> str:
    escape = match[1]
    if escape in _SIMPLE:
        return _SIMPLE[escape]
    if escape[0] in "xuU" and len(escape) > 1:
        code = int(escape[1:10], 16)
        return chr(code) if code <= 0x10FFFF and not 0xD800 <= code <= 0xDFFF else "\N{REPLACEMENT CHARACTER}"
    return chr(int(escape, 8)) if escape[0] in "01234567" else escape
