"""Inlay hints: the key of a contract where it is not what is written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seamark import keys
from seamark.lsp.features.editing.written import QUOTES, plain
from seamark.lsp.features.place import Place
from seamark.patterns import regex

if TYPE_CHECKING:
    from seamark.index.service import Service
    from seamark.resolve.port_model import Port


def hints(service: Service, path: str, start: int, end: int) -> list[tuple[Place, str]]:
    """The keys to show behind the literals in this part of a file, by position. What documents say has none."""
    data = service.text(path)
    if data is None:
        return []
    said: dict[Place, dict[str, None]] = {}
    for port in service.ports(path):
        if start <= port.start <= end and not port.contract and not _is_written(port, data):
            said.setdefault(_literal(port, data), {})[port.key] = None
    return [(place, ", ".join(found)) for place, found in sorted(said.items())]


_NO_ARGUMENTS = regex(rb"\(\s{0,20}\)")


def _literal(port: Port, data: bytes) -> Place:
    """A contract's text with the quote that ends it, if it stands in quotes; or with the brackets of its call."""
    end = data[port.end : port.end + 1]
    is_quoted = end in QUOTES and end == data[port.start - 1 : port.start]
    called = _NO_ARGUMENTS.match(data, port.end)
    return Place(port.path, port.start, port.end + len(end) * is_quoted if called is None else called.end())


def _is_written(port: Port, data: bytes) -> bool:
    """Whether a reader sees the key in the text: the path with its holes, the topic, or the method's name."""
    text = plain(data[port.start : port.end])
    if port.mechanism == "http":
        return keys.http_path(text) == port.key.partition(" ")[2]
    if port.mechanism in _IN_ANY_CASE:
        return keys.grpc_name(text) == keys.grpc_name(port.key.rpartition(_IN_ANY_CASE[port.mechanism])[2])
    return text == port.key


_IN_ANY_CASE = {"grpc": "/", keys.GRAPHQL: "."}
"""What stands before names in keys that code may write in another case, by the mechanism."""
