"""What the services of a workspace serve, in code and by their documents."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING

from seamark.patterns import regex
from seamark.resolve.port_model import Port

if TYPE_CHECKING:
    from seamark.index.service import ContractQueries

_SURE = 0.7
_PARAMETER = regex(rb"\{\w*\}|<\w+>|:\w+(?![\w(])")
"""A parameter that takes every segment, as frameworks write it."""


def is_sure(port: Port) -> bool:
    """Whether a port is clear enough for something to be said of it, or by it against another."""
    return port.confidence >= _SURE and not port.test and "*" not in port.key


class Surfaces:
    """The routes of each service: their keys, and who has which."""

    def __init__(self, service: ContractQueries) -> None:
        self._service = service
        self._code: dict[str, set[str]] = {}
        self._documents: dict[str, dict[str, set[str]]] = {}
        self._routes: dict[tuple[str, str], list[Port]] = {}
        for port in service.ports():
            if port.mechanism != "http" or port.role != "exposes" or port.test or port.key.startswith("ANY "):
                continue
            if port.contract:
                self._documents.setdefault(port.service, {}).setdefault(port.path, set()).add(port.key)
            else:
                self._code.setdefault(port.service, set()).add(port.key)
                self._routes.setdefault((port.service, port.key), []).append(port)

    def code(self, service: str) -> AbstractSet[str]:
        """The keys of the routes that a service has in code."""
        return self._code.get(service, set())

    def described_keys(self, service: str) -> Mapping[str, AbstractSet[str]]:
        """The keys of the operations that each document of a service has."""
        return self._documents.get(service, {})

    def first(self, port: Port) -> Port | None:
        """An earlier route of the same service that certainly takes the same requests, and has another handler."""
        for other in self._routes.get((port.service, port.key), ()):
            if (other.path, other.start) >= (port.path, port.start):
                return None
            if self._are_rivals(other, port):
                return other
        return None

    def _are_rivals(self, one: Port, other: Port) -> bool:
        """Whether two routes of one key are in each other's way.

        They are not if what stands before one of them is not known, if one is for WebSockets, if they have one
        handler, if two applications serve them, or if they are written differently: a slash at the end and a pattern in
        a parameter (`<int:id>`) make a difference that keys have not.
        """
        if not is_sure(one) or one.open_prefix or other.open_prefix or one.language != other.language:
            return False
        if one.path != other.path and one.framework == one.language:
            return False  # What they are declared on is not known, nor what that puts before them.
        if one.socket != other.socket or (one.handler is not None and one.handler == other.handler):
            return False
        if one.application and other.application and one.application != other.application:
            return False
        ours, theirs = self._text_without_names(one), self._text_without_names(other)
        return ours.endswith(theirs) or theirs.endswith(ours)

    def _text_without_names(self, port: Port) -> bytes:
        """A route's text, its plain parameters without their names."""
        return _PARAMETER.sub(b"{}", (self._service.text(port.path) or b"")[port.start : port.end])
