"""A service for a toy language, to try the server without an index; as a program, a server of it, or its engine.

`call "K"` is a consumer of K, `route "K" f` a provider with the handler f; K may have a host, `a!K`. A key that ends
with `boom` makes the service fail, with one that ends with `slow` it takes a second. Reading a text that begins with
`crash` ends its process. While a root holds a file `hold`, reading it does not end. With a file `heavy` the service is
heavy, and leaves a file when it is prepared.
"""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
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
from seamark.lsp import main
from seamark.lsp.engine.engine_process import serve
from seamark.resolve.port_model import Boundary, Link, Match, Port, PortSymbol, Problem, Reason
from seamark.settings import Layer, Settings, settings

_STATEMENT = re.compile(rb'call "(?P<call>[^"]*)"|route "(?P<route>[^"]*)" (?P<handler>\w+)')


class Toy:
    """All ports of all `.toy` files."""

    def __init__(self, roots: Sequence[Path]) -> None:
        self._roots = {"" if len(roots) == 1 else f"{root.name}/": root for root in roots}
        self._disk: dict[str, bytes] = {}
        self._shown: dict[str, bytes] = {}
        self._left_out: dict[str, bytes | None] = {}
        self._to_read: list[str] = []
        self._at: At = lambda _: None
        self._client: Layer = {}
        print("a toy is made")  # which must not reach the protocol

    def load(self, progress: Progress | None = None) -> None:
        for root in self._roots.values():
            while (root / "hold").exists():
                if progress is not None:
                    progress(1, 2)
                time.sleep(0.01)
            if (root / "broken").exists():
                raise RuntimeError(f"cannot read {root}")
        self.refresh(self._roots)

    def begin(self, paths: Iterable[str] | None = None) -> None:
        self._to_read = list(self._roots if paths is None else paths)
        self.work(0)

    def work(self, seconds: float = 0.05) -> None:
        if any((root / "hold").exists() for root in self._roots.values()):
            time.sleep(seconds)
        elif any((root / "broken").exists() for root in self._roots.values()):
            raise RuntimeError("cannot read")
        else:
            self.refresh(self._to_read)
            self._to_read = []

    def rest(self) -> None:
        pass

    def prepare(self) -> None:
        for root in self._roots.values():
            if (root / "heavy").exists():
                (root / f"prepared {os.getpid()}").touch()

    def is_heavy(self) -> bool:
        return any((root / "heavy").exists() for root in self._roots.values())

    def pending(self) -> tuple[int, int] | None:
        return (1, 2) if self._to_read else None

    def behind(self) -> bool:
        return False

    def catch_up(self) -> None:
        pass

    def locate(self, path: Path) -> str | None:
        for label, root in self._roots.items():
            if path.is_relative_to(root):
                return label + path.relative_to(root).as_posix()
        return None

    def real_path(self, path: str) -> Path:
        label = next(label for label in self._roots if path.startswith(label))
        return self._roots[label] / path.removeprefix(label)

    def attend(self, at: At, *, closely: bool) -> None:
        self._at = at

    def belongs(self, path: str) -> bool:
        return True

    def apart(self, path: Path) -> Toy:
        return Toy([path.parent])

    def leave_out(self, path: str) -> None:
        self._left_out[path] = self._shown.pop(path, None)

    def open(self, path: str, data: bytes) -> None:
        if path in self._left_out:
            self._left_out[path] = data
        else:
            self._shown[path] = _survived(data)

    def close(self, path: str) -> None:
        self._shown.pop(path, None)

    def refresh(self, paths: Iterable[str]) -> None:
        for path in paths:
            if (shown := self._left_out.pop(path, None)) is not None:
                self._at(path)
                self.open(path, shown)
            real = self.real_path(path)
            for name in [name for name in self._disk if name == path or self.real_path(name).is_relative_to(real)]:
                del self._disk[name]
            for file in [real] if real.is_file() else real.rglob("*.toy"):
                found = self.locate(file)
                assert found is not None
                self._at(found)
                if found not in self._left_out:
                    self._disk[found] = _survived(file.read_bytes())
                while (file.parent / f"hold {file.name}").exists():
                    (file.parent / f"held {os.getpid()}").touch()
                    time.sleep(0.01)

    def look(self) -> Sight:
        return {}

    def take_sight(self, seen: Sight) -> bool:
        return False

    def configure(self, layer: Layer) -> None:
        self._client = layer

    def settings(self, path: str) -> Settings:
        return settings(self._client)

    @contextmanager
    def suppose_texts(self, texts: Mapping[str, bytes], *, alone: bool = False) -> Iterator[None]:
        before, self._shown = self._shown, {**self._shown, **texts}
        yield
        self._shown = before

    def counts(self) -> Counts:
        return Counts(1, len(self.boundaries()))

    def overview(self) -> Overview:
        raise NotImplementedError

    def left_out(self, path: str) -> Sequence[LeftOut]:
        raise NotImplementedError

    def describe_part(self, path: str, start: int, end: int) -> PartReport:
        raise NotImplementedError

    def text(self, path: str) -> bytes | None:
        return self._shown.get(path, self._disk.get(path))

    def ports(self, path: str | None = None) -> Sequence[Port]:
        names = [path] if path is not None else sorted({**self._disk, **self._shown})
        return [port for name in names for port in self._ports(name)]

    def ports_at(self, path: str, offset: int) -> Sequence[Port]:
        return [port for port in self._ports(path) if port.start <= offset <= port.end]

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

    def ports_handled_in(self, path: str) -> Sequence[Port]:
        return [port for port in self.ports() if port.handler is not None and port.handler.path == path]

    def ports_handled_at(self, path: str, offset: int) -> Sequence[Port]:
        return [
            port
            for port in self.ports_handled_in(path)
            if (at := port.handler) is not None and at.name_start <= offset <= at.name_end
        ]

    def providers(self, consumer: Port) -> Sequence[Match]:
        return self._matches(consumer, "exposes")

    def consumers(self, provider: Port) -> Sequence[Match]:
        return self._matches(provider, "consumes")

    def maybe_consumers(self, provider: Port) -> Sequence[Port]:
        return ()

    def nearest(self, port: Port, count: int = 3) -> Sequence[str]:
        return sorted({other.key for other in self.ports() if other.role != port.role})[:count]

    def alignments(self) -> Sequence[Alignment]:
        return ()

    def boundaries(self) -> Sequence[Boundary]:
        found: dict[tuple[str, str], list[Port]] = {}
        for port in self.ports():
            found.setdefault(port.boundary, []).append(port)
        return [
            Boundary(
                mechanism,
                key,
                tuple(port for port in ports if port.role == "exposes"),
                tuple(port for port in ports if port.role == "consumes"),
            )
            for (mechanism, key), ports in sorted(found.items())
        ]

    def boundary(self, mechanism: str, key: str) -> Boundary:
        found = [one for one in self.boundaries() if (one.mechanism, one.key) == (mechanism, key)]
        return found[0] if found else Boundary(mechanism, key, (), ())

    def links(self, *, compatible: bool = False) -> Iterable[Link]:
        raise NotImplementedError

    def documents(self) -> Mapping[str, Facts]:
        raise NotImplementedError

    def graph(self) -> Graph:
        raise NotImplementedError

    def problems(self) -> Sequence[Problem]:
        return ()

    def libraries_not_found(self) -> Sequence[UnfoundLibraries]:
        return ()

    def refused_groups(self) -> Sequence[RefusedGroup]:
        return ()

    def _matches(self, port: Port, role: str) -> list[Match]:
        if port.key.endswith("slow"):
            time.sleep(1)
        if port.key.endswith("boom"):
            raise RuntimeError(f"{port.key} in {self.real_path(port.path)}")
        others = [other for other in self.ports() if other.boundary == port.boundary and other.role == role]
        return [Match(other, "exact", port.confidence * other.confidence) for other in others]

    def _ports(self, path: str) -> Iterator[Port]:
        data = self.text(path) or b""
        for found in _STATEMENT.finditer(data):
            role = "exposes" if found["call"] is None else "consumes"
            start, end = found.span("route" if found["call"] is None else "call")
            handler = None
            if role == "exposes":
                whole = data.rfind(b"\n", 0, start) + 1
                handler = PortSymbol(
                    path, "function", found["handler"].decode(), whole, found.end(), *found.span("handler")
                )
            yield Port(
                mechanism="http",
                key=data[start:end].rpartition(b"!")[2].decode(),
                role=role,
                confidence=0.9,
                language="toy",
                framework="toy",
                path=path,
                start=start,
                end=end,
                symbol=handler or PortSymbol(path, "file", path),
                handler=handler,
                reasons=(Reason("a literal", path, start),),
            )


def _survived(data: bytes) -> bytes:
    if data.startswith(b"crash"):
        os._exit(1)
    return data


ENGINE = (sys.executable, __file__, "engine")

if __name__ == "__main__":
    if sys.argv[1:] == ["engine"]:
        serve(Toy)
    sys.exit(main(ENGINE))
