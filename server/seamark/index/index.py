"""The index: the service interface over files on disk and in editors."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path

from msgspec.structs import replace

from seamark.graph import Graph
from seamark.resolve.compose import Composed
from seamark.resolve.ports import Boundary, Link, Match, Port, Problem
from seamark.source import Limits

from .engine import Engine
from .extractors import Extractor, installed
from .files import Files
from .matching import EXACT, Way, compatible, ranked
from .pictured import graph_of
from .roots import Roots
from .service import Progress
from .table import Table


class Index:
    """An always current set of the ports of some folders. See `Service` for what each method takes and gives.

    `languages` limits what is read as source, `extractors` are further ones of the user's; None are those installed.
    """

    def __init__(
        self,
        roots: Sequence[Path],
        *,
        limits: Limits | None = None,
        languages: Collection[str] | None = None,
        extractors: Sequence[Extractor] | None = None,
    ) -> None:
        self._roots = Roots(roots)
        self._files = Files(self._roots, limits, languages)
        wrong: list[str] = []
        if extractors is None:
            extractors, wrong = installed()
        self._wrong = [Problem(".", reason) for reason in wrong]
        self._engine = Engine(self._files, extractors)
        self._ways: dict[tuple[str, str, bool], tuple[Way, list[str]] | None] = {}
        self._ports = Table()
        self._stale: set[str] = set()

    def load(self, progress: Progress | None = None) -> None:
        """Read the workspace's files from disk; see `Service`."""
        paths = sorted(self._files.disk.load() | self._files.known())
        self._update(paths, progress)
        if progress is not None:
            progress(len(paths), len(paths))

    def locate(self, path: Path) -> str | None:
        """See `Service`."""
        return self._roots.locate(path)

    def real_path(self, path: str) -> Path:
        """See `Service`."""
        return self._roots.real(path)

    def open(self, path: str, data: bytes) -> None:
        """See `Service`."""
        self._update(self._files.show(path, data))

    def close(self, path: str) -> None:
        """See `Service`."""
        self._update(self._files.hide(path))

    def refresh(self, paths: Iterable[str]) -> None:
        """See `Service`."""
        self._update(self._files.disk.refresh(paths))

    def text(self, path: str) -> bytes | None:
        """See `Service`."""
        return self._files.text(path)

    def ports(self, path: str | None = None) -> Sequence[Port]:
        """See `Service`."""
        return list(self._table().all() if path is None else self._table().of(path))

    def ports_at(self, path: str, offset: int) -> Sequence[Port]:
        """See `Service`."""
        return [port for port in self._table().of(path) if port.start <= offset <= port.end]

    def ports_handled_at(self, path: str, offset: int) -> Sequence[Port]:
        """See `Service`."""
        table = self._table()
        return [
            port
            for file in table.handled_in(path)
            for port in table.of(file)
            if port.handler is not None
            and port.handler.path == path
            and port.handler.name_start <= offset <= port.handler.name_end
        ]

    def providers(self, consumer: Port) -> Sequence[Match]:
        """See `Service`."""
        exact = self._table().side(consumer.mechanism, consumer.key, "exposes")
        if exact:
            return _matches(consumer, ranked(consumer, exact), EXACT)
        way = self._way(consumer)
        if way is None:
            return []
        how, found = way
        providers = [port for key in found for port in self._table().side(consumer.mechanism, key, "exposes")]
        return _matches(consumer, ranked(consumer, providers), how)

    def consumers(self, provider: Port) -> Sequence[Match]:
        """See `Service`."""
        found = _matches(provider, self._table().side(provider.mechanism, provider.key, "consumes"), EXACT)
        for key in self._consumed(provider):
            for port in self._table().side(provider.mechanism, key, "consumes"):
                found += [
                    Match(port, match.how, match.confidence) for match in self.providers(port) if match.port == provider
                ]
        return found

    def _consumed(self, provider: Port) -> Iterator[str]:
        """Keys without providers of their own for whose calls this provider may be a compatible one."""
        keys = self._table().keys.get(provider.mechanism, {})
        others = [
            k for mechanism, k, role in self._table().sides() if (mechanism, role) == (provider.mechanism, "consumes")
        ]
        for key in sorted(others) if provider.mechanism == "http" else ():
            if key not in keys and compatible(key, True, [(provider.key, keys.get(provider.key, True))]) is not None:
                yield key

    def nearest(self, port: Port, count: int = 3) -> Sequence[str]:
        """See `Service`."""
        other = "exposes" if port.role == "consumes" else "consumes"
        keys = [key for mechanism, key, role in self._table().sides() if mechanism == port.mechanism and role == other]
        return difflib.get_close_matches(port.key, keys, count, 0.6)

    def boundaries(self) -> Sequence[Boundary]:
        """See `Service`."""
        keys = sorted({(mechanism, key) for mechanism, key, _ in self._table().sides()})
        return [
            Boundary(
                m, key, tuple(self._table().side(m, key, "exposes")), tuple(self._table().side(m, key, "consumes"))
            )
            for m, key in keys
        ]

    def links(self, *, compatible: bool = False) -> Iterator[Link]:
        """See `Service`."""
        for consumer in self._table().all():
            if consumer.role != "consumes":
                continue
            for match in self.providers(consumer):
                if compatible or match.how == EXACT.how:
                    yield Link(consumer, match.port, match.how, match.confidence)

    def graph(self, label: str | None = None) -> Graph:
        """See `Service`. `label` tells this workspace's files apart from those of others (DESIGN 4, "Other ids")."""
        return graph_of(self.ports(), self._files.text, self._roots.label() if label is None else label)

    def problems(self) -> Sequence[Problem]:
        """See `Service`."""
        return self._wrong + [Problem(path, reason) for path, reason in sorted(self._files.problems().items())]

    def _update(self, paths: Iterable[str], progress: Progress | None = None) -> None:
        changed = set(paths)
        self._stale |= self._engine.update(changed, progress)
        self._stale.update(*map(self._ports.handled_in, changed))

    def _table(self) -> Table:
        """The ports as they are now."""
        changes = self._ports.changes
        while self._stale:
            path = self._stale.pop()
            self._ports.put(path, [self._located(one) for one in self._engine.composed.get(path, ())])
        if changes != self._ports.changes:
            self._ways.clear()
        return self._ports

    def _located(self, composed: Composed) -> Port:
        """A port with its handler's place as it is now."""
        port, handler = composed
        view = None if handler is None else self._files.view(handler.path)
        index = None if handler is None or view is None else view.index(handler.key)
        return port if view is None or index is None else replace(port, handler=view.symbol(index))

    def _way(self, consumer: Port) -> tuple[Way, list[str]] | None:
        asked = (consumer.mechanism, consumer.key, consumer.open_prefix)
        if asked not in self._ways:
            keys = self._table().keys.get(consumer.mechanism, {}).items()
            http = consumer.mechanism == "http"
            self._ways[asked] = compatible(consumer.key, consumer.open_prefix, keys) if http else None
        return self._ways[asked]


def _matches(port: Port, others: Iterable[Port], way: Way) -> list[Match]:
    return [Match(other, way.how, round(port.confidence * other.confidence * way.factor, 4)) for other in others]
