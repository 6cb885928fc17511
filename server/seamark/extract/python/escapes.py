"""Python's string escapes (language reference, 2.5.1)."""

from __future__ import annotations

import re

_ESCAPE = re.compile(r"\\(\r\n|[0-7]{1,3}|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)", re.DOTALL)
_SIMPLE = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v", "\n": "", "\r\n": "", "\r": ""}
_SIMPLE |= {"\\": "\\", "'": "'", '"': '"'}


def decoded(text: str) -> str:
    """`text` with its escapes replaced; unknown escapes stay as they are."""
    return _ESCAPE.sub(_character, text) if "\\" in text else text


def _character(match: re.Match[str]) -> str:
    escape = match[1]
    if escape in _SIMPLE:
        return _SIMPLE[escape]
    if escape[0] in "xuU" and len(escape) > 1:
        code = int(escape[1:], 16)
        return chr(code) if code <= 0x10FFFF and not 0xD800 <= code <= 0xDFFF else "\N{REPLACEMENT CHARACTER}"
    return chr(int(escape, 8)) if escape[0] in "01234567" else match[0]
