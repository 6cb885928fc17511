"""From the bytes of a file, or the text of an editor, to the UTF-8 bytes on which all of Seamark works.

Positions inside Seamark are byte offsets into this UTF-8 text. A byte order mark is no part of it.
"""

from __future__ import annotations

import codecs
import hashlib

from msgspec import Struct

_BINARY_HEAD = 8192

# UTF-32 first: its little-endian mark begins with that of UTF-16.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


class SourceText(Struct, frozen=True):
    """A decoded text: `data` is valid UTF-8 without a byte order mark."""

    data: bytes


def decode(raw: bytes) -> SourceText | None:
    """Decode the bytes of a file; `None` if they are binary (a NUL among the first 8 KB of the text).

    The encoding is the byte order mark's (UTF-8, UTF-16, UTF-32), else UTF-8. What is invalid becomes U+FFFD, one for
    each sequence that editors show as one. Valid UTF-8 without a mark comes back as the same object.
    """
    mark, encoding = next((entry for entry in _MARKS if raw.startswith(entry[0])), (b"", "utf-8"))
    body = raw[len(mark) :]
    text = _utf8(body) if encoding == "utf-8" else _transcode(body, encoding)
    return None if text.data.find(0, 0, _BINARY_HEAD) >= 0 else text


def encode(text: str) -> bytes:
    """Encode an editor's text; a lone surrogate becomes U+FFFD, which is as wide in every position encoding."""
    try:
        return text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace").encode()


def digest(data: bytes) -> str:
    """The SHA-256 of `data` as 64 hex digits: the identity of a file's content."""
    return hashlib.sha256(data, usedforsecurity=False).hexdigest()


def _utf8(body: bytes) -> SourceText:
    if body.isascii():
        return SourceText(body)
    try:
        body.decode()
    except UnicodeDecodeError:
        return SourceText(body.decode("utf-8", "replace").encode())
    return SourceText(body)


def _transcode(body: bytes, encoding: str) -> SourceText:
    try:
        return SourceText(body.decode(encoding).encode())
    except UnicodeDecodeError:
        return SourceText(body.decode(encoding, "replace").encode())
