"""Rust's string escapes (reference, "Tokens")."""

from __future__ import annotations

import re

_ESCAPE = re.compile(r"\\(\r?\n\s*|u\{[0-9a-fA-F_]{1,8}\}|x[0-9a-fA-F]{2}|.)", re.DOTALL)
_SIMPLE = {"n": "\n", "r": "\r", "t": "\t", "0": "\0", "\\": "\\", "'": "'", '"': '"'}


def decoded(text: str) -> str:
    """`text` with its escapes replaced; unknown escapes stay as they are."""
    return _ESCAPE.sub(_character, text) if "\\" in text else text


def _character(match: re.Match[str]) -> str:
    escape = match[1]
    if escape in _SIMPLE:
        return _SIMPLE[escape]
    if escape[0] in "ux" and len(escape) > 1:
        code = int(escape[1:].strip("{}").replace("_", "") or "0", 16)
        return chr(code) if code <= 0x10FFFF and not 0xD800 <= code <= 0xDFFF else "\N{REPLACEMENT CHARACTER}"
    return "" if escape[0] in "\r\n" else match[0]
