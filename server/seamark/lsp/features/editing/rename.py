"""Rename: a segment of a path, a topic, an activity's name, the name of a route, at every place that states it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import msgspec

from seamark.lsp.features.place import Place, contract, is_by_name
from seamark.patterns import regex
from seamark.resolve.port_model import Port

from . import route_names
from .edits import Edit, Statement, apply_edits, changes, statement
from .written import in_key, is_quoted, segments, span, with_segment

if TYPE_CHECKING:
    from seamark.index.service import Service

_SEGMENT = regex(r"[\w.~%-]+")
_NAME = regex(r"[\w.~:/-]+")
_BY_NAME = ("queue", "temporal")


class RenameRefusal(msgspec.Struct, frozen=True):
    """Why a contract cannot be renamed, and the place that cannot be edited exactly, if it is one."""

    why: str
    place: Place | None = None


class _Renaming(msgspec.Struct, frozen=True):
    """What is to be renamed: the ports stated at the cursor, the text there, and which segment it is, if it is one."""

    ports: tuple[Port, ...]
    text: str
    place: Place
    after: int | None

    def rename_key(self, key: str, new: str) -> str:
        return new if self.after is None else with_segment(key, self.after, new)


def renamable(service: Service, path: str, offset: int) -> tuple[Place, str] | None:
    """The part of a contract's text that can be renamed at this position, and what it says; None elsewhere.

    A name in code (of a constant, of a function that is an activity) is what the language's own server renames.
    """
    named = route_names.find_name(service, path, offset)
    if named is not None:
        return named.place, named.text
    asked = _what_to_rename(service, path, offset)
    return None if asked is None else (asked.place, asked.text)


def rename(service: Service, path: str, offset: int, new: str) -> tuple[Edit, ...] | RenameRefusal | None:
    """The edits that give what stands at this position another name wherever the contract is stated; None elsewhere.

    They are tried before they are given: they change the contracts' keys as they should, and nothing else.
    """
    named = route_names.find_name(service, path, offset)
    if named is not None:
        return _route_name(service, named, new)
    asked = _what_to_rename(service, path, offset)
    if asked is None:
        return None
    if not (_NAME if asked.after is None else _SEGMENT).fullmatch(new):
        return RenameRefusal(f"`{new}` would have to be quoted or escaped here")
    edits: set[Edit] = set()
    ports = _all(service, asked)
    for port in ports:
        if is_by_name(port):
            continue  # It follows the route whose name it has.
        place = _place(service, asked, port)
        if place is None:
            return RenameRefusal(f"`{asked.text}` of {port.key} is not written out here", contract(port))
        edits.add(Edit(place, new))
    gone, come = changes(service, edits)
    old, renamed = _changed_statements(ports, asked, new)
    wrong = next(iter((gone - old) + (old - gone) + (come - renamed) + (renamed - come)), None)
    if wrong is not None:
        path, _, key, _ = wrong
        return RenameRefusal(f"the rename would also change {key} in {path}")
    parted = _lost_call(service, asked, new, edits)
    if parted is not None:
        return RenameRefusal(
            f"without `{asked.text}`, {parted.key} would no longer find its provider", contract(parted)
        )
    return tuple(sorted(edits))


def _route_name(service: Service, named: route_names.NameToRename, new: str) -> tuple[Edit, ...] | RenameRefusal:
    """The edits that give a route another name."""
    if not route_names.NAME.fullmatch(new):
        return RenameRefusal(f"`{new}` would have to be quoted or escaped here")
    if named.wrong is not None:
        return RenameRefusal(f"`{named.text}` is not written out here", contract(named.wrong))
    if route_names.is_taken(service, named, new):
        return RenameRefusal(f"another route is named `{new}`")
    edits = list(route_names.edits(named, new))
    key = route_names.changed_key(service, edits)
    return tuple(edits) if key is None else RenameRefusal(f"the rename would also change {key}")


def _what_to_rename(service: Service, path: str, offset: int) -> _Renaming | None:
    ports = [port for port in service.ports_at(path, offset) if not is_by_name(port)]
    data = service.text(path)
    if not ports or data is None:
        return None
    port = ports[0]
    if port.mechanism in _BY_NAME:
        return _Renaming(tuple(ports), port.key, contract(port), None) if _is_named(port, data) else None
    if port.mechanism != "http":
        return None
    for segment in segments(port, data):
        if segment.place.start <= offset <= segment.place.end and in_key(port.key, segment.after) == segment.text:
            return _Renaming(tuple(ports), segment.text, segment.place, segment.after)
    return None


def _all(service: Service, asked: _Renaming) -> list[Port]:
    """The ports of these contracts, and of all those that the same texts state."""
    found: dict[Port, None] = {}
    waiting = list(asked.ports)
    while waiting:
        port = waiting.pop()
        if port in found or not _says(asked, port):
            continue
        found[port] = None
        boundary = service.boundary(*port.boundary)
        waiting += (*boundary.providers, *boundary.consumers)
        data = service.text(port.path) or b""
        waiting += (one for one in service.ports(port.path) if span(one, data) == span(port, data))
        others = service.providers(port) if port.role == "consumes" else service.consumers(port)
        waiting += (match.port for match in others)
    return sorted(found, key=contract)


def _says(asked: _Renaming, port: Port) -> bool:
    return port.key == asked.text if asked.after is None else in_key(port.key, asked.after) == asked.text


def _place(service: Service, asked: _Renaming, port: Port) -> Place | None:
    """Where a port states what is to be renamed, word for word."""
    if asked.after is None:
        return _name_literal(service, port)
    found = segments(port, service.text(port.path) or b"")
    return next((one.place for one in found if one.after == asked.after and one.text == asked.text), None)


def _name_literal(service: Service, port: Port) -> Place | None:
    """The literal with a port's name: its own text, or the only one in its file."""
    data = service.text(port.path) or b""
    if _is_named(port, data):
        return contract(port)
    found = list(re.finditer(rb"""(["'`])(%s)\1""" % re.escape(port.key.encode()), data))
    return Place(port.path, *found[0].span(2)) if len(found) == 1 else None


def _is_named(port: Port, data: bytes) -> bool:
    """Whether a port's name stands at its own place as a literal."""
    return data[port.start : port.end] == port.key.encode() and is_quoted(port, data)


def _lost_call(service: Service, asked: _Renaming, new: str, edits: Iterable[Edit]) -> Port | None:
    """A call that finds a provider now, and would not after these edits: by a gateway, for instance, of another name.

    What finds it by this segment, or by the new one, says that in its key.
    """
    now = list(_calls_with_word(service, asked.text))
    with service.suppose_texts(apply_edits(service, edits)):
        then = Counter(files for word in {asked.text, new} for _, files in _calls_with_word(service, word))
    for consumer, files in now:
        if not then[files]:
            return consumer
        then[files] -= 1
    return None


def _calls_with_word(service: Service, word: str) -> Iterator[tuple[Port, tuple[str, str]]]:
    """The calls with this word in their keys, each with its file and that of one of its providers."""
    for consumer in service.ports():
        if consumer.role == "consumes" and word in consumer.key:
            yield from ((consumer, (consumer.path, match.port.path)) for match in service.providers(consumer))


def _changed_statements(
    ports: Iterable[Port], asked: _Renaming, new: str
) -> tuple[Counter[Statement], Counter[Statement]]:
    """What ports no longer say when they are renamed, and what they say instead."""
    now = [statement(port) for port in ports]
    renamed = Counter((path, mechanism, asked.rename_key(key, new), role) for path, mechanism, key, role in now)
    return Counter(now) - renamed, renamed - Counter(now)
