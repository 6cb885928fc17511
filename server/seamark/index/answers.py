"""Answers about both sides of contracts: who serves a call, who calls a handler."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Iterator, Sequence

from seamark.resolve.ports import Boundary, Link, Match, Port

from .gateways import Gateways
from .matching import EXACT, WILDCARD, Way, compatible, ranked, through
from .table import Table
from .topics import takes


class Answers:
    """Answers from one state of the workspace; see `Service` for what each method takes and gives."""

    def __init__(self, table: Table, gateways: Gateways, is_sure: Callable[[Match, Port], bool]) -> None:
        """`is_sure` tells whether a match counts, found for a consumer."""
        self.table = table
        self.gateways = gateways
        self._is_sure = is_sure
        self._changes = table.changes
        self._ways: dict[tuple[str, str, bool, bool], tuple[Way, list[str]] | None] = {}
        self._behind: dict[str, list[Port]] = {}

    def publish(self, table: Table, gateways: Gateways) -> None:
        """Answer from this state from now on."""
        if table.changes != self._changes:
            self._ways.clear()
        self.table, self.gateways, self._changes = table, gateways, table.changes
        self._behind.clear()

    def providers(self, consumer: Port) -> Sequence[Match]:
        """See `Service`."""
        return [match for match in self._providers(consumer) if self._is_sure(match, consumer)]

    def _providers(self, consumer: Port) -> list[Match]:
        exact = self._ranked(consumer, self.table.side(consumer.mechanism, consumer.key, "exposes"))
        found = _matches(consumer, exact, EXACT)
        if any(not port.contract for port in exact):
            return found
        others = self._behind_gateways(consumer) or self._compatible(consumer, contract=False)
        return others + found if others or found else self._compatible(consumer, contract=True)

    def _compatible(self, consumer: Port, *, contract: bool) -> list[Match]:
        if consumer.mechanism == "queue":
            return [] if contract else self._patterns(consumer)
        way = self._way(consumer, contract)
        if way is None:
            return []
        how, found = way
        ports = [port for key in found for port in self.table.side(consumer.mechanism, key, "exposes")]
        return _matches(consumer, self._ranked(consumer, [port for port in ports if port.contract == contract]), how)

    def _patterns(self, consumer: Port) -> list[Match]:
        """The providers whose names stand for several topics, this one among them."""
        keys = self.table.keys("queue", contract=False)
        ports = (port for key in keys for port in self.table.side("queue", key, "exposes"))
        return _matches(
            consumer, self._ranked(consumer, [port for port in ports if takes(port, consumer.key)]), WILDCARD
        )

    def _behind_gateways(self, consumer: Port) -> list[Match]:
        found: list[Match] = []
        for passage in self.gateways.passages(consumer.key, consumer.host) if consumer.mechanism == "http" else ():
            ports = self._served(passage.host)
            way = compatible(passage.key, False, [(port.key, port.open_prefix) for port in ports])
            if way is not None:
                behind = [port for port in ports if port.key in way[1]]
                found += _matches(consumer, self._ranked(consumer, behind), through(passage.place, way[0]))
        return found

    def _ranked(self, consumer: Port, providers: Sequence[Port]) -> list[Port]:
        return ranked(consumer, providers, self.gateways.is_called)

    def _served(self, host: str) -> list[Port]:
        """What the code of a service serves that is known by the name of a host."""
        if host not in self._behind:
            ports = (port for port in self.table.all() if port.mechanism == "http" and port.role == "exposes")
            self._behind[host] = [port for port in ports if not port.contract and self.gateways.serves(host, port)]
        return self._behind[host]

    def consumers(self, provider: Port) -> Sequence[Match]:
        """See `Service`."""
        exact = _matches(provider, self.table.side(provider.mechanism, provider.key, "consumes"), EXACT)
        found = [match for match in exact if self._is_sure(match, match.port)]
        for key in self._consumed(provider):
            for port in self.table.side(provider.mechanism, key, "consumes"):
                found += [
                    Match(port, match.how, match.confidence) for match in self.providers(port) if match.port == provider
                ]
        return found

    def _consumed(self, provider: Port) -> Iterator[str]:
        """Keys without providers of their own for whose calls this provider may be a compatible one."""
        keys = self.table.keys(provider.mechanism, contract=False)
        others = [
            k for mechanism, k, role in self.table.sides() if (mechanism, role) == (provider.mechanism, "consumes")
        ]
        if provider.mechanism == "queue":
            yield from (key for key in sorted(others) if key not in keys and takes(provider, key))
        for key in sorted(others) if provider.mechanism == "http" else ():
            ways = (key, *(passage.key for passage in self.gateways.passages(key, None)))
            if key not in keys and any(compatible(way, True, [(provider.key, True)]) is not None for way in ways):
                yield key

    def nearest(self, port: Port, count: int = 3) -> Sequence[str]:
        """See `Service`."""
        other = "exposes" if port.role == "consumes" else "consumes"
        keys = [key for mechanism, key, role in self.table.sides() if mechanism == port.mechanism and role == other]
        return difflib.get_close_matches(port.key, keys, count, 0.6)

    def boundaries(self) -> Sequence[Boundary]:
        """See `Service`."""
        return [self.boundary(*one) for one in sorted({(mechanism, key) for mechanism, key, _ in self.table.sides()})]

    def boundary(self, mechanism: str, key: str) -> Boundary:
        """See `Service`."""
        table = self.table
        providers, consumers = (tuple(table.side(mechanism, key, role)) for role in ("exposes", "consumes"))
        return Boundary(mechanism, key, providers, consumers)

    def links(self, *, compatible: bool = False) -> Iterator[Link]:
        """See `Service`."""
        for consumer in self.table.all():
            if consumer.role != "consumes":
                continue
            for match in self.providers(consumer):
                if compatible or match.how == EXACT.how:
                    yield Link(consumer, match.port, match.how, match.confidence)

    def _way(self, consumer: Port, contract: bool) -> tuple[Way, list[str]] | None:
        asked = (consumer.mechanism, consumer.key, consumer.open_prefix, contract)
        if asked not in self._ways:
            keys = self.table.keys(consumer.mechanism, contract=contract).items()
            http = consumer.mechanism == "http"
            self._ways[asked] = compatible(consumer.key, consumer.open_prefix, keys) if http else None
        return self._ways[asked]


def _matches(port: Port, others: Iterable[Port], way: Way) -> list[Match]:
    return [Match(other, way.how, round(port.confidence * other.confidence * way.factor, 4)) for other in others]
