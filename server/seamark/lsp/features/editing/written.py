"""What is written where a contract is stated: the segments of its path, and where each of them stands."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from seamark.lsp.features.place import Place
from seamark.patterns import regex
from seamark.resolve.port_model import Port

# What a language's brackets hold, and what stands between two literals that are joined.
_HOLE = regex(
    rb"""\$?\{[^{}]*\}|<[^<>]*>|(?P<quote>["'`])\s{0,20}[+.]\s.{0,300}?[+.]\s{0,20}[fr]?(?P=quote)""", re.DOTALL
)
_HOST = regex(rb"[A-Za-z][A-Za-z0-9+.-]{0,20}://[^/]*")
_ITEM = regex(rb"""(?m)^[ \t]*+(?P<quote>["']?)(?P<path>/[^\s"']*)(?P=quote)\s*:""")
_STATIC = regex(r"[\w.~%-]+")
QUOTES = b"\"'`"
"""What literals stand in."""


class Segment(msgspec.Struct, frozen=True):
    """A segment of a path as it is written: its text, its place, and how many segments follow it."""

    text: str
    place: Place
    after: int


def span(port: Port, data: bytes) -> tuple[int, int]:
    """Where a port's path is written: in its own text, or, in a document, in the name of the item that holds it."""
    if port.contract:
        items = list(_ITEM.finditer(data, 0, port.start))
        if items:
            return items[-1].span("path")
    return port.start, port.end


def segments(port: Port, data: bytes) -> list[Segment]:
    """The segments that a port's own text states word for word, in their order. `data` is the text of its file."""
    start, end = span(port, data)
    masked = _blank(_HOST, _blank(_HOLE, data[start:end]))
    pieces = list(_pieces(re.split(rb"[?#]", masked, maxsplit=1)[0].rstrip(QUOTES + b"/")))
    found = []
    for number, (at, piece) in enumerate(pieces):
        text = piece.decode(errors="replace")
        if _STATIC.fullmatch(text):
            place = Place(port.path, start + at, start + at + len(piece))
            found.append(Segment(text, place, len(pieces) - 1 - number))
    return found


def path_end(port: Port, data: bytes) -> int:
    """Where the path ends that a port's own text states: before a slash there, and before a query."""
    start, end = span(port, data)
    path = re.split(rb"[?#]", _blank(_HOLE, data[start:end]), maxsplit=1)[0]
    return start + len(path.rstrip(QUOTES + b"/"))


def is_quoted(port: Port, data: bytes) -> bool:
    """Whether a port's own text stands behind a quote."""
    return port.start > 0 and data[port.start - 1] in QUOTES


def is_literal(port: Port, data: bytes) -> bool:
    """Whether a port's own text is all of a literal: no name, no expression, not a document's operation."""
    start, end = port.start, port.end
    return (is_quoted(port, data) or data.startswith(b"/", start)) and span(port, data) == (start, end)


def plain(text: bytes) -> str:
    """A text that states a contract, with its holes as keys have them."""
    return _HOLE.sub(b"{}", text).decode(errors="replace")


def in_key(key: str, after: int) -> str | None:
    """The segment of an HTTP key that has so many others after it."""
    parts = key.partition("/")[2].split("/")
    return parts[-1 - after] if after < len(parts) else None


def with_segment(key: str, after: int, text: str) -> str:
    """An HTTP key with another segment there."""
    head, slash, path = key.partition("/")
    parts = path.split("/")
    parts[-1 - after] = text
    return head + slash + "/".join(parts)


def _blank(pattern: re.Pattern[bytes], text: bytes) -> bytes:
    return pattern.sub(lambda found: b"\0" * len(found[0]), text)


def _pieces(masked: bytes) -> Iterator[tuple[int, bytes]]:
    """What stands between the slashes, and where; without the quotes around it."""
    start = 0
    for piece in masked.split(b"/"):
        yield start + len(piece) - len(piece.lstrip(QUOTES)), piece.strip(QUOTES)
        start += len(piece) + 1
