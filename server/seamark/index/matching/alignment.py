"""Where many calls of one client miss the routes of one service by the same prefix: that is what nobody could read.

A prefix of calls is put in the place of one of routes; either may be empty. It counts if it explains at least `LEAST`
keys and most of those that are not served, and no other explains as many. What a client states before calls that are
served does not take the place of what it states before others: it knows it, and means something else by those.

Behind a gateway a client asks several services, each below a prefix of its own. Where nothing explains most of all
keys, those that begin with the same segment are looked at by themselves: a prefix that a service does not have counts
if it explains most of these.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple, TypeAlias

from seamark.keys import verbs_fit
from seamark.resolve.port_model import Match, Port

from .compatible import EXACT, confidence, split_key

LEAST = 5
"""So many keys of a client have to fit."""
AT_MOST = 0.6
"""How sure a match is at most that needs a prefix which nothing states."""
LONGEST = 4
"""So many segments a prefix has at most."""
MOST = 64
"""An end that more paths have than these says nothing of what stands before it."""


class UnservedKey(NamedTuple):
    """A key that is asked for: by the client in a `file` of a service, or by a document."""

    caller: str
    file: str
    key: str


class Alignment(NamedTuple):
    """What stands in the place of what: calls of a client `before` their paths, routes of a service `behind` it.

    The client is all of a service, or one `file` of it. Of `asked` keys so many `fit`.
    """

    caller: str
    file: str
    service: str
    before: str
    behind: str
    fit: int
    asked: int

    def route_key(self, key: str) -> str | None:
        """The key by which a route has what is called by this one; None if the prefix is not before that."""
        return _replace_prefix(key, self.before, self.behind)

    def call_key(self, key: str) -> str | None:
        """The key by which a call asks for what a route has under this one."""
        return _replace_prefix(key, self.behind, self.before)

    @property
    def says(self) -> str:
        """What it means for calls, in words."""
        fit = f"{self.fit} of {self.asked} calls fit"
        if not self.before:
            return f"{fit} behind {self.behind}"
        return f"{fit} without {self.before}" if not self.behind else f"{fit} with {self.behind} for {self.before}"

    def matches(self, call: Port, providers: Iterable[Port]) -> list[Match]:
        """What serves a call by this; it is one way among others to read the calls, so never sure."""
        found = ((one, confidence(call.confidence, one.confidence, EXACT)) for one in providers)
        return [Match(one, self.says, min(sure, AT_MOST)) for one, sure in found]

    def is_of(self, port: Port) -> bool:
        """Whether a call, or an operation of a document, is of this client."""
        return (port.role == "consumes" or port.contract) and self.covers(client(port), port.path)

    def covers(self, caller: str, file: str) -> bool:
        """Whether all calls in a file of a service are of this client."""
        return caller == self.caller and self.file in ("", file)


def client(port: Port) -> str:
    """Whose calls have one base: those of a service, or the operations of a document."""
    return port.path if port.contract else port.service


class _Prefix(NamedTuple):
    service: str
    before: tuple[str, ...]
    behind: tuple[str, ...]


_Ends: TypeAlias = Mapping[tuple[str, ...], Collection[tuple[str, tuple[str, ...], str]]]
"""What paths end with: by that, which service has them, behind which prefix, under which verb."""


def alignments(
    asked: Iterable[UnservedKey], served: Mapping[str, frozenset[str]], met: Iterable[UnservedKey] = ()
) -> list[Alignment]:
    """What makes keys that are asked for those that are served, which are given with the services that have them.

    What is `met` is asked for, too, and served as it stands. All files of a service are looked at together; those in
    which that explains nothing one by one, and what is left by what keys begin with.
    """
    ends = _ends(served)
    stated = _prefixes_by_caller(met)
    of_callers: dict[tuple[str, str], set[str]] = defaultdict(set)
    for one in asked:
        of_callers[one.caller, ""].add(one.key)
        of_callers[one.caller, one.file].add(one.key)
    found: list[Alignment] = []
    for (caller, file), keys in sorted(of_callers.items()):
        if len(keys) < LEAST or any(one.covers(caller, file) for one in found):
            continue
        best = _best(keys, ends, stated.get(caller, frozenset()))
        if best is not None:
            (service, before, behind), fit = best
            found.append(Alignment(caller, file, service, _path(before), _path(behind), fit, len(keys)))
    left: dict[str, set[str]] = defaultdict(set)
    for (caller, file), keys in of_callers.items():
        if file and not any(one.covers(caller, file) for one in found):
            left[caller] |= keys
    for caller, keys in sorted(left.items()):
        found += _behind_gateway(caller, keys, ends, stated.get(caller, frozenset()))
    return found


def _behind_gateway(
    caller: str, keys: Iterable[str], ends: _Ends, stated: Collection[tuple[str, ...]]
) -> Iterator[Alignment]:
    """What services lack of the keys of one client that begin with the same segment.

    A segment with which what is served as it stands begins, too, is none that a gateway takes off.
    """
    by_first: dict[str, set[str]] = defaultdict(set)
    for key in keys:
        by_first["".join(split_key(key)[1][:1])].add(key)
    for first, some in sorted(by_first.items()):
        best = _best(some, ends, stated) if len(some) >= LEAST and (first,) not in stated else None
        if best is not None:
            (service, before, behind), fit = best
            if before and not behind:
                yield Alignment(caller, "", service, _path(before), "", fit, len(some))


def _prefixes_by_caller(met: Iterable[UnservedKey]) -> Mapping[str, Collection[tuple[str, ...]]]:
    """The prefixes of what each caller asks for."""
    found: dict[str, set[tuple[str, ...]]] = defaultdict(set)
    for one in met:
        found[one.caller].update(prefix for prefix, _ in _parts(split_key(one.key)[1]) if prefix)
    return found


def _ends(served: Mapping[str, frozenset[str]]) -> _Ends:
    found: dict[tuple[str, ...], set[tuple[str, tuple[str, ...], str]]] = defaultdict(set)
    for key, services in served.items():
        verb, path = split_key(key)
        for prefix, end in _parts(path):
            found[end].update((service, prefix, verb) for service in services)
    return {end: paths for end, paths in found.items() if len(paths) <= MOST}


def _parts(path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """The ways to take a constant prefix off a path, of which something is left that says something."""
    for length in range(min(LONGEST, len(path) - 1) + 1):
        if length and ("{}" in path[length - 1] or not path[length - 1]):
            return
        if any(segment and "{}" not in segment for segment in path[length:]):
            yield path[:length], path[length:]


def _best(keys: Collection[str], ends: _Ends, stated: Collection[tuple[str, ...]]) -> tuple[_Prefix, int] | None:
    """The prefixes that explain most of these keys, and how many; None if none do, or others are as good."""
    fitting = (prefix for key in keys for prefix in _fitting_prefixes(key, ends))
    counts = Counter(one for one in fitting if not one.before or one.behind not in stated)
    ranked = counts.most_common(2)
    if not ranked or ranked[0][1] < LEAST or 2 * ranked[0][1] <= len(keys):
        return None
    return None if len(ranked) > 1 and ranked[1][1] == ranked[0][1] else ranked[0]


def _fitting_prefixes(key: str, ends: _Ends) -> set[_Prefix]:
    """The prefixes by which a key is one that is served: what stands behind them is all that both have in common."""
    verb, path = split_key(key)
    return {
        _Prefix(service, before, behind)
        for before, end in _parts(path)
        for service, behind, served in ends.get(end, ())
        if before[-1:] != behind[-1:] and verbs_fit(verb, served)
    }


def _replace_prefix(key: str, old: str, new: str) -> str | None:
    verb, _, path = key.partition(" ")
    if old and path != old and not path.startswith(f"{old}/"):
        return None
    return f"{verb} {new}{path[len(old) :]}" if new or path != old else None


def _path(segments: tuple[str, ...]) -> str:
    return "".join(f"/{segment}" for segment in segments)
