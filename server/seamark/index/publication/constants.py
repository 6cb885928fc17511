"""Which contracts the constants of a file state: those that others name by them; and what its variables state."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from msgspec.structs import replace

from seamark import keys
from seamark.index.reading.files import Files
from seamark.resolve import Project
from seamark.resolve.port_model import CALLS, Port

from .table import Side, Table

Extent = tuple[int, int]
"""Where a function begins and ends in its file."""

_HTTP = "http"


def ports_of_constants(files: Files, table: Table, path: str, at: int | None = None) -> Sequence[Port]:
    """The ports whose path a constant of this file states, or a part of it: as if they stood there.

    So does a variable, for the function in which it is one. With a position only those of the constants that hold it,
    its end included.
    """
    from seamark.resolve.recognition import stated_texts  # A start would take longer.

    view = files.view(path)
    if view is None:
        return ()
    named: dict[tuple[str, Extent | None], _ByWord] = {}
    found: dict[tuple[int, Side], Port] = {}
    own = table.of(path)

    def by_word(name: str, within: Extent | None) -> _ByWord:
        if (name, within) not in named:
            ports = table.ports_of_name(name) if within is None else _ports_within(own, within)
            named[name, within] = _by_word(port for port in ports if name in port.constants)
        return named[name, within]

    def is_wanted(name: str, within: Extent | None) -> bool:
        return name in table.constants() and bool(by_word(name, within))

    for stated in stated_texts(Project(files, path), view, is_wanted, at):
        ports = by_word(stated.name, stated.within)
        for side, port in (one for raw in stated.raw for one in _ports_in_text(raw, ports)):
            there = replace(port, path=path, start=stated.start, end=stated.end, constants=())
            known = found.setdefault((stated.start, side), there)
            if known.confidence < port.confidence:
                found[stated.start, side] = there
    return list(found.values())


_ByWord: TypeAlias = dict[str, dict[Side, Port]]
"""The surest port of each side, by each word of its key: what states a part of that has some of these words."""


def _ports_within(ports: Sequence[Port], within: Extent) -> Sequence[Port]:
    """Those ports of a file, by position, that stand in a function of it."""
    first, behind = (bisect_left(ports, offset, key=lambda port: port.start) for offset in within)
    return ports[first:behind]


def _by_word(ports: Iterable[Port]) -> _ByWord:
    found: _ByWord = {}
    for port in ports:
        side = port.mechanism, port.key, port.role
        for word in _path(port).split("/")[1:] if port.mechanism == _HTTP else (port.key,):
            known = found.setdefault(word, {}).setdefault(side, port)
            if known.confidence < port.confidence:
                found[word][side] = port
    return found


def _ports_in_text(raw: str, ports: _ByWord) -> Iterator[tuple[Side, Port]]:
    """The ports that a text states, a part of their paths, or all of what else names them."""
    path = _stated_path(raw)
    words = () if path is None else path.split("/")[1:]
    fewest = min((ports.get(word, {}) for word in words), key=len, default={})
    yield from ((side, port) for side, port in {**ports.get(raw, {}), **fewest}.items() if _states(raw, path, port))


def stated_by_heirs(files: Files, port: Port) -> Sequence[Port]:
    """What the classes state that inherit from the one in which a request is made, as calls of that."""
    from seamark.resolve.recognition import stated_by_heirs as of_classes

    view = files.view(port.path) if port.role == "consumes" and port.constants and port.function else None
    if view is None:
        return ()
    found: dict[Port, None] = {}
    project = Project(files, port.path)
    for path, stated in of_classes(project, view, view.facts.gap.position(port.start), port.constants):
        if any(_states(raw, _stated_path(raw), port) for raw in stated.raw):
            there = replace(port, role=CALLS, path=path, start=stated.start, end=stated.end, function="", constants=())
            found[there] = None
    return list(found)


def _states(raw: str, stated: str | None, port: Port) -> bool:
    """Whether a text is what names a contract, or the path that it states is a part of that contract's."""
    if port.mechanism != _HTTP:
        return raw == port.key
    return stated is not None and f"{stated}/" in f"{_path(port)}/"


def _stated_path(raw: str) -> str | None:
    """The path that a text states, without a slash at its end; None if it has no word of one."""
    target = keys.http_target(raw)
    return None if target is None or keys.only_holes(target.path) else target.path.rstrip("/") or "/"


def _path(port: Port) -> str:
    return port.key.partition(" ")[2]
