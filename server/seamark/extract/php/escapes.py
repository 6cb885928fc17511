"""PHP's string escapes (manual, "Strings")."""

from __future__ import annotations

import re

_ESCAPE = re.compile(r"\\([0-7]{1,3}|x[0-9a-fA-F]{1,2}|u\{[0-9a-fA-F]{1,6}\}|.)", re.DOTALL)
_SIMPLE = {"n": "\n", "t": "\t", "r": "\r", "v": "\v", "e": "\x1b", "f": "\f", "\\": "\\", "$": "$", '"': '"'}
_QUOTED = re.compile(r"\\([\\'])")


def decoded(text: str) -> str:
    """A double-quoted string's or heredoc's `text` with its escapes replaced; unknown escapes stay as they are."""
    return _ESCAPE.sub(_character, text) if "\\" in text else text


def unquoted(text: str) -> str:
    """A single-quoted string's `text` with its escapes replaced."""
    return _QUOTED.sub(r"\1", text) if "\\" in text else text


def _character(match: re.Match[str]) -> str:
    escape = match[1]
    if escape in _SIMPLE:
        return _SIMPLE[escape]
    if escape[0] in "xu" and len(escape) > 1:
        code = int(escape[1:].strip("{}"), 16)
        return chr(code) if code <= 0x10FFFF and not 0xD800 <= code <= 0xDFFF else "\N{REPLACEMENT CHARACTER}"
    return chr(int(escape, 8) & 0xFF) if escape[0] in "01234567" else match[0]
