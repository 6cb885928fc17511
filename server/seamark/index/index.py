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
        self._by_boundary: dict[tuple[str, str, str], list[Port]] | None = None

    def load(self, progress: Progress | None = None) -> None:
        """Read the workspace's files from disk; see `Service`."""
        paths = sorted(self._files.disk.load() | self._files.known())
        if progress is not None:
            progress(0, len(paths))
        self._update(paths)
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
        composed = self._engine.composed
        if path is not None:
            return [self._located(one) for one in composed.get(path, ())]
        return [self._located(one) for path in sorted(composed) for one in composed[path]]

    def ports_at(self, path: str, offset: int) -> Sequence[Port]:
        """See `Service`."""
        return [port for port in self.ports(path) if port.start <= offset <= port.end]

    def ports_handled_at(self, path: str, offset: int) -> Sequence[Port]:
        """See `Service`."""
        found: list[Port] = []
        for port in self._all():
            handler = port.handler
            if handler is not None and handler.path == path and handler.name_start <= offset <= handler.name_end:
                found.append(port)
        return found

    def providers(self, consumer: Port) -> Sequence[Match]:
        """See `Service`."""
        exact = self._side(consumer.mechanism, consumer.key, "exposes")
        if exact:
            return _matches(consumer, ranked(consumer, exact), EXACT)
        way = self._way(consumer)
        if way is None:
            return []
        how, found = way
        providers = [port for key in found for port in self._side(consumer.mechanism, key, "exposes")]
        return _matches(consumer, ranked(consumer, providers), how)

    def consumers(self, provider: Port) -> Sequence[Match]:
        """See `Service`."""
        found = _matches(provider, self._side(provider.mechanism, provider.key, "consumes"), EXACT)
        for port in self._all():
            if port.role == "consumes" and port.boundary != provider.boundary:
                found += [
                    Match(port, match.how, match.confidence)
                    for match in self.providers(port)
                    if match.port.boundary == provider.boundary and match.port == provider
                ]
        return found

    def nearest(self, port: Port, count: int = 3) -> Sequence[str]:
        """See `Service`."""
        other = "exposes" if port.role == "consumes" else "consumes"
        keys = [key for mechanism, key, role in self._boundary_index() if mechanism == port.mechanism and role == other]
        return difflib.get_close_matches(port.key, keys, count, 0.6)

    def boundaries(self) -> Sequence[Boundary]:
        """See `Service`."""
        keys = sorted({(mechanism, key) for mechanism, key, _ in self._boundary_index()})
        return [
            Boundary(m, key, tuple(self._side(m, key, "exposes")), tuple(self._side(m, key, "consumes")))
            for m, key in keys
        ]

    def links(self, *, compatible: bool = False) -> Iterator[Link]:
        """See `Service`."""
        for consumer in self._all():
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

    def _update(self, paths: Iterable[str]) -> None:
        self._engine.update(paths)
        self._ways.clear()
        self._by_boundary = None

    def _located(self, composed: Composed) -> Port:
        """A port with its handler's place as it is now."""
        port, handler = composed
        view = None if handler is None else self._files.view(handler.path)
        index = None if handler is None or view is None else view.index(handler.key)
        return port if view is None or index is None else replace(port, handler=view.symbol(index))

    def _boundary_index(self) -> dict[tuple[str, str, str], list[Port]]:
        if self._by_boundary is None:
            self._by_boundary = {}
            for port in self.ports():
                self._by_boundary.setdefault((port.mechanism, port.key, port.role), []).append(port)
        return self._by_boundary

    def _all(self) -> Iterator[Port]:
        for ports in self._boundary_index().values():
            yield from ports

    def _side(self, mechanism: str, key: str, role: str) -> list[Port]:
        return self._boundary_index().get((mechanism, key, role), [])

    def _way(self, consumer: Port) -> tuple[Way, list[str]] | None:
        asked = (consumer.mechanism, consumer.key, consumer.open_prefix)
        if asked not in self._ways:
            keys = [
                (key, any(port.open_prefix for port in ports))
                for (mechanism, key, role), ports in self._boundary_index().items()
                if mechanism == consumer.mechanism and role == "exposes"
            ]
            http = consumer.mechanism == "http"
            self._ways[asked] = compatible(consumer.key, consumer.open_prefix, keys) if http else None
        return self._ways[asked]


def _matches(port: Port, others: Iterable[Port], way: Way) -> list[Match]:
    return [Match(other, way.how, round(port.confidence * other.confidence * way.factor, 4)) for other in others]
