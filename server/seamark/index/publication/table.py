"""The ports of all files, arranged by file, by contract and by their handlers' files; kept current file by file."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

from seamark.index.matching.compatible import Reach
from seamark.resolve.composition.from_findings import Composed
from seamark.resolve.port_model import BESIDE, CALLS, USES, Port

Side = tuple[str, str, str]
"""One side of a contract: its mechanism, its key, and the role of the ports."""


class Table:
    """The ports, each with its handler's place, and what leads to that place.

    What a table holds of one side or file is replaced, and never altered: copies share it.
    """

    def __init__(self) -> None:
        self.moved: set[Side] = set()
        """The sides that have come or gone, or whose keys are others in `keys`. Whoever reads it may empty it."""
        self._keys: dict[tuple[str, bool], dict[str, Reach]] = {}
        self._files: dict[str, list[Composed]] = {}
        self._named: dict[str, dict[str, list[Port]]] = {}
        self._sides: dict[Side, dict[str, list[Port]]] = {}
        self._handled: dict[str, frozenset[str]] = {}
        self._prefixed: dict[str, frozenset[str]] = {}

    def copy(self) -> Table:
        """A table of the same ports."""
        copy = Table()
        copy.moved = set(self.moved)
        copy._keys = {kind: dict(keys) for kind, keys in self._keys.items()}
        copy._files, copy._sides, copy._handled = dict(self._files), dict(self._sides), dict(self._handled)
        copy._named, copy._prefixed = dict(self._named), dict(self._prefixed)
        return copy

    def put(self, path: str, composed: list[Composed]) -> None:
        """These are a file's ports now."""
        self.put_all({path: composed})

    def put_all(self, files: Mapping[str, list[Composed]]) -> None:
        """These are the ports of these files now. For many files that takes much less time than one after the other."""
        sides: dict[Side, dict[str, list[Port]]] = {}
        named: dict[str, dict[str, list[Port]]] = {}
        for path, composed in files.items():
            for port in (*(known for known, _ in self._files.get(path, ())), *(port for port, _ in composed)):
                for name in _known_by(port):
                    named.setdefault(name, {})[path] = []
            for port, _ in composed:
                for name in _known_by(port):
                    named[name][path].append(port)
            before, ports = self.of(path), [port for port, _ in composed if port.role not in BESIDE]
            self._files.pop(path, None)
            if composed:
                self._files[path] = composed
            _note_moved(self._handled, path, _handlers(before) ^ _handlers(ports))
            _note_moved(self._prefixed, path, _prefixing(before) ^ _prefixing(ports))
            for port in (*before, *ports):
                sides.setdefault(_side(port), {})[path] = []
            for port in ports:
                sides[_side(port)][path].append(port)
        for side, of_files in sides.items():
            self._settle(side, of_files)
        for name, of_name in named.items():
            kept = {file: ports for file, ports in {**self._named.pop(name, {}), **of_name}.items() if ports}
            if kept:
                self._named[name] = kept

    def composed_ports(self, path: str) -> Sequence[Composed]:
        """The ports of one file, each with what leads to its handler."""
        return self._files.get(path, ())

    def of(self, path: str) -> Sequence[Port]:
        """The ports of one file, by position, without what only names routes."""
        return [port for port, _ in self._files.get(path, ()) if port.role not in BESIDE]

    def uses(self, path: str) -> Sequence[Port]:
        """What names routes in one file and does not ask for them, by position."""
        return [port for port, _ in self._files.get(path, ()) if port.role == USES]

    def calls(self, path: str) -> Sequence[Port]:
        """The calls in one file of functions that make a request, by position."""
        return [port for port, _ in self._files.get(path, ()) if port.role == CALLS]

    def all_uses(self) -> Iterator[Port]:
        """All that names routes and does not ask for them, by path and position."""
        for path in sorted(self._files):
            yield from self.uses(path)

    def constants(self) -> Container[str]:
        """Names among which are those of all constants that state a contract, or the prefix of some."""
        return self._named

    def ports_of_name(self, name: str) -> list[Port]:
        """The routes that have a name, and all that names them by it, by path and position.

        Or what a constant of this name states, also in part, or a function makes and is called for, by its identity.
        """
        files = self._named.get(name, {})
        return [port for path in sorted(files) for port in files[path]]

    def all(self) -> Iterator[Port]:
        """All ports, by path and position, without what only names routes."""
        for path in sorted(self._files):
            yield from self.of(path)

    def sides(self) -> Iterable[Side]:
        """All sides of contracts that have ports."""
        return self._sides

    def has(self, side: Side) -> bool:
        """Whether this side of a contract has ports."""
        return side in self._sides

    def side(self, mechanism: str, key: str, role: str) -> list[Port]:
        """The ports of one side, by path and position."""
        files = self._sides.get((mechanism, key, role), {})
        return [port for path in sorted(files) for port in files[path]]

    def keys(self, mechanism: str, *, contract: bool) -> Mapping[str, Reach]:
        """The keys of all providers in code, or in documents, each with how far these reach."""
        return self._keys.get((mechanism, contract), {})

    def handled_in(self, path: str) -> list[str]:
        """The files with ports whose handler is in this file."""
        return sorted(self._handled.get(path, ()))

    def prefixed_in(self, path: str) -> list[str]:
        """The files with routes for which this file states a prefix."""
        return sorted(self._prefixed.get(path, ()))

    def _settle(self, side: Side, now: Mapping[str, list[Port]]) -> None:
        mechanism, key, role = side
        files = {file: of_file for file, of_file in self._sides.get(side, {}).items() if file not in now}
        files.update((file, ports) for file, ports in now.items() if ports)
        if bool(files) != (self._sides.pop(side, None) is not None):
            self.moved.add(side)
        if files:
            self._sides[side] = files
        if role != "exposes":
            return
        for contract in (False, True):
            keys = self._keys.setdefault((mechanism, contract), {})
            found = [port for ports in files.values() for port in ports if port.contract == contract]
            reach = Reach(any(p.open_prefix for p in found), any(p.below for p in found)) if found else None
            if keys.get(key) != reach:
                self.moved.add(side)
                if reach is None:
                    del keys[key]
                else:
                    keys[key] = reach


def _side(port: Port) -> Side:
    return port.mechanism, port.key, port.role


def _known_by(port: Port) -> tuple[str, ...]:
    function = (port.function,) if port.function else ()
    of_prefixes = (name for reason in port.reasons for name in reason.names)
    return tuple(dict.fromkeys((*port.names, *port.constants, *function, *of_prefixes)))


def _note_moved(led_to: dict[str, frozenset[str]], path: str, moved: Iterable[str]) -> None:
    """Note that these files came or went among those to which the ports of a file lead."""
    for file in moved:
        led_to[file] = led_to.get(file, frozenset()) ^ {path}
        if not led_to[file]:
            del led_to[file]


def _prefixing(ports: Iterable[Port]) -> frozenset[str]:
    """The files that state prefixes of routes."""
    return frozenset(one.path for port in ports for one in port.reasons if one.end and one.path is not None)


def _handlers(ports: Iterable[Port]) -> frozenset[str]:
    return frozenset(port.handler.path for port in ports if port.handler is not None)
