"""What is probably wrong between consumers and providers, and where code and its contract document differ.

Each kind needs evidence that the two sides are meant for each other; where that is weak, nothing is said.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache, partial
from typing import TYPE_CHECKING, TypeAlias

import msgspec
from msgspec.structs import replace

from seamark import keys
from seamark.index.matching.alignment import Alignment
from seamark.index.matching.compatible import EXACT, PARAMETER, is_of_the_internet
from seamark.index.matching.similar_keys import is_near_miss
from seamark.patterns import regex
from seamark.resolve.port_model import MAX_ALTERNATIVES, Match, Port

from .bases import Bases, Verdict
from .before import Before, BrokenContract, Changes, describe_change
from .contracts import Boundary
from .doubts import Doubts, is_built, is_handled, names_action, states_verb
from .kinds import KINDS, Kind
from .route_names import RouteNames
from .surfaces import Surfaces, is_sure

if TYPE_CHECKING:
    from seamark.index.service import ContractQueries

_VERBS = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS")
_BESIDES = ("HEAD", "OPTIONS")
"""Verbs that routes have besides their own: browsers and proxies ask for them, and most frameworks answer."""
_HALF = 0.5
"""A document of which less is served, or that has less of what is served, is about something else."""
_NAMED = 100
"""So many of the calls that break are named."""
Span: TypeAlias = tuple[int, int]
_BEGINS_ANYWHERE = regex(r" /(?:\{|$)")


class Finding(msgspec.Struct, frozen=True):
    """Something that is probably wrong: where and what, and the keys and places that it should meet instead."""

    kind: Kind
    port: Port
    message: str
    meant: tuple[str, ...] = ()
    related: tuple[Port, ...] = ()
    changes: tuple[BrokenContract, ...] = ()
    """The changes by which calls break, if that is what is wrong; several if a prefix has changed."""

    @property
    def contracts(self) -> tuple[tuple[Boundary, ...], ...]:
        """What it is about, each by all that it goes by: the contract that is there, and that which a change broke."""
        if len(self.changes) > 1:
            return tuple((*(port.boundary for port in one.now[:1]), one.contract) for one in self.changes)
        return ((self.port.boundary, *(one.contract for one in self.changes)),)


class Inspection:
    """Looks for findings in a workspace as it is now; what it needs of the whole is put together once."""

    def __init__(
        self,
        service: ContractQueries,
        before: Before | None = None,
        bases: Bases | None = None,
        *,
        without_evidence: bool = False,
    ) -> None:
        """`before` is what was served, if that is known; `bases` are those of calls, which else are found out.

        Calls that nobody serves need no evidence if that is said.
        """
        self._service = service
        self._text = lru_cache(1)(service.text)  # One file is looked at after the other.
        self._known_bases = lru_cache(1)(partial(_known_bases, service))
        self._before = before
        self._bases = bases
        self._without_evidence = without_evidence

    def of(self, path: str, kinds: Collection[str] = KINDS) -> list[Finding]:
        """What is probably wrong in a file, of these kinds, by position."""
        ports = self._sure(path)
        found = [*self._of_calls([port for port in ports if port.role == "consumes"]), *self._of_changes(path)]
        alignments = self._service.alignments()
        if any(_may_show(one, port) for one in alignments for port in self._service.ports(path)):
            found += (one for one in self._prefixes.get(path, ()) if self._find_broken(one.port) is None)
        found += self._of_names([one for one in self._service.uses(path) if is_sure(one)])
        for port in ports:
            if port.role == "exposes" and port.mechanism == "http" and not port.open_prefix:
                found += self._of_document(port) if port.contract else self._of_route(port, kinds)
        kept = [one for one in found if one.kind in kinds]
        return sorted(kept, key=lambda one: (one.port.start, one.port.end, tuple(KINDS).index(one.kind), one.port.key))

    @property
    def bases(self) -> Bases:
        """The bases of all calls."""
        for _ in self.count():
            pass
        assert self._bases is not None
        return self._bases

    def count(self) -> Iterator[None]:
        """Find out what bases calls have, file by file, if that is not known."""
        if self._bases is None:
            found = Bases()
            for path in sorted({port.path for port in self._service.ports()}):
                found.add(self._service, path, lambda port: not is_built(self._text(port.path), port.start, port.end))
                yield
            self._bases = found

    @cached_property
    def _doubts(self) -> Doubts:
        return Doubts(self._service)

    @cached_property
    def _changes(self) -> Changes | None:
        return None if self._before is None else Changes(self._service, self._before)

    @property
    def broken_contracts(self) -> Collection[Boundary]:
        """The contracts that were served before, and whose calls break."""
        return () if self._changes is None else self._changes.broken_contracts.keys()

    @property
    def former_contracts(self) -> Mapping[Boundary, Boundary]:
        """What those contracts were before that have another key now."""
        return {} if self._changes is None else self._changes.former_contracts

    @property
    def changed_files(self) -> Iterable[str]:
        """The files in which something changed by which calls break."""
        return () if self._changes is None else self._changes.paths

    @cached_property
    def _surfaces(self) -> Surfaces:
        return Surfaces(self._service)

    @cached_property
    def _prefixes(self) -> dict[str, list[Finding]]:
        """What is said of prefixes that nothing states: at the first of the calls that show one, by its file."""
        alignments = self._service.alignments()
        first: dict[Alignment, Port] = {}
        for port in self._service.ports() if alignments else ():
            for one in alignments:
                if one not in first and _may_show(one, port) and self._shows(one, port):
                    first[one] = port
        found: dict[str, list[Finding]] = {}
        for one, port in first.items():
            meant = tuple(filter(None, [one.route_key(port.key)]))
            message = f"{one.says}, which nothing in the workspace declares"
            found.setdefault(port.path, []).append(Finding("unknown-prefix", port, message, meant))
        return found

    def _shows(self, alignment: Alignment, port: Port) -> bool:
        """Whether a call is served by a prefix."""
        return any(match.how == alignment.says for match in self._service.providers(port))

    @cached_property
    def _route_names(self) -> RouteNames:
        return RouteNames(self._service)

    def _of_names(self, uses: Sequence[Port]) -> Iterator[Finding]:
        """Names by which routes are asked for, and that no route has."""
        for one in uses:
            meant = None if self._service.providers(one) else self._route_names.likely_names(one)
            if meant is not None:
                further = f"; did you mean `{meant[0]}`?" if len(meant) == 1 else ""
                yield Finding("unknown-route-name", one, f"no route is named `{one.key}`{further}", tuple(meant))

    def _sure(self, path: str) -> list[Port]:
        return [port for port in self._service.ports(path) if is_sure(port)]

    def _of_calls(self, calls: Sequence[Port]) -> Iterator[Finding]:
        """What is wrong with calls that nobody serves. Of those that are stated by one text, one is enough."""
        broken = {_span(port): one for port in reversed(calls) if (one := self._find_broken(port)) is not None}
        yield from broken.values()
        for span, site in self._lost_calls(calls).items():
            yield from filter(None, [self._wrong(site)] if span not in broken else [])

    def _find_broken(self, port: Port) -> Finding | None:
        """A call that was served before, and is not any more."""
        broken = None if self._changes is None else self._changes.of_call(port)
        if broken is None:
            return None
        return Finding("broken-call", port, broken.breaks(port), broken.new_keys, broken.now, (broken,))

    def _of_changes(self, path: str) -> Iterator[Finding]:
        """What was served in a file before, and is still called."""
        for place, broken in () if self._changes is None else self._changes.at(path):
            calls = [call for one in broken for call in one.calls]
            meant = tuple(key for one in broken for key in one.new_keys)
            yield Finding("breaking-change", place, describe_change(broken), meant, tuple(calls[:_NAMED]), broken)

    def _wrong(self, site: Sequence[Port]) -> Finding | None:
        """What is wrong with a call that nobody serves, as far as that can be told; it is any one of these."""
        port = site[0]
        if any(map(self._says_nothing, site)):
            return None
        may_be_ours = not port.open_prefix or port.host in self._known_bases(port.path)
        may_be_served = len(site) >= MAX_ALTERNATIVES or any(map(self._doubts.may_serve, site))
        if port.mechanism == "http" and may_be_ours and not may_be_served:
            of_requests = (find(self._service, one) for find in (_verb_mismatch, _near_miss) for one in site)
            of_request = next(filter(None, of_requests), None)
            if of_request is not None:
                return None if of_request.kind == "verb-mismatch" and self._may_say_verb(port) else of_request
        unserved = Finding("unserved-call", port, f"nothing serves `{keys.format_key(*port.boundary)}`")
        if self._without_evidence and may_be_ours:
            return unserved
        if may_be_served:
            return None
        verdict = self.bases.verdict(port)
        if verdict is Verdict.MISSING and may_be_ours and self._is_near(port):
            return unserved
        return self._unclear(port) if verdict is Verdict.UNCLEAR else None

    def _says_nothing(self, port: Port) -> bool:
        """Whether nothing is wrong with a call if nobody serves it."""
        text = self._text(port.path)
        if is_of_the_internet(port.host) or is_built(text, port.start, port.end):
            return True
        is_beside = port.key.partition(" ")[0] in _BESIDES or _BEGINS_ANYWHERE.search(port.key) is not None
        is_of_page = names_action(text, port.start, port.end) or is_handled(text, port.start, port.end)
        return port.mechanism == "http" and (is_beside or is_of_page)

    def _may_say_verb(self, port: Port) -> bool:
        """Whether a call may be of another verb than that with which it is sent."""
        return port.key.startswith("POST ") and states_verb(self._text(port.path), port.start, port.end)

    def _unclear(self, port: Port) -> Finding | None:
        """What is said of all calls of a base that nobody serves, at the first one."""
        unclear = self.bases.unclear(port)
        if unclear is None:
            return None
        base, share = unclear
        where = f"{base.client or 'the workspace'}{f' below {base.beginning}' if base.beginning else ''}"
        missing = f"{share.asked - share.served} of {share.asked} keys that {where} calls"
        return Finding("unserved-client", port, f"nothing serves {missing}: `{keys.format_key(*port.boundary)}` first")

    def _is_near(self, port: Port) -> bool:
        """Whether a call is of a service by name, or has something in common with routes; what it calls is no base."""
        if self.bases.is_of_others(port):
            return False
        return self.bases.names_service(port) or not self._doubts.is_far(port)

    def unjudged_calls(self, path: str) -> list[Port]:
        """The calls of a file that nobody serves, and of which nothing is said: they may go anywhere."""
        calls = [port for port in self._sure(path) if port.role == "consumes"]
        judged = {_span(one.port) for one in self._of_calls(calls)}
        return [site[0] for span, site in self._lost_calls(calls).items() if span not in judged]

    def _lost_calls(self, calls: Sequence[Port]) -> Mapping[Span, Sequence[Port]]:
        """Those calls that nobody serves, by where they stand: a call may have any one of several keys."""
        found: dict[Span, list[Port]] = {}
        for port in calls:
            found.setdefault(_span(port), []).append(port)
        return {span: site for span, site in found.items() if not any(self._service.providers(port) for port in site)}

    def _of_document(self, port: Port) -> Iterator[Finding]:
        """An operation without code, of a document most of whose others have some."""
        if port.key.startswith("ANY "):
            return
        described = self._surfaces.described_keys(port.service)[port.path]
        served = described & self._surfaces.code(port.service)
        if port.key in served or len(served) < max(1, _HALF * (len(described) - 1)):
            return
        if all(match.port.contract for match in self._service.providers(port)):
            yield Finding("document-without-handler", port, f"nothing serves `{keys.format_key(*port.boundary)}`")

    def _of_route(self, port: Port, kinds: Collection[str]) -> Iterator[Finding]:
        verb = port.key.partition(" ")[0]
        if verb != "ANY":
            yield from self._find_undescribed(port)
        if verb in _BESIDES:
            return
        if verb != "ANY" and "served-twice" in kinds:
            yield from self._again(port)
        if "uncalled-route" in kinds and not (self._service.consumers(port) or self._service.maybe_consumers(port)):
            yield Finding("uncalled-route", port, f"nothing calls `{port.key}`")

    def _find_undescribed(self, port: Port) -> Iterator[Finding]:
        """A route that the document of its service has not, which has most of the others."""
        code = self._surfaces.code(port.service)
        documents = self._surfaces.described_keys(port.service)
        if port.socket or any(port.key in described for described in documents.values()):
            return
        for path, described in sorted(documents.items()):
            if len(described & code) >= max(2, _HALF * (len(code) - 1)):
                yield Finding("handler-without-document", port, f"`{port.key}` is missing from {path}", (path,))
                return

    def _again(self, port: Port) -> Iterator[Finding]:
        """A route that an earlier one of its service hides, or is hidden by."""
        first = self._surfaces.first(port)
        if first is not None:
            yield Finding("served-twice", port, f"`{port.key}` is also served by another handler", related=(first,))


def _may_show(alignment: Alignment, port: Port) -> bool:
    """Whether a call may show a prefix that nothing states.

    One in the place of another one, below a base that is not known, may be that of another system.
    """
    is_other = port.open_prefix and bool(alignment.before and alignment.behind)
    return not port.test and not is_other and alignment.is_of(port) and alignment.route_key(port.key) is not None


def _span(port: Port) -> Span:
    return port.start, port.end


def _verb_mismatch(service: ContractQueries, port: Port) -> Finding | None:
    """A request whose path is served, but under other verbs only."""
    verb, _, path = port.key.partition(" ")
    others = {
        key: ports
        for key in (f"{other} {path}" for other in _VERBS if other != verb)
        if (ports := [match.port for match in service.providers(replace(port, key=key)) if _is_of_path(match, path)])
    }
    if not others:
        return None
    *before, last = (f"`{key}`" for key in others)
    served = f"{', '.join(before)} and {last} are" if before else f"{last} is"
    related = tuple(other for ports in others.values() for other in ports)
    return Finding("verb-mismatch", port, f"`{port.key}` is not served, but {served}", tuple(others), related)


def _is_of_path(match: Match, path: str) -> bool:
    """Whether a route has a path for sure: all of it, or but for parameters before the last word."""
    if match.port.open_prefix:
        return False
    words = [(at, segment) for at, segment in enumerate(path.split("/")) if segment and "{" not in segment]
    stated = list(enumerate(match.port.key.partition(" ")[2].split("/")))
    return match.how == EXACT.how or (match.how == PARAMETER.how and bool(words) and words[-1] in stated)


def _near_miss(service: ContractQueries, port: Port) -> Finding | None:
    """A request whose path is a near miss of one that is served, if it is of no other."""
    near = [key for key in service.nearest(port) if is_near_miss(port.key, key)]
    if len(near) != 1:
        return None
    providers = tuple(match.port for match in service.providers(replace(port, key=near[0])))
    if providers and all(one.open_prefix for one in providers):
        return None
    return Finding("near-miss", port, f"`{port.key}` is not served; did you mean `{near[0]}`?", tuple(near), providers)


def _known_bases(service: ContractQueries, path: str) -> set[str | None]:
    """The hosts of a file's calls whose base is not known, and that code serves nevertheless; None for no host."""
    calls = (port for port in service.ports(path) if port.role == "consumes" and port.open_prefix)
    return {
        port.host
        for port in calls
        if any(not match.port.contract and match.how == "exact" for match in service.providers(port))
    }
