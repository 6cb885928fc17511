"""Symbols: the contracts of a file, and those of the workspace that look like a query."""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from typing import TYPE_CHECKING

from seamark.lsp.features.place import who
from seamark.resolve.port_model import Port

if TYPE_CHECKING:
    from seamark.index.service import Service


def in_file(service: Service, path: str) -> list[Port]:
    """The ports of a file, by position."""
    return list(service.ports(path))


def in_workspace(service: Service, query: str, most: int) -> list[Port]:
    """At most so many ports whose key, or whose function's name, has the query's characters in their order.

    The best come first: those that have the query as it is, then the shortest. Case and spaces do not matter.
    """
    letters = "".join(query.casefold().split())
    return [port for _, port in heapq.nsmallest(most, _rank_ports(service.ports(), letters), key=_rank)]


def _rank_ports(ports: Iterable[Port], query: str) -> Iterable[tuple[tuple[int, int], Port]]:
    for port in ports:
        ranks = [
            (0 if query in text else 1, len(text))
            for name in (port.key, who(port))
            if name is not None and _has_in_order(text := "".join(name.casefold().split()), query)
        ]
        if ranks:
            yield min(ranks), port


def _has_in_order(text: str, letters: str) -> bool:
    rest = iter(text)
    return all(letter in rest for letter in letters)


def _rank(found: tuple[tuple[int, int], Port]) -> tuple[object, ...]:
    rank, port = found
    return *rank, port.key, port.role != "exposes", port.path, port.start
