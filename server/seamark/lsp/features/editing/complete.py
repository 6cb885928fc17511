"""Completion: inside the text that states a contract, the keys of the other side."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import TYPE_CHECKING

import msgspec

from seamark import keys
from seamark.lsp.features.place import Place, is_by_name, who
from seamark.patterns import regex
from seamark.resolve.port_model import Port

from .edits import Edit, apply_edits, edited_text, statement
from .holes import Holes, ways
from .verbs import verb_edits
from .written import is_literal, plain

if TYPE_CHECKING:
    from seamark.index.service import Service

_BEGUN = regex(rb"""[(,=:\[{+]\s*[A-Za-z]{0,2}(?P<quote>["'`])(?P<text>[^"'`\r\n]*)$""")
"""A literal that has begun before the cursor, as an argument, a value or an item."""
_TRIED = "seamark"
"""What is put at the cursor, to see what a text is for that says too little yet."""
_PARAMETER = regex(r"[{<:$](?:\w+:)?\.*([A-Za-z_]\w*)")


class Item(msgspec.Struct, frozen=True):
    """Something to insert: what a list shows, what it replaces, and the text in parts, of which holes have a name.

    `filtered` is the text by which an editor chooses among the items, comparing it with what is typed there. `edits`
    change what stands around, so that the literal takes values; see `Completion.edits` for the verb.
    """

    key: str
    detail: str
    place: Place
    filtered: str
    parts: tuple[tuple[str, bool], ...]
    rank: int
    has_other_verb: bool
    holes: Holes

    @property
    def fits(self) -> bool:
        """Whether it begins with what is typed, and has the verb of the call."""
        return self.rank == 0

    @property
    def text(self) -> str:
        """The text without places to fill in."""
        return _plain((*self.parts, (self.holes.quote, False)))


def complete(service: Service, path: str, offset: int) -> Completion | None:
    """What could stand at a position: nothing, unless it is in the text of a contract. What names a route is none."""
    data = service.text(path)
    if data is None:
        return None
    for port in service.ports_at(path, offset):
        return None if is_by_name(port) else Completion(service, port, data, offset)
    line = data[data.rfind(b"\n", 0, offset) + 1 : offset]
    begun = _BEGUN.search(line)
    port_begun = None if begun is None else _begun_port(service, path, data, offset, begun)
    return None if port_begun is None else Completion(service, port_begun, data, offset)


def _begun_port(service: Service, path: str, data: bytes, offset: int, begun: re.Match[bytes]) -> Port | None:
    """The port of a text that is no contract yet, but would be one if it said more."""
    slash = "" if begun["text"] else "/"
    closing = "" if data[offset : offset + 1] == begun["quote"] else begun["quote"].decode()
    for more in (f"{slash}{_TRIED}", _TRIED):
        edit = Edit(Place(path, offset, offset), more + closing)
        with service.suppose_texts(apply_edits(service, [edit]), alone=True):
            port = next((port for port in service.ports_at(path, offset + 1) if _TRIED in port.key), None)
        if port is not None:
            end = min(port.end, offset + len(more)) - len(more)
            return _without(port, more, max(end, port.start))
    return None


def _without(port: Port, more: str, end: int) -> Port:
    """A port as it is without what was put into its text at its end."""
    return msgspec.structs.replace(port, key=port.key.removesuffix(more), end=end)


class Completion:
    """What could stand in the text of a contract, the best first, and what has to change around that text.

    For a call they are the keys that are provided, for a provider those that are called and that nobody provides. Edits
    are tried on the text as it was, on the first key of each kind that would stand there.
    """

    def __init__(self, service: Service, port: Port, data: bytes, offset: int) -> None:
        self._service = service
        self._port = port
        self._data = data
        self._replaced = _span_to_replace(port, data, offset)
        self._said = Counter(map(statement, service.ports(port.path)))
        self._ways = list(ways(service, port, data, self._replaced))
        self._holes: Holes | None = self._ways[0] if len(self._ways) == 1 else None
        self._verbs: dict[str, tuple[Edit, ...]] = {}
        found = self._items(offset) if port.mechanism == keys.GRAPHQL or is_literal(port, data) else ()
        self.items = sorted(found, key=lambda item: (item.rank, item.key.partition(" ")[2], item.key))

    def edits(self, item: Item) -> tuple[Edit, ...]:
        """What has to change around an item: the literal, and the verb of the call where that is written."""
        return (*item.holes.edits, *(self._verb(item) if item.has_other_verb else ()))

    def _items(self, offset: int) -> Iterator[Item]:
        service, port, (start, end) = self._service, self._port, self._replaced
        typed = self._data[start:offset].decode(errors="replace")
        written = plain(self._data[start:end])
        before = _before(port, written)
        is_relative = port.mechanism == "http" and written[:1] not in ("", "/", "{")
        own = _split_key(port, port.key)[0]
        for key, providers in sorted(_other_side(service, port).items()):
            verb, path = _split_key(port, key)
            if not path.startswith(before) or key == port.key or keys.WILDCARD in path:
                continue
            if port.mechanism == keys.GRAPHQL and verb != own:
                continue
            names = _names(path, providers, service)
            missing = path[len(before) :].removeprefix("/" if is_relative else "")
            holes = self._find_holes(key, missing, names) if keys.HOLE in missing else Holes()
            parts = tuple(_parts(missing, names, holes))
            place = Place(port.path, start, end + len(holes.quote))
            filtered = _filter_text(typed, missing, parts)
            is_begun, has_other_verb = filtered.startswith(typed), not keys.verbs_fit(verb, own)
            # Editors rank a text first that is all of what is typed: with its verb, another verb's is never that.
            filtered = f"{filtered} {verb}" if has_other_verb else filtered
            rank = 2 * (not is_begun) + has_other_verb
            yield Item(key, _detail(providers), place, filtered, parts, rank, has_other_verb, holes)

    def _find_holes(self, key: str, path: str, names: list[str]) -> Holes:
        """How this path puts in values: in the first way that leads to a key with its verb as it is written."""
        if self._holes is None:
            *others, plain = self._ways
            meant = f"{self._port.key.partition(' ')[0]} {key.partition(' ')[2]}"
            self._holes = next((one for one in others if self._leads(meant, _parts(path, names, one), one)), plain)
        return self._holes

    def _verb(self, item: Item) -> tuple[Edit, ...]:
        """The edit that gives the call the verb of an item's key, where its verb is written."""
        if self._port.role != "consumes" or self._port.mechanism != "http":
            return ()
        verb = item.key.partition(" ")[0]
        if verb not in self._verbs:
            edits = islice(verb_edits(self._data, self._port, item.key), _PLACES)
            leading = (one for one in edits if self._leads(item.key, item.parts, item.holes, one))
            self._verbs[verb] = tuple(islice(leading, 1))
        return self._verbs[verb]

    def _leads(self, key: str, parts: Iterable[tuple[str, bool]], holes: Holes, *more: Edit) -> bool:
        """Whether the file says this key as well after these edits, and nothing else that is new."""
        path, start, end = self._port.path, *self._replaced
        inserted = Edit(Place(path, start, end + len(holes.quote)), _plain(parts) + holes.quote)
        text = edited_text(self._data, [inserted, *holes.edits, *more])
        with self._service.suppose_texts({path: text}, alone=True):
            said = Counter(map(statement, self._service.ports(path)))
        new = (path, self._port.mechanism, key, self._port.role)
        return said - self._said == Counter([new]) and self._said - said <= Counter([statement(self._port)])


_PLACES = 3
"""So many places are tried where a verb may be written."""


def _plain(parts: Iterable[tuple[str, bool]]) -> str:
    return "".join(text for text, _ in parts)


def _format_parts(parts: Iterable[tuple[str, bool]]) -> str:
    return "".join(f"{{{text}}}" if is_hole else text for text, is_hole in parts)


def _filter_text(typed: str, path: str, parts: tuple[tuple[str, bool], ...]) -> str:
    """What is typed already, with its own holes, and what is missing; else the whole text."""
    begun = plain(typed.encode())
    return typed + path[len(begun) :] if path.startswith(begun) else _format_parts(parts)


def _other_side(service: Service, port: Port) -> Mapping[str, list[Port]]:
    """The ports of the other side by their keys: all providers, but only calls that nobody serves."""
    found: dict[str, list[Port]] = {}
    for one in service.ports():
        is_offered = one.role != port.role and (one.role == "exposes" or not service.providers(one))
        if one.mechanism == port.mechanism and is_offered:
            found.setdefault(one.key, []).append(one)
    return found


def _span_to_replace(port: Port, data: bytes, offset: int) -> tuple[int, int]:
    """The part of a contract's text that gives way: for a path all behind a host or a verb, else everything."""
    if port.mechanism != "http":
        return port.start, max(port.end, offset)
    text = data[port.start : port.end]
    before = _BEFORE.match(text)
    return port.start + (before.end() if before is not None else 0), max(port.end, offset)


_BEFORE = regex(rb"[A-Za-z][A-Za-z0-9+.-]*://[^/]*|\$?\{[^{}]*\}|[A-Z]+[ \t]+(?=/|\Z)")


def _before(port: Port, written: str) -> str:
    """What stands before a path that is known, but not written there: a base, a router's prefix."""
    if port.mechanism != "http":
        return ""
    path = _split_key(port, port.key)[1]
    own = keys.http_path(written) if written else ""
    if own == "/":
        return path.removesuffix("/")
    return path.removesuffix(own) if path.endswith(own) else ""


def _split_key(port: Port, key: str) -> tuple[str, str]:
    """What a key begins with that is not written where its rest is, and that rest."""
    verb, _, path = key.partition(_PARTED[port.mechanism]) if port.mechanism in _PARTED else ("", "", key)
    return verb, path


_PARTED = {"http": " ", keys.GRAPHQL: "."}


def _names(path: str, providers: list[Port], service: Service) -> list[str]:
    """Names for the holes of a path: those of a provider's own text for its last ones."""
    count = path.count(keys.HOLE)
    if not count:
        return []
    texts = ((service.text(port.path) or b"")[port.start : port.end] for port in providers)
    found = (_PARAMETER.findall(text.decode(errors="replace")) for text in texts)
    own = next(filter(None, found), [])[-count:]
    return ["id"] * (count - len(own)) + own


def _parts(path: str, names: list[str], holes: Holes) -> Iterator[tuple[str, bool]]:
    """The texts and holes of what is inserted, as its literal writes holes."""
    pieces = path.split(keys.HOLE)
    needed = names[len(names) - len(pieces) + 1 :]
    for piece, name in zip(pieces, [*needed, ""], strict=True):
        yield piece + (holes.begin if name else ""), False
        if name:
            yield holes.name_in_case(name), True
            if holes.end:
                yield holes.end, False


def _detail(providers: list[Port]) -> str:
    port = providers[0]
    words = " · ".join(word for word in (who(port), port.service) if word) or port.path
    return words if len(providers) == 1 else f"{words} and {len(providers) - 1} more"
