"""Which possible ports count: those for which the other side of their contract speaks, or many calls that are alike.

A possible request counts if its path is served here; one that is given a function, if code serves it: else it may be a
documented route. What serves it stands in another file, except in tests: a route's own file checks, documents or links
what it is asked for by the same path. A possible route counts if it is called or documented, or if many are alike: what
is called there is given a path and a function at `MANY` places, or at a `FEW` with a verb, or with what tells that it
answers requests; or once with these, if it is a function of the workspace, which no rule reads as a request. One path
of them is more than a word, which commands have as well, or a `FEW` have a verb. A path without its first slash only
counts at `MANY` places, of which a `FEW` have a parameter. Of a queue, a possible side counts if
the other one is stated in another program, or by a call that is known: events are handed on within a program, too. What
is only possible speaks for nothing else, but for routes that are alike: so the result does not depend on the order in
which files are read.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from seamark.keys import ANY_VERB, verbs_fit
from seamark.patterns import regex
from seamark.resolve.abstract_values import Definition
from seamark.resolve.composition.confidence import AGREED, ALIKE
from seamark.resolve.composition.from_findings import Composed
from seamark.resolve.port_model import Port, Reason
from seamark.resolve.workspace_facts.view import NAMELESS
from seamark.source import dialect_of

from .listed_routes import ListedRoutes, Stated

MANY = 5
"""At so many places what is called is given a path and a function if that declares routes."""
FEW = 2
"""At so many, if it is given a verb as well, or what answers requests."""
ASKED = 3
"""For so many of its paths others speak if that declares routes, whatever the paths are."""

_WORDS = 2
"""A request that is only possible has so many words in its path."""
_WORD = regex(r"/[^/{]*[A-Za-z][^/{]*(?=/|$)")
_DOCUMENTED = "documented"
_ALIKE = "alike"
"""How those are called who state a route as many others are stated."""
_SPEAKING = {"exposes": ("consumes", _DOCUMENTED), "consumes": ("exposes", _DOCUMENTED, _ALIKE)}
"""Who speaks for the ports of a role."""
_MECHANISMS = ("http", "queue")
_QUEUE = {"exposes": "queue exposes", "consumes": "queue consumes"}
"""How those are called who state a side of a queue."""
_AGAINST: dict[str, tuple[str, ...]] = {"exposes": ("exposes",), "consumes": ()}
"""Who speaks against them."""


class _Path(NamedTuple):
    """The path of what speaks for others, whatever its verb: `by` ports of a role in code, or those in documents.

    Or the name of a queue, for which `by` says that it is one.
    """

    by: str
    path: str


class _PathClaim(NamedTuple):
    """What is said of a path: its verb, by what people know it, `within` which program; of a queue if that counts."""

    verb: str
    name: str
    within: str = ""


class Agreement:
    """The possible ports of all files, and what speaks for them; kept current file by file."""

    def __init__(self) -> None:
        self.moved: set[str] = set()
        """The files whose possible ports count now, or no longer. Whoever reads it may empty it."""
        self._stated: dict[str, list[tuple[_Path, _PathClaim]]] = {}
        self._alike_stated: dict[str, list[tuple[_Path, _PathClaim]]] = {}
        self._speaking: dict[_Path, Counter[_PathClaim]] = {}
        self._possible: dict[str, list[Composed]] = {}
        self._asking: dict[_Path, set[str]] = {}
        self._alike: dict[str, dict[str, frozenset[_Place]]] = {}
        self._declaring: set[str] = set()
        """What is called where many routes are alike."""
        self._counting: dict[str, tuple[Port | None, ...]] = {}
        self._listed = ListedRoutes()
        self._handling: dict[Definition, set[str]] = {}
        """The files with possible routes that a function handles."""

    def update(self, files: Mapping[str, Sequence[Composed]]) -> None:
        """These are the ports of these files now."""
        touched, alike, again = set[_Path](), set[str](), set[str]()
        for path, composed in files.items():
            certain = (one for one in composed if one[0].mechanism in _MECHANISMS and not one[0].possible)
            stated = [(_path_spoken_for(port), _said_by(port, handler)) for port, handler in certain]
            again |= {file for one in self._listed.set_routes(path, composed) for file in self._handling.get(one, ())}
            before = self._stated.get(path, [])
            if stated != before:
                touched |= self._speak(before, -1) | self._speak(stated, 1)
                self._stated[path] = stated
            possible = [one for one in composed if one[0].possible]
            if possible or path in self._possible:
                alike |= self._set_possible(path, possible)
                again.add(path)
        asking = {path for key in touched for path in self._asking.get(key, ())}
        alike |= {_by(port) for path in asking for port, _ in self._possible[path] if port.role == "exposes"}
        again |= asking | self._settle_alike(alike)
        for path in again:
            self._decide(path)
        for path in {path for key in self._speak_alike(again) for path in self._asking.get(key, ())}:
            self._decide(path)

    def of(self, path: str, composed: Sequence[Composed]) -> list[Composed]:
        """Those ports of a file, which is as it was said to be last, that count."""
        counting = iter(self._counting.get(path, ()))
        decided = ((port if not port.possible else next(counting, None), handler) for port, handler in composed)
        is_at_row = self._listed.is_at_row
        return [(port, handler) for port, handler in decided if port is not None and not is_at_row(port, handler)]

    def refused_ports(self) -> Iterator[Port]:
        """The possible ports that do not count."""
        for path in self._possible:
            yield from self._refused_in_file(path)

    def refused_requests_for(self, path: str) -> list[Port]:
        """The possible requests for this path that do not count."""
        files = sorted(self._asking.get(_Path("exposes", path), ()))
        return [
            port
            for file in files
            for port in self._refused_in_file(file)
            if port.role == "consumes" and port.key.partition(" ")[2] == path
        ]

    def _refused_in_file(self, file: str) -> Iterator[Port]:
        decided = zip(self._possible[file], self._counting[file], strict=True)
        return (port for (port, _), counting in decided if counting is None)

    def _speak_alike(self, files: Iterable[str]) -> set[_Path]:
        """Have those routes of these files speak that are stated as many others are; gives the paths that moved."""
        touched = set[_Path]()
        for file in files:
            decided = zip(self._possible.get(file, ()), self._counting.get(file, ()), strict=True)
            routes = ((port, handler) for (_, handler), port in decided if port is not None and _may_serve(port))
            said = [
                (_path_spoken_for(port)._replace(by=_ALIKE), _said_by(port, handler))
                for port, handler in routes
                if self._is_one_of_many(port)
            ]
            before = self._alike_stated.get(file, [])
            if said != before:
                touched |= self._speak(before, -1) | self._speak(said, 1)
                self._alike_stated[file] = said
        return touched

    def _speak(self, stated: Iterable[tuple[_Path, _PathClaim]], number: int) -> set[_Path]:
        """Count what ports that are certain say, or no longer say; gives their paths."""
        paths = set[_Path]()
        for path, said in stated:
            known = self._speaking.setdefault(path, Counter())
            known[said] += number
            if not known[said]:
                del known[said]
            if not known:
                del self._speaking[path]
            paths.add(path)
        return paths

    def _set_possible(self, path: str, composed: list[Composed]) -> set[str]:
        """Note a file's possible ports; gives what is called at some that were there, or are there now."""
        replaced = self._possible.pop(path, [])
        before, ports = [port for port, _ in replaced], [port for port, _ in composed]
        for _, handler in replaced:
            if handler is not None:
                self._handling.get(handler, set()).discard(path)
        for _, handler in composed:
            if handler is not None:
                self._handling.setdefault(handler, set()).add(path)
        for port in before:
            for asked in _paths_to_ask(port):
                self._asking.get(asked, set()).discard(path)
        if ports:
            self._possible[path] = composed
        for port in ports:
            for asked in _paths_to_ask(port):
                self._asking.setdefault(asked, set()).add(path)
        called = {_by(one) for one in (*before, *ports) if one.role == "exposes"}
        for name in called:
            places = {_place(one) for one in ports if _by(one) == name and _may_serve(one)}
            files = self._alike.setdefault(name, {})
            files.pop(path, None)
            if places:
                files[path] = frozenset(places)
            if not files:
                del self._alike[name]
        return called

    def _settle_alike(self, called: Iterable[str]) -> set[str]:
        """Settle what declares routes of what is called there; gives the files with routes that are stated so."""
        for name in called:
            places = [one for some in self._alike.get(name, {}).values() for one in some]
            is_bare = _declares_bare([one for one in places if one.bare])
            if is_bare or _declares([one for one in places if not one.bare]) or self._is_asked(name):
                self._declaring.add(name)
            else:
                self._declaring.discard(name)
        return {path for name in called for path in self._alike.get(name, ())}

    def _is_asked(self, name: str) -> bool:
        """Whether others speak for several of the paths of what is called so."""
        ports = (port for path in self._alike.get(name, ()) for port, _ in self._possible[path] if _by(port) == name)
        routes = {one.key: one for one in ports if _may_serve(one)}
        asked = (key.partition(" ")[2] for key, one in routes.items() if self._fitting(one))
        return len(set(asked)) >= ASKED

    def _decide(self, path: str) -> None:
        """Settle which possible ports of a file count."""
        possible = self._possible.get(path, ())
        binding = {one.start for one, _ in possible if one.role == "exposes"}
        routes = [self._listed.of_row(one, handler) if _may_serve(one) else None for one, handler in possible]
        rows = [
            Stated(handler, route.key)
            for (_, handler), route in zip(possible, routes, strict=True)
            if route is not None and handler is not None
        ]
        self.moved |= self._listed.set_rows(path, rows)
        decided = tuple(
            self._decide_port(one, binds=one.start in binding) if route is None else _as_listed(one, route)
            for (one, _), route in zip(possible, routes, strict=True)
        )
        if decided != self._counting.get(path, ()):
            self.moved.add(path)
            self._counting[path] = decided
            if not decided:
                del self._counting[path]

    def _decide_port(self, port: Port, *, binds: bool) -> Port | None:
        """A possible port of a call, which may be given a function, as it counts; None if it does not."""
        if port.mechanism == "queue":
            return self._agree_queue(port)
        if port.role == "exposes" and not _may_serve(port):
            return None
        verb, _, path = port.key.partition(" ")
        if port.role == "consumes" and len(_WORD.findall(path)) < _WORDS:
            return None
        if port.role == "consumes" and binds and self._is_one_of_many(port):
            return None
        if port.possible is not None and port.possible.bare and not self._is_one_of_many(port):
            return None
        if port.role == "exposes" and self._is_served(port):
            return None
        fitting = self._fitting(port, binds=port.role == "consumes" and binds)
        if fitting:
            only = next(iter(fitting)) if verb == ANY_VERB and len(fitting) == 1 else verb
            key = f"{only} {path}"
            return replace(port, key=key, confidence=AGREED, reasons=(_reason(port, next(iter(fitting.values()))),))
        if port.role == "exposes" and self._is_one_of_many(port):
            return replace(port, confidence=ALIKE, reasons=(_why_alike(port),))
        return None

    def _fitting(self, port: Port, *, binds: bool = False) -> dict[str, str]:
        """The verbs for which others speak that fit a port, each with who does so."""
        verb, _, path = port.key.partition(" ")
        speaking = _SPEAKING[port.role][:1] if binds else _SPEAKING[port.role]
        said = sorted(one for by in speaking for one in self._said_elsewhere(port, _Path(by, path)))
        return {one.verb: one.name for one in said if verbs_fit(verb, one.verb)}

    def _said_elsewhere(self, port: Port, path: _Path) -> list[_PathClaim]:
        """What is said of a path; for a possible request outside of tests by other files: its own speaks of itself."""
        said = self._speaking.get(path, Counter())
        if port.role != "consumes" or port.test:
            return list(said)
        own = (*self._stated.get(port.path, ()), *self._alike_stated.get(port.path, ()))
        return list(said - Counter(claim for of, claim in own if of == path))

    def _agree_queue(self, port: Port) -> Port | None:
        """A possible side of a queue as it counts, if the other one is stated, and not within the same program."""
        said = sorted(one for asked in _paths_to_ask(port) for one in self._speaking.get(asked, ()))
        others = [one.name for one in said if one.within != _program(port)]
        action = "sends to" if port.role == "exposes" else "listens to"
        return replace(port, reasons=(Reason(f"{others[0]} {action} this queue"),)) if others else None

    def _is_one_of_many(self, port: Port) -> bool:
        """Whether a possible route is stated as many others are."""
        return _by(port) in self._declaring

    def _is_served(self, port: Port) -> bool:
        """Whether code of its program is known to serve that: a table, or its loop in another file."""
        verb, _, path = port.key.partition(" ")
        known, program = self._speaking.get(_Path("exposes", path), ()), _service(port)
        return any(verbs_fit(verb, one.verb) and one.within == program for one in known)


def _as_listed(row: Port, route: Port) -> Port:
    """A row, as the route that a loop of another file declares for it."""
    why = Reason(f"a loop in {route.path} declares it", route.path, route.start)
    return replace(
        row, key=route.key, confidence=route.confidence, framework=route.framework, reasons=(*route.reasons, why)
    )


class _Place(NamedTuple):
    """Where a possible route is stated, whether its path is more than one word, and what `Alike` says.

    A path that is bare must have a parameter for that: names of events have slashes, too. What is called may be
    `foreign`, a library's.
    """

    start: int
    tells: bool
    told: bool
    answers: bool
    own: bool
    bare: bool
    foreign: bool = False


def _place(port: Port) -> _Place:
    alike = port.possible
    if alike is None:
        return _Place(port.start, is_telling(port), told=False, answers=False, own=False, bare=False)
    tells = "{}" in port.key if alike.bare else is_telling(port)
    is_foreign = alike.origin != "" and not alike.origin.startswith(".") and dialect_of(alike.origin) is None
    return _Place(port.start, tells, alike.told, alike.answers, alike.own, alike.bare, is_foreign)


def _declares(places: Sequence[_Place]) -> bool:
    """Whether what is called at these places declares routes.

    Paths and functions alone do not tell this of what a library has, whose paths may be topics, addresses or menus.
    """
    told = [one for one in places if one.told]
    answering = [one for one in places if one.told or one.answers]
    are_many = len(places) >= MANY and (bool(answering) or not all(one.foreign for one in places))
    is_enough = are_many or len(answering) >= FEW or any(one.own for one in told)
    return is_enough and (any(one.tells for one in places) or sum(one.own for one in told) >= FEW)


def _declares_bare(places: Sequence[_Place]) -> bool:
    """Whether what is called at these places, with paths that are bare, declares routes."""
    return len(places) >= MANY and sum(one.tells for one in places) >= FEW


def _by(port: Port) -> str:
    return "" if port.possible is None else port.possible.by


def _path_spoken_for(port: Port) -> _Path:
    if port.mechanism == "queue":
        return _Path(_QUEUE[port.role], port.key)
    return _Path(_DOCUMENTED if port.contract else port.role, port.key.partition(" ")[2])


def _paths_to_ask(port: Port) -> list[_Path]:
    """Who may speak for a possible port, or against it."""
    if port.mechanism == "queue":
        return [_Path(_QUEUE["consumes" if port.role == "exposes" else "exposes"], port.key)]
    path = port.key.partition(" ")[2]
    return [_Path(by, path) for by in (*_SPEAKING[port.role], *_AGAINST[port.role])]


def _said_by(port: Port, handler: Definition | None) -> _PathClaim:
    """What a port says. Its handler is named by what it is known by before anybody looks up its place."""
    name = ("" if handler is None else _name_of(handler)) or port.symbol.qualified_name or port.path
    if port.mechanism == "queue":
        return _PathClaim("", name, _program(port) if port.confidence <= AGREED else "")
    return _PathClaim(port.key.partition(" ")[0], name, _service(port))


def _name_of(handler: Definition) -> str:
    """The name of a function with those around it; empty if one of them has none."""
    parts = [part.partition("#")[0] for part in handler.key.split(".")]
    return "" if NAMELESS in parts else ".".join(parts)


def _service(port: Port) -> str:
    """The service that a port is of, and its language."""
    return f"{port.service}:{port.language}"


def _program(port: Port) -> str:
    """What may be one program with a port: its service, or the folder at the top, in its language."""
    return f"{port.service or port.path.partition('/')[0]}:{port.language}"


def _why_alike(port: Port) -> Reason:
    """Why a route counts that is stated as many others are."""
    if port.possible is not None and port.possible.kind == "compared":
        return Reason(f"{port.possible.called} compares the path of requests with it")
    if port.possible is not None and port.possible.kind == "class":
        return Reason(f"{port.possible.called} has it as a member, and methods that answer requests")
    name = _by(port).rpartition(":")[2]
    called = port.possible.called if port.possible is not None and not name[:1].isalnum() else name
    return Reason(f"{called} is called with a path and a function in several places")


def _may_serve(port: Port) -> bool:
    """Whether a call that binds a function may declare a route: in a test it stands in for a server."""
    return port.role == "exposes" and not port.test and port.possible is not None and not port.possible.unbound


def is_telling(port: Port) -> bool:
    """Whether a path is more than one word, which commands and menus have as well."""
    path = port.key.partition(" ")[2]
    return "{}" in path or len(_WORD.findall(path)) > 1


def _reason(port: Port, name: str) -> Reason:
    return Reason(f"{name} serves this path" if port.role == "consumes" else f"{name} requests this path")
