"""Diagnostics: calls that nobody serves as they are, and where code and its contract document differ.

Each kind needs evidence that the two sides are meant for each other; where that is weak, nothing is said.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from seamark.lsp.features.place import Place, contract, target, who
from seamark.resolve.ports import Port

if TYPE_CHECKING:
    from seamark.index.service import Service

Kind: TypeAlias = Literal["otherVerb", "nearPath", "missingInDocument", "unimplemented", "unserved"]

_VERBS = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS")
_SURE = 0.7
"""A port that is less sure says nothing against another."""
_HALF = 0.5
"""A document of which less is served, or that has less of what is served, is about something else."""
_BEGINS_ANYWHERE = re.compile(r" /(?:\{|$)")
_TYPO = 2
"""So many letters differ between a word and a misspelt one of at least `_WORD` letters."""
_WORD = 4


class Finding(msgspec.Struct, frozen=True):
    """Something that is probably wrong: where and what, and the keys and places that it should meet instead."""

    kind: Kind
    port: Port
    message: str
    meant: tuple[str, ...] = ()
    related: tuple[Port, ...] = ()

    @property
    def place(self) -> Place:
        """The text that is wrong."""
        return contract(self.port)


def findings(service: Service, path: str) -> list[Finding]:
    """What is probably wrong in a file, by position."""
    ports = [port for port in service.ports(path) if _is_sure(port)]
    calls = [port for port in ports if port.role == "consumes"]
    served = {contract(port) for port in calls if service.providers(port)}
    unserved = {contract(port): port for port in reversed(calls) if _is_ours(service, port)}
    found = [_wrong(service, port) for place, port in unserved.items() if place not in served]
    routes = (port for port in ports if port.role == "exposes" and port.mechanism == "http")
    provided = [port for port in routes if not port.key.startswith("ANY ")]
    if provided:
        surfaces = _Surfaces(service)
        for port in provided:
            found += surfaces.unimplemented(port) if port.contract else surfaces.missing(port)
    return sorted(found, key=lambda one: one.place)


def _is_sure(port: Port) -> bool:
    return port.confidence >= _SURE and not port.test and "*" not in port.key


def _wrong(service: Service, port: Port) -> Finding:
    """What is wrong with a call that nobody serves."""
    mistaken = _mistaken(service, port) if port.mechanism == "http" else None
    return mistaken or Finding("unserved", port, f"nobody serves `{port.key}`")


def _mistaken(service: Service, port: Port) -> Finding | None:
    """What a request that nobody serves was probably meant to be, if what is served tells that."""
    verb, _, path = port.key.partition(" ")
    others = [
        match.port
        for other in _VERBS
        if other != verb
        for match in service.providers(replace(port, key=f"{other} {path}"))
        if match.how == "exact"
    ]
    if others:
        meant = tuple(dict.fromkeys(other.key for other in others))
        served = ", ".join(f"`{key}`" for key in meant)
        return Finding("otherVerb", port, f"`{port.key}` is not served, but {served} is", meant, tuple(others))
    near = [key for key in service.nearest(port) if _is_misspelt(port.key, key)]
    if len(near) == 1:
        providers = tuple(match.port for match in service.providers(replace(port, key=near[0])))
        message = f"`{port.key}` is not served; did you mean `{near[0]}`?"
        return Finding("nearPath", port, message, tuple(near), providers)
    return None


def _is_ours(service: Service, port: Port) -> bool:
    """Whether a call may be meant for the workspace.

    Its host, if it states one, is no name of the internet; if what stands before its path is not known, another call
    in its file, of whose base no more is known, is served. A path must say where it begins.
    """
    if port.mechanism == "http" and _BEGINS_ANYWHERE.search(port.key):
        return False
    name = (port.host or "").partition(":")[0]
    if "." in name and not name.replace(".", "").isdigit():
        return False
    return not port.open_prefix or any(
        any(not match.port.contract and match.how == "exact" for match in service.providers(other))
        for other in service.ports(port.path)
        if other.role == "consumes" and other.open_prefix and other.host == port.host
    )


def _is_misspelt(one: str, other: str) -> bool:
    """Whether two keys are the same but for a few letters of one word."""
    ours, theirs = one.split("/"), other.split("/")
    differing = [(a, b) for a, b in zip(ours, theirs, strict=False) if a != b]
    if len(ours) != len(theirs) or len(differing) != 1 or ours[0] != theirs[0]:
        return False
    a, b = differing[0]
    return min(len(a), len(b)) >= _WORD and "{" not in a + b and _distance(a, b) <= _TYPO


def _distance(one: str, other: str) -> int:
    """How many letters to put in, take out or replace to make one word of another (Levenshtein)."""
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        above, row = row, [i]
        for j, b in enumerate(other, 1):
            row.append(min(above[j] + 1, row[-1] + 1, above[j - 1] + (a != b)))
    return row[-1]


class _Surfaces:
    """What the services of a workspace serve, in code and by their documents."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._code: dict[str, set[str]] = {}
        self._documents: dict[str, dict[str, set[str]]] = {}
        for port in service.ports():
            if port.mechanism != "http" or port.role != "exposes" or port.test or port.key.startswith("ANY "):
                continue
            if port.contract:
                self._documents.setdefault(port.service, {}).setdefault(port.path, set()).add(port.key)
            else:
                self._code.setdefault(port.service, set()).add(port.key)

    def missing(self, port: Port) -> Iterator[Finding]:
        """A route that the document of its service has not, which has most of the others."""
        code = self._code[port.service]
        documents = self._documents.get(port.service, {})
        if any(port.key in described for described in documents.values()):
            return
        for path, described in sorted(documents.items()):
            if len(described & code) >= max(2, _HALF * (len(code) - 1)):
                yield Finding("missingInDocument", port, f"`{port.key}` is missing in {path}", (path,))
                return

    def unimplemented(self, port: Port) -> Iterator[Finding]:
        """An operation without code, of a document most of whose others have some."""
        described = self._documents[port.service][port.path]
        served = described & self._code.get(port.service, set())
        if port.key in served or len(served) < max(1, _HALF * (len(described) - 1)):
            return
        if all(match.port.contract for match in self._service.providers(port)):
            yield Finding("unimplemented", port, f"nobody serves `{port.key}`")


def described(related: Iterable[Port]) -> list[tuple[Place, str]]:
    """The places that a finding speaks of, each with what is there."""
    return [(target(port).selection, f"{port.key} {who(port) or ''}".strip()) for port in related]
