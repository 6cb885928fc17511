"""Go's string escapes (language specification, Rune literals)."""

from __future__ import annotations

import re

from seamark.patterns import regex

_ESCAPE = regex(rb"\\(?:[0-7]{3}|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)", re.DOTALL)
_SIMPLE = {b"a": b"\a", b"b": b"\b", b"f": b"\f", b"n": b"\n", b"r": b"\r", b"t": b"\t", b"v": b"\v"}


def decode_escapes(text: bytes) -> str:
    """`text` with its escapes replaced; octal and hexadecimal ones are bytes, of which several make a character."""
    return (_ESCAPE.sub(_bytes, text) if b"\\" in text else text).decode("utf-8", "replace")


def _bytes(match: re.Match[bytes]) -> bytes:
    escape = match[0][1:]
    if escape[:1] in (b"u", b"U") and len(escape) > 1:
        code = int(escape[1:], 16)
        known = code <= 0x10FFFF and not 0xD800 <= code <= 0xDFFF
        return (chr(code) if known else "\N{REPLACEMENT CHARACTER}").encode()
    if escape[:1] == b"x" and len(escape) > 1:
        return bytes([int(escape[1:], 16)])
    if len(escape) > 1:
        return bytes([int(escape, 8) & 0xFF])
    return _SIMPLE.get(escape, escape)
