"""The ports of all files, arranged by file, by contract and by their handlers' files; kept current file by file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from seamark.resolve.ports import Port

Side = tuple[str, str, str]
"""One side of a contract: its mechanism, its key, and the role of the ports."""


class Table:
    """The ports, each with its handler's place as it is now.

    `changes` counts how often the keys of providers have changed.
    """

    def __init__(self) -> None:
        self.changes = 0
        self._keys: dict[tuple[str, bool], dict[str, bool]] = {}
        self._files: dict[str, list[Port]] = {}
        self._sides: dict[Side, dict[str, list[Port]]] = {}
        self._handled: dict[str, set[str]] = {}

    def put(self, path: str, ports: list[Port]) -> None:
        """These are a file's ports now."""
        before = self._files.pop(path, [])
        for handler in _handlers(before):
            self._handled[handler].discard(path)
        for side in {_side(port) for port in before}:
            del self._sides[side][path]
        if ports:
            self._files[path] = ports
        for port in ports:
            self._sides.setdefault(_side(port), {}).setdefault(path, []).append(port)
        for handler in _handlers(ports):
            self._handled.setdefault(handler, set()).add(path)
        for side in {_side(port) for port in (*before, *ports)}:
            self._settle(side)

    def of(self, path: str) -> Sequence[Port]:
        """The ports of one file, by position."""
        return self._files.get(path, ())

    def all(self) -> Iterator[Port]:
        """All ports, by path and position."""
        for path in sorted(self._files):
            yield from self._files[path]

    def sides(self) -> Iterable[Side]:
        """All sides of contracts that have ports."""
        return self._sides

    def side(self, mechanism: str, key: str, role: str) -> list[Port]:
        """The ports of one side, by path and position."""
        files = self._sides.get((mechanism, key, role), {})
        return [port for path in sorted(files) for port in files[path]]

    def keys(self, mechanism: str, *, contract: bool) -> Mapping[str, bool]:
        """The keys of all providers in code, or in documents, each with whether anything before its path is unknown."""
        return self._keys.get((mechanism, contract), {})

    def handled_in(self, path: str) -> list[str]:
        """The files with ports whose handler is in this file."""
        return sorted(self._handled.get(path, ()))

    def _settle(self, side: Side) -> None:
        mechanism, key, role = side
        files = self._sides[side]
        if not files:
            del self._sides[side]
        if role != "exposes":
            return
        for contract in (False, True):
            keys = self._keys.setdefault((mechanism, contract), {})
            found = [port.open_prefix for ports in files.values() for port in ports if port.contract == contract]
            is_open = any(found) if found else None
            if keys.get(key) != is_open:
                self.changes += 1
                if is_open is None:
                    del keys[key]
                else:
                    keys[key] = is_open


def _side(port: Port) -> Side:
    return port.mechanism, port.key, port.role


def _handlers(ports: Iterable[Port]) -> set[str]:
    return {port.handler.path for port in ports if port.handler is not None}
