"""A base class for a `ContractQueries` that changes a few answers of another one, and hands on all other questions.

The language server adds the ports of other repositories so, and `seamark check --against` those of a store.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from .service import ContractQueries

if TYPE_CHECKING:
    from seamark.graph import Graph
    from seamark.index.matching.alignment import Alignment
    from seamark.resolve.port_model import Boundary, Link, Match, Port
    from seamark.settings import Settings


class Delegating(ContractQueries):
    """Answers each question as `service` does; see `ContractQueries` for what each method takes and gives."""

    def __init__(self, service: ContractQueries) -> None:
        self._service = service

    def settings(self, path: str) -> Settings:
        return self._service.settings(path)

    def text(self, path: str) -> bytes | None:
        return self._service.text(path)

    def ports(self, path: str | None = None) -> Sequence[Port]:
        return self._service.ports(path)

    def providers(self, consumer: Port) -> Sequence[Match]:
        return self._service.providers(consumer)

    def consumers(self, provider: Port) -> Sequence[Match]:
        return self._service.consumers(provider)

    def uses(self, path: str | None = None) -> Sequence[Port]:
        return self._service.uses(path)

    def name_references(self, provider: Port) -> Sequence[Port]:
        return self._service.name_references(provider)

    def calls_of(self, consumer: Port) -> Sequence[Port]:
        return self._service.calls_of(consumer)

    def maybe_consumers(self, provider: Port) -> Sequence[Port]:
        return self._service.maybe_consumers(provider)

    def nearest(self, port: Port, count: int = 3) -> Sequence[str]:
        return self._service.nearest(port, count)

    def alignments(self) -> Sequence[Alignment]:
        return self._service.alignments()

    def boundaries(self) -> Sequence[Boundary]:
        return self._service.boundaries()

    def boundary(self, mechanism: str, key: str) -> Boundary:
        return self._service.boundary(mechanism, key)

    def links(self, *, compatible: bool = False) -> Iterable[Link]:
        return self._service.links(compatible=compatible)

    def graph(self) -> Graph:
        return self._service.graph()
