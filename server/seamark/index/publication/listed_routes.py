"""Routes that a loop declares for rows of another file: `for _, row := range users.Routes { r.Handle(row.Path, …) }`.

They are stated by the rows, which are possible routes by themselves, of the same handler: the loop knows what stands
before their paths. So the rows have its keys, and the loop states none of these.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from seamark.keys import ANY_VERB
from seamark.resolve.abstract_values import Definition
from seamark.resolve.composition.from_findings import Composed
from seamark.resolve.port_model import Port


class Stated(NamedTuple):
    """A route that a row states: by its handler, and its whole key."""

    handler: Definition
    key: str


class ListedRoutes:
    """The routes of all loops, and the rows that state some of them; kept current file by file."""

    def __init__(self) -> None:
        self._routes: dict[str, dict[Stated, Port]] = {}
        self._files: dict[Definition, set[str]] = {}
        self._rows: dict[str, frozenset[Stated]] = {}
        self._stated: Counter[Stated] = Counter()

    def set_routes(self, path: str, composed: Sequence[Composed]) -> set[Definition]:
        """Note the loops of a file; gives the handlers whose routes are others than before."""
        before, routes = self._routes.pop(path, {}), dict(_at_loops(composed))
        for one in before:
            self._files.get(one.handler, set()).discard(path)
        for one in routes:
            self._files.setdefault(one.handler, set()).add(path)
        if routes:
            self._routes[path] = routes
        return {one.handler for one, _ in before.items() ^ routes.items()}

    def of_row(self, port: Port, handler: Definition | None) -> Port | None:
        """The route that a loop declares for a row, if it is one: that has its handler and its verb, and its path ends
        with the row's. What stands at the handler itself is no row, but says what somebody else declares.
        """
        verb, _, path = port.key.partition(" ")
        around = Definition(port.symbol.path, port.symbol.qualified_name)
        files = self._files.get(handler, ()) if handler is not None and handler != around else ()
        found = {
            one.key: route
            for file in sorted(files)
            if file != port.path
            for one, route in self._routes[file].items()
            if one.handler == handler and _fits(one.key, verb, path)
        }
        return next(iter(found.values())) if len(found) == 1 else None

    def set_rows(self, path: str, rows: Iterable[Stated]) -> set[str]:
        """Note which routes the rows of a file state; gives the files with loops that state others than before."""
        before, stated = self._rows.pop(path, frozenset()), frozenset(rows)
        self._stated.update(stated - before)
        self._stated.subtract(before - stated)
        if stated:
            self._rows[path] = stated
        return {file for one in before ^ stated for file in self._files.get(one.handler, ())}

    def is_at_row(self, port: Port, handler: Definition | None) -> bool:
        """Whether a route of a loop is stated by a row."""
        if handler is None or port.path not in self._routes:
            return False
        stated = Stated(handler, port.key)
        return self._routes[port.path].get(stated) == port and self._stated[stated] > 0


def _fits(key: str, verb: str, path: str) -> bool:
    asked, _, whole = key.partition(" ")
    return verb in (asked, ANY_VERB) and whole.endswith(path)


def _at_loops(composed: Iterable[Composed]) -> Iterable[tuple[Stated, Port]]:
    """The routes at places that state the path of one by a name: what a row has, or a constant."""
    places: dict[int, list[tuple[Stated, Port]]] = defaultdict(list)
    for port, handler in composed:
        if port.role == "exposes" and port.mechanism == "http" and not port.possible and handler is not None:
            places[port.start].append((Stated(handler, port.key), port))
    return (one for stated in places.values() if any(port.constants for _, port in stated) for one in stated)
