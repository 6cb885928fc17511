"""The index: the service interface over files on disk and in editors."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from msgspec.structs import replace

from seamark.graph import Graph
from seamark.resolve.compose import Composed
from seamark.resolve.ports import Boundary, Link, Match, Port, Problem
from seamark.source import Limits

from .cache import Cache
from .engine import Engine
from .extractors import Extractor, installed
from .files import Files
from .gateways import Gateways
from .matching import EXACT, WILDCARD, Way, compatible, ranked, through
from .pictured import graph_of
from .roots import Roots
from .service import At, Progress
from .table import Table
from .topics import takes


class Index:
    """An always current set of the ports of some folders. See `Service` for what each method takes and gives.

    `languages` limits what is read as source, `extractors` are further ones of the user's; None are those installed.
    Without a `cache`, nothing is written anywhere.
    """

    def __init__(
        self,
        roots: Sequence[Path],
        *,
        limits: Limits | None = None,
        languages: Collection[str] | None = None,
        extractors: Sequence[Extractor] | None = None,
        cache: Cache | None = None,
    ) -> None:
        self._roots = Roots(roots)
        self._files = Files(self._roots, limits, languages, cache)
        wrong: list[str] = []
        if extractors is None:
            extractors, wrong = installed()
        self._wrong = [Problem(".", reason) for reason in wrong]
        self._engine = Engine(self._files, extractors)
        self._ways: dict[tuple[str, str, bool, bool], tuple[Way, list[str]] | None] = {}
        self._behind: dict[str, list[Port]] = {}
        self._known_gateways: tuple[int, Gateways] | None = None
        self._ports = Table()
        self._stale: set[str] = set()
        self._left_out: set[str] = set()

    def load(self, progress: Progress | None = None) -> None:
        """Read the workspace's files from disk; see `Service`."""
        paths = sorted(self._files.disk.load() | self._files.known())
        self._update(paths, progress)
        self._files.keep_all()
        if progress is not None:
            progress(len(paths), len(paths))

    def attend(self, at: At) -> None:
        """See `Service`."""
        self._files.at = at

    def locate(self, path: Path) -> str | None:
        """See `Service`."""
        return self._roots.locate(path)

    def real_path(self, path: str) -> Path:
        """See `Service`."""
        return self._roots.real(path)

    def leave_out(self, path: str) -> None:
        """See `Service`."""
        self._left_out.add(path)
        self._update(self._files.show(path, b""))

    def open(self, path: str, data: bytes) -> None:
        """See `Service`."""
        if path not in self._left_out:
            self._update(self._files.show(path, data))

    def close(self, path: str) -> None:
        """See `Service`."""
        if path not in self._left_out:
            self._update(self._files.hide(path))

    def refresh(self, paths: Iterable[str]) -> None:
        """See `Service`."""
        self._update(self._files.disk.refresh(paths))
        self._files.keep()

    @contextmanager
    def supposing(self, texts: Mapping[str, bytes]) -> Iterator[None]:
        """See `Service`."""
        before = {path: self._files.shown(path) for path in texts}
        try:
            for path, data in texts.items():
                self.open(path, data)
            yield
        finally:
            for path, shown in before.items():
                if shown is None:
                    self.close(path)
                else:
                    self.open(path, shown)

    def text(self, path: str) -> bytes | None:
        """See `Service`."""
        return self._files.text(path)

    def ports(self, path: str | None = None) -> Sequence[Port]:
        """See `Service`."""
        return list(self._table().all() if path is None else self._table().of(path))

    def ports_at(self, path: str, offset: int) -> Sequence[Port]:
        """See `Service`."""
        return [port for port in self._table().of(path) if port.start <= offset <= port.end]

    def ports_handled_in(self, path: str) -> Sequence[Port]:
        """See `Service`."""
        table = self._table()
        return [
            port
            for file in table.handled_in(path)
            for port in table.of(file)
            if port.handler is not None and port.handler.path == path
        ]

    def ports_handled_at(self, path: str, offset: int) -> Sequence[Port]:
        """See `Service`."""
        return [
            port
            for port in self.ports_handled_in(path)
            if port.handler is not None and port.handler.name_start <= offset <= port.handler.name_end
        ]

    def providers(self, consumer: Port) -> Sequence[Match]:
        """See `Service`."""
        exact = ranked(consumer, self._table().side(consumer.mechanism, consumer.key, "exposes"))
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
        ports = [port for key in found for port in self._table().side(consumer.mechanism, key, "exposes")]
        return _matches(consumer, ranked(consumer, [port for port in ports if port.contract == contract]), how)

    def _patterns(self, consumer: Port) -> list[Match]:
        """The providers whose names stand for several topics, this one among them."""
        table = self._table()
        ports = (port for key in table.keys("queue", contract=False) for port in table.side("queue", key, "exposes"))
        return _matches(consumer, ranked(consumer, [port for port in ports if takes(port, consumer.key)]), WILDCARD)

    def _behind_gateways(self, consumer: Port) -> list[Match]:
        found: list[Match] = []
        for passage in self._gateways().passages(consumer.key, consumer.host) if consumer.mechanism == "http" else ():
            ports = self._served(passage.host)
            way = compatible(passage.key, False, [(port.key, port.open_prefix) for port in ports])
            if way is not None:
                behind = [port for port in ports if port.key in way[1]]
                found += _matches(consumer, ranked(consumer, behind), through(passage.place, way[0]))
        return found

    def _gateways(self) -> Gateways:
        """The gateways as the documents are now."""
        documents = self._files.documents
        known = self._known_gateways
        if known is None or known[0] != documents.changes:
            known = self._known_gateways = documents.changes, Gateways(documents.facts)
            self._behind.clear()
        return known[1]

    def _served(self, host: str) -> list[Port]:
        """What the code of a service serves that is known by the name of a host."""
        gateways = self._gateways()
        if host not in self._behind:
            ports = (port for port in self._table().all() if port.mechanism == "http" and port.role == "exposes")
            self._behind[host] = [port for port in ports if not port.contract and gateways.serves(host, port)]
        return self._behind[host]

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
        keys = self._table().keys(provider.mechanism, contract=False)
        others = [
            k for mechanism, k, role in self._table().sides() if (mechanism, role) == (provider.mechanism, "consumes")
        ]
        if provider.mechanism == "queue":
            yield from (key for key in sorted(others) if key not in keys and takes(provider, key))
        for key in sorted(others) if provider.mechanism == "http" else ():
            ways = (key, *(passage.key for passage in self._gateways().passages(key, None)))
            if key not in keys and any(compatible(way, True, [(provider.key, True)]) is not None for way in ways):
                yield key

    def nearest(self, port: Port, count: int = 3) -> Sequence[str]:
        """See `Service`."""
        other = "exposes" if port.role == "consumes" else "consumes"
        keys = [key for mechanism, key, role in self._table().sides() if mechanism == port.mechanism and role == other]
        return difflib.get_close_matches(port.key, keys, count, 0.6)

    def boundaries(self) -> Sequence[Boundary]:
        """See `Service`."""
        return [
            self.boundary(*one) for one in sorted({(mechanism, key) for mechanism, key, _ in self._table().sides()})
        ]

    def boundary(self, mechanism: str, key: str) -> Boundary:
        """See `Service`."""
        table = self._table()
        providers, consumers = (tuple(table.side(mechanism, key, role)) for role in ("exposes", "consumes"))
        return Boundary(mechanism, key, providers, consumers)

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
        found = {**self._files.problems(), **dict.fromkeys(self._left_out, "left out: reading it ended the program")}
        return self._wrong + [Problem(path, reason) for path, reason in sorted(found.items())]

    def _update(self, paths: Iterable[str], progress: Progress | None = None) -> None:
        changed = set(paths)
        self._engine.change(changed)
        self._engine.work(self._telling(progress))
        self._stale |= self._engine.recomposed
        self._engine.recomposed.clear()
        self._stale.update(*map(self._ports.handled_in, changed))

    def _telling(self, progress: Progress | None) -> Callable[[], None]:
        """What tells of the files that are done whenever there are more."""
        last: tuple[int, int] | None = None

        def tell() -> None:
            nonlocal last
            now = self._engine.pending()
            if now is not None and now != last and progress is not None:
                last = now
                progress(*now)

        return tell

    def _table(self) -> Table:
        """The ports as they are now."""
        changes = self._ports.changes
        while self._stale:
            path = self._stale.pop()
            self._ports.put(path, [self._located(one) for one in self._engine.composed.get(path, ())])
            self._behind.clear()
        if changes != self._ports.changes:
            self._ways.clear()
        return self._ports

    def _located(self, composed: Composed) -> Port:
        """A port with its handler's place as it is now."""
        port, handler = composed
        view = None if handler is None else self._files.view(handler.path)
        index = None if handler is None or view is None else view.index(handler.key)
        return port if view is None or index is None else replace(port, handler=view.symbol(index))

    def _way(self, consumer: Port, contract: bool) -> tuple[Way, list[str]] | None:
        asked = (consumer.mechanism, consumer.key, consumer.open_prefix, contract)
        if asked not in self._ways:
            keys = self._table().keys(consumer.mechanism, contract=contract).items()
            http = consumer.mechanism == "http"
            self._ways[asked] = compatible(consumer.key, consumer.open_prefix, keys) if http else None
        return self._ways[asked]


def _matches(port: Port, others: Iterable[Port], way: Way) -> list[Match]:
    return [Match(other, way.how, round(port.confidence * other.confidence * way.factor, 4)) for other in others]
