"""What was served before: at a revision, or since an editor's workspace was read.

A call that was served, and is not any more, breaks; so does the route that served it, at the place of what it became,
or where it was. Nothing else has to speak for that.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from msgspec.structs import replace

from seamark import keys
from seamark.index.matching.alternatives import count_calls
from seamark.patterns import regex
from seamark.resolve.port_model import Port, Reason

from .comparison import pair_contracts
from .contracts import (
    Boundary,
    Contracts,
    Prefix,
    providers_without_new_prefixes,
    shown_prefixes,
    side_of,
    strength,
)

if TYPE_CHECKING:
    from seamark.index.service import ContractQueries

_STATED = regex(rb"(?<=[\"'`])[^\r\n\"'`]+|[^\r\n]*[^\s]")
"""What is marked where a prefix is stated of which the end is not known: a text in quotes, or the rest of the line."""
_SHOWN = 2
"""So many contracts are named that one change breaks."""
_Identity: TypeAlias = tuple[Boundary, str, str]
"""What a call is the same by, whatever its line: its contract, its file, and the function around it."""


class Before:
    """The routes that a workspace had, and the calls that they served. Tests have no part in either."""

    def __init__(self) -> None:
        self._served: dict[Boundary, tuple[Port, ...]] = {}
        self._calls: dict[_Identity, frozenset[Boundary]] = {}
        self._callers: dict[Boundary, set[str]] = {}
        self._files: dict[str, set[Boundary]] = defaultdict(set)
        self._missed: set[Boundary] = set()
        self._came: set[Boundary] = set()
        self.prefixes: frozenset[Prefix] = frozenset()
        """The prefixes that only calls showed."""

    def keep(self, service: ContractQueries) -> None:
        """Take all routes of a workspace for what there was."""
        self._served |= _served_contracts(service)
        self.prefixes = shown_prefixes(service)
        self._arrange()

    def note(self, service: ContractQueries, path: str) -> None:
        """Take the calls of a file that are served now for what was served."""
        for port in service.ports(path):
            if port.role != "consumes" or port.test:
                continue
            found = providers_without_new_prefixes(service, port, self.prefixes)
            providers = [one for one in found if not one.test]
            if not providers:
                continue
            served = frozenset(one.boundary for one in providers)
            self._calls[_identity(port)] = served
            for one in providers:
                if one.boundary not in self._served:
                    self._served[one.boundary] = (one,)
                    self._arrange_files(one)
                    self._came |= {one.boundary} if self._missed else set()
                self._callers.setdefault(one.boundary, set()).add(path)

    def forget(self, service: ContractQueries, broken: Collection[Boundary]) -> None:
        """Forget what is not served any more, but for what is `broken` or was called: who called it may do so again."""
        now = _served_contracts(service).keys()
        kept = now | set(broken) | self._callers.keys()
        self._served = {one: ports for one, ports in self._served.items() if one in kept}
        came = self._came | (self._missed & now)
        self._missed = self._served.keys() - now
        self._came = came & now if self._missed else set()
        self._calls = {call: by for call, by in self._calls.items() if not by.isdisjoint(self._served)}
        self._callers = {one: files for one, files in self._callers.items() if one in self._served}
        self._arrange()

    def _arrange(self) -> None:
        self._files.clear()
        for ports in self._served.values():
            for port in ports:
                self._arrange_files(port)

    def _arrange_files(self, port: Port) -> None:
        """Note the files that a contract is served by: the route's own, and those that state its prefixes."""
        stated = (reason.path for reason in port.reasons if reason.path is not None)
        for path in {port.path, *stated}:
            self._files[path].add(port.boundary)

    def by(self, call: Port) -> tuple[Boundary, ...]:
        """The contracts that served a call."""
        exact = {call.boundary} & self._served.keys()
        return tuple(sorted((self._calls.get(_identity(call), frozenset()) & self._served.keys()) | exact))

    def is_missed(self, contract: Boundary) -> bool:
        """Whether a contract was served, and for some time was not."""
        return contract in self._missed

    def is_new(self, contract: Boundary) -> bool:
        """Whether a contract that is served may be what another one became: it was not served before that went."""
        return contract not in self._served or contract in self._missed or contract in self._came

    def providers(self, contract: Boundary) -> tuple[Port, ...]:
        """Who served a contract."""
        return self._served[contract]

    def served_in(self, path: str) -> Collection[Boundary]:
        """The contracts that a file served, or stated a prefix of."""
        return self._files.get(path, ())

    def callers(self, contract: Boundary) -> set[str]:
        """The files with calls that a contract served, whatever they call now."""
        return self._callers.get(contract, set())

    @property
    def contracts(self) -> Mapping[Boundary, tuple[Port, ...]]:
        """The contracts that were served, each with its providers."""
        return self._served


class BrokenContract(NamedTuple):
    """A contract that was served: who did, what it became, if anything, and the calls that break by it."""

    contract: Boundary
    providers: tuple[Port, ...]
    now: tuple[Port, ...]
    calls: tuple[Port, ...]

    def breaks(self, call: Port) -> str:
        """What is wrong with a call that breaks, in words."""
        shown, key = keys.format_key(*call.boundary), keys.format_key(*self.contract)
        if self.new_keys:
            became = keys.format_key(self.contract[0], self.new_keys[0])
            return f"`{shown}` is no longer served: {_quote_key(key, shown)} is now `{became}`"
        return f"`{shown}` is no longer served: {_quote_key(key, shown)} was served in {self.providers[0].path}"

    @property
    def new_keys(self) -> tuple[str, ...]:
        """The key of what it became, if it became anything."""
        return tuple(port.key for port in self.now[:1])

    @property
    def new_prefix(self) -> Reason | None:
        """The prefix of what it became that it did not have, if one is stated."""
        before = {reason.text for port in self.providers for reason in port.reasons}
        stated = (reason for port in self.now[:1] for reason in port.reasons if reason.path is not None)
        return next((reason for reason in stated if reason.text not in before), None)


class Changes:
    """What became of what was served before, in a workspace as it is now."""

    def __init__(self, service: ContractQueries, before: Before) -> None:
        self._service = service
        self._before = before

    def of_call(self, call: Port) -> BrokenContract | None:
        """The contract that served a call which nobody serves now; None if there was none."""
        weaker = [one for one in self._before.by(call) if self._is_weaker(one)]
        known = (self.broken_contracts.get(one) for one in weaker)
        found = [one for one in known if one is not None and call in one.calls]
        return next((one for one in found if one.now), found[0] if found else None)

    def at(self, path: str) -> Iterator[tuple[Port, tuple[BrokenContract, ...]]]:
        """What changed in a file so that calls break: each with the route that it became, or with where it was.

        If routes have another prefix, that is what changed, for all of them.
        """
        prefixed: dict[tuple[int, int], list[tuple[Port, BrokenContract]]] = defaultdict(list)
        for broken in self._by_path.get(path, ()) if self._is_other(path) else ():
            prefix = self._prefix(broken)
            if prefix is not None:
                prefixed[prefix.start, prefix.end].append((prefix, broken))
                continue
            place = next((one for one in broken.now if one.path == path), None)
            place = place or self._where_it_was(next(one for one in broken.providers if one.path == path))
            if place is not None:
                yield place, (broken,)
        for found in prefixed.values():
            yield found[0][0], tuple(broken for _, broken in found)

    def _prefix(self, broken: BrokenContract) -> Port | None:
        """What a route became, on the rest of the line at which its new prefix is stated."""
        prefix = broken.new_prefix
        text = None if prefix is None or prefix.path is None else self._service.text(prefix.path)
        if prefix is None or prefix.path is None or text is None:
            return None
        stated = None if prefix.end else _STATED.match(text, prefix.start)
        end = stated.end() if stated is not None else max(prefix.start, prefix.end)
        return replace(broken.now[0], path=prefix.path, start=prefix.start, end=end)

    def _is_other(self, path: str) -> bool:
        """Whether a file serves a contract that was not served, or not as well any more what it served."""
        now = {port.boundary for port in self._service.ports(path) if port.role == "exposes" and not port.test}
        return not now <= self._before.contracts.keys() or any(map(self._is_weaker, self._before.served_in(path)))

    def _is_weaker(self, contract: Boundary) -> bool:
        """Whether a contract is not served as well as it was."""
        now = (port for port in self._service.boundary(*contract).providers if not port.test)
        return strength(now) < strength(self._before.providers(contract))

    @property
    def paths(self) -> Iterable[str]:
        """The files in which something changed."""
        return self._by_path.keys()

    @cached_property
    def _by_path(self) -> dict[str, list[BrokenContract]]:
        """By the files in which they are now, or else were."""
        found: dict[str, list[BrokenContract]] = {}
        for broken in self.broken_contracts.values():
            prefix = self._prefix(broken)
            places = [prefix] if prefix is not None else broken.now or broken.providers
            for path in sorted({one.path for one in places}):
                found.setdefault(path, []).append(broken)
        return found

    @cached_property
    def broken_contracts(self) -> Mapping[Boundary, BrokenContract]:
        """The contracts that were served, and whose calls break."""
        calls = {one: lost for one in self._gone if (lost := tuple(self._lost_calls(one)))}
        pairs = self._pairs(calls) if calls else {}
        became = {old: self._now[new] for old, new in pairs.items()}
        return {
            one: BrokenContract(one, _best(self._before.providers(one)), became.get(one, ()), lost)
            for one, lost in calls.items()
        }

    @cached_property
    def former_contracts(self) -> Mapping[Boundary, Boundary]:
        """What the contracts were that something else became, be it called or not."""
        return {new: old for old, new in self._pairs(self._gone).items()}

    @cached_property
    def _now(self) -> Mapping[Boundary, tuple[Port, ...]]:
        return _served_contracts(self._service)

    @cached_property
    def _gone(self) -> Collection[Boundary]:
        """The contracts that are not served as well as they were."""
        served = self._before.contracts.items()
        return sorted(one for one, ports in served if strength(self._now.get(one, ())) < strength(ports))

    def _pairs(self, called: Collection[Boundary]) -> Mapping[Boundary, Boundary]:
        """What became of contracts. Of those that went a while ago only what is `called` counts."""
        gone = [one for one in self._gone if one in called or not self._before.is_missed(one)]
        came = sorted(filter(self._before.is_new, self._now))
        return pair_contracts(_contracts(self._before.contracts, gone), _contracts(self._now, came), gone, came)

    def _lost_calls(self, contract: Boundary) -> Iterator[Port]:
        """The calls that a contract served and that nobody serves as well now, by path and position."""
        before = self._before.providers(contract)
        files = {port.path for port in self._service.boundary(*contract).consumers} | self._before.callers(contract)
        for path in sorted(files):
            for port in self._service.ports(path):
                is_call = port.role == "consumes" and not port.test
                if not is_call or contract not in self._before.by(port):
                    continue
                now = providers_without_new_prefixes(self._service, port, self._before.prefixes)
                if strength(now) < strength(before):
                    yield port

    def _where_it_was(self, port: Port) -> Port | None:
        """A route that is gone, on the line at which it stood; None if its file is gone, too."""
        text = self._service.text(port.path)
        if text is None:
            return None
        start = text.rfind(b"\n", 0, min(port.start, len(text))) + 1
        end = text.find(b"\n", start)
        line = text[start : len(text) if end < 0 else end]
        start += len(line) - len(line.lstrip())
        return replace(port, start=start, end=start + len(line.strip()))


def describe_change(broken: Sequence[BrokenContract]) -> str:
    """What is wrong at a change by which contracts break, in words."""
    shown = [f"`{keys.format_key(*one.contract)}`" for one in broken[:_SHOWN]]
    more = [f"{len(broken) - _SHOWN} more"] if len(broken) > _SHOWN else []
    *before, last = (*shown, *more)
    removed = f"{', '.join(before)} and {last}" if before else last
    count = count_calls(call for one in broken for call in one.calls)
    return f"this change removes {removed}; {'1 call breaks' if count == 1 else f'{count} calls break'}"


def _best(providers: tuple[Port, ...]) -> tuple[Port, ...]:
    """Those that served a contract: documents only describe it, unless there is nothing else."""
    return tuple(one for one in providers if not one.contract) or providers


def _quote_key(key: str, shown: str) -> str:
    return "it" if key == shown else f"`{key}`"


def _served_contracts(service: ContractQueries) -> dict[Boundary, tuple[Port, ...]]:
    found: dict[Boundary, list[Port]] = {}
    for port in service.ports():
        if port.role == "exposes" and not port.test:
            found.setdefault(port.boundary, []).append(port)
    return {key: tuple(ports) for key, ports in found.items()}


def _contracts(served: Mapping[Boundary, tuple[Port, ...]], wanted: Iterable[Boundary]) -> Contracts:
    sides = {key: tuple(side_of(port, lambda _, at: (at, 0)) for port in served[key]) for key in wanted}
    return Contracts(sides, ())


def _identity(call: Port) -> _Identity:
    symbol = call.symbol
    return call.boundary, call.path, "" if symbol.kind == "file" else symbol.qualified_name
