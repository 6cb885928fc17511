"""A service with a fixed answer to every question."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path

from seamark.documents import Facts
from seamark.graph import Graph
from seamark.index.folders.sweep import Sight
from seamark.index.matching.alignment import Alignment
from seamark.index.reports import (
    At,
    Counts,
    Heading,
    LeftOut,
    Overview,
    PartReport,
    Prefix,
    Progress,
    RefusedGroup,
    UnfoundLibraries,
)
from seamark.index.service import Service
from seamark.resolve.port_model import Boundary, Link, Match, Port, PortSymbol, Problem, Reason
from seamark.settings import Layer, Settings

TEXTS = {
    "web/käse.ts": "// ü\nconst ä = 'ö'; fetch(`/users/${id}`)\nfetch('/lost', { method: 'DELETE' })\n",
    "api/routes.py": 'app.get("/users/{id}")(handlers.read)\n\napp.get("/health")(lambda: "ok")\n',
    "api/handlers.py": "# The handlers.\n\ndef read(id): ...\n",
}


def span(path: str, text: str) -> tuple[int, int]:
    start = TEXTS[path].encode().index(text.encode())
    return start, start + len(text.encode())


def symbol(path: str, text: str, name: str, kind: str = "function") -> PortSymbol:
    start, end = span(path, text)
    return PortSymbol(path, kind, name, start, end, start + 4, start + 8)


WEB, ROUTES, HANDLERS = TEXTS
FILE_OF_WEB = PortSymbol(WEB, "file", WEB)
FILE_OF_ROUTES = PortSymbol(ROUTES, "file", ROUTES)
READ = symbol(HANDLERS, "def read(id): ...", "read")

CALL = Port(
    *("http", "GET /users/{}", "consumes", 0.9, "typescript", "fetch", WEB, *span(WEB, "/users/${id}"), FILE_OF_WEB),
    service="web",
    open_prefix=True,
    reasons=(Reason("`fetch` requests its first argument", WEB, span(WEB, "fetch")[0]), Reason("nothing hides it")),
)
ROUTE = Port(
    *("http", "GET /users/{}", "exposes", 1.0, "python", "starlette", ROUTES, *span(ROUTES, "/users/{id}")),
    symbol=FILE_OF_ROUTES,
    handler=READ,
    service="api",
)
LOST = Port(
    *("http", "DELETE /lost", "consumes", 0.9 * 0.95, "typescript", "fetch", WEB, *span(WEB, "/lost"), FILE_OF_WEB),
    host="example.com",
    service="web",
    test=True,
)
HEALTH = Port(
    *("http", "GET /health", "exposes", 1.0, "python", "starlette", ROUTES, *span(ROUTES, "/health"), FILE_OF_ROUTES),
    service="api",
)


class Fake(Service):
    """Two services and what they say to each other; `empty`, `problems` and `compatible` vary it."""

    empty = False
    broken: Sequence[Problem] = ()
    unread: Sequence[RefusedGroup] = ()
    compatible = False

    def load(self, progress: Progress | None = None) -> None:
        if progress is not None:
            progress(1, 3)
            progress(3, 3)

    def begin(self, paths: Iterable[str] | None = None) -> None:
        raise NotImplementedError

    def work(self, seconds: float = 0.05) -> None:
        raise NotImplementedError

    def pending(self) -> tuple[int, int] | None:
        return None

    def behind(self) -> bool:
        return False

    def catch_up(self) -> None:
        raise NotImplementedError

    def locate(self, path: Path) -> str | None:
        raise NotImplementedError

    def real_path(self, path: str) -> Path:
        raise NotImplementedError

    def rest(self) -> None:
        raise NotImplementedError

    def prepare(self) -> None:
        raise NotImplementedError

    def is_heavy(self) -> bool:
        raise NotImplementedError

    def attend(self, at: At, *, closely: bool) -> None:
        raise NotImplementedError

    def belongs(self, path: str) -> bool:
        raise NotImplementedError

    def apart(self, path: Path) -> Service:
        raise NotImplementedError

    def leave_out(self, path: str) -> None:
        raise NotImplementedError

    def look(self) -> Sight:
        raise NotImplementedError

    def take_sight(self, seen: Sight) -> bool:
        raise NotImplementedError

    def heading(self, symbol: PortSymbol) -> Heading | None:
        return None

    def uses(self, path: str | None = None) -> Sequence[Port]:
        return ()

    def calls(self, path: str) -> Sequence[Port]:
        return ()

    def calls_of(self, consumer: Port) -> Sequence[Port]:
        return ()

    def requests_of(self, call: Port) -> Sequence[Port]:
        return ()

    def ports_of_constants(self, path: str, offset: int | None = None) -> Sequence[Port]:
        return ()

    def prefixes(self, path: str, offset: int | None = None) -> Sequence[Prefix]:
        return ()

    def uses_at(self, path: str, offset: int) -> Sequence[Port]:
        return ()

    def name_references(self, provider: Port) -> Sequence[Port]:
        return ()

    def configure(self, layer: Layer) -> None:
        raise NotImplementedError

    def settings(self, path: str) -> Settings:
        raise NotImplementedError

    def open(self, path: str, data: bytes) -> None:
        raise NotImplementedError

    def close(self, path: str) -> None:
        raise NotImplementedError

    def refresh(self, paths: Iterable[str]) -> None:
        raise NotImplementedError

    def suppose_texts(self, texts: Mapping[str, bytes], *, alone: bool = False) -> AbstractContextManager[None]:
        raise NotImplementedError

    def counts(self) -> Counts:
        raise NotImplementedError

    def overview(self) -> Overview:
        raise NotImplementedError

    def left_out(self, path: str) -> Sequence[LeftOut]:
        raise NotImplementedError

    def describe_part(self, path: str, start: int, end: int) -> PartReport:
        raise NotImplementedError

    def text(self, path: str) -> bytes | None:
        return TEXTS[path].encode()

    def ports(self, path: str | None = None) -> Sequence[Port]:
        return [] if self.empty else [ROUTE, HEALTH, CALL, LOST]

    def ports_at(self, path: str, offset: int) -> Sequence[Port]:
        raise NotImplementedError

    def ports_handled_in(self, path: str) -> Sequence[Port]:
        raise NotImplementedError

    def ports_handled_at(self, path: str, offset: int) -> Sequence[Port]:
        raise NotImplementedError

    def providers(self, consumer: Port) -> Sequence[Match]:
        raise NotImplementedError

    def consumers(self, provider: Port) -> Sequence[Match]:
        raise NotImplementedError

    def maybe_consumers(self, provider: Port) -> Sequence[Port]:
        return ()

    def nearest(self, port: Port, count: int = 3) -> Sequence[str]:
        return ["GET /users/{}", "GET /health"][:count] if port.role == "consumes" else ["DELETE /lost"]

    def alignments(self) -> Sequence[Alignment]:
        return ()

    def boundaries(self) -> Sequence[Boundary]:
        if self.empty:
            return []
        return [
            Boundary("http", "DELETE /lost", (), (LOST,)),
            Boundary("http", "GET /health", (HEALTH,), ()),
            Boundary("http", "GET /users/{}", (ROUTE,), (CALL,)),
        ]

    def boundary(self, mechanism: str, key: str) -> Boundary:
        raise NotImplementedError

    def links(self, *, compatible: bool = False) -> Iterable[Link]:
        if not self.empty:
            yield Link(CALL, ROUTE, "exact", 0.9)
        if compatible and self.compatible:
            yield Link(LOST, ROUTE, "wildcard", 0.7)

    def documents(self) -> Mapping[str, Facts]:
        return {}

    def graph(self) -> Graph:
        return Graph()

    def problems(self) -> Sequence[Problem]:
        return self.broken

    def libraries_not_found(self) -> Sequence[UnfoundLibraries]:
        return ()

    def refused_groups(self) -> Sequence[RefusedGroup]:
        return self.unread
