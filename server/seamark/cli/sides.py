"""The sides of contracts: which of them are missing, and who may be meant there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from seamark.index.matching.alternatives import CallPlace, call_place
from seamark.index.matching.compatible import PREFIX, Reach, Way, compatible, confidence
from seamark.resolve.port_model import Boundary, Match, Port

from .workspaces import ContractSource

PROVIDER = "provider"
CONSUMER = "consumer"
EXACT = "exact"
POSSIBLE = Way("possible", PREFIX.factor)
"""The way of a call that may be of a route, though nothing leads to that."""

Guesses = dict[tuple[str, str, str], list[Match]]
"""By mechanism, key and the name of the side that is missing."""


class Sides:
    """All contracts of a workspace, with those of tests or without, and which of their sides are missing."""

    def __init__(self, workspace: ContractSource, *, tests: bool = True) -> None:
        found = workspace.service.boundaries()
        self.contracts: Sequence[Boundary] = found if tests else [*filter(_has_ports, map(_without_tests, found))]
        self._workspace = workspace
        self._tests = tests

    @cached_property
    def _guesses(self) -> Guesses:
        return guesses(self._workspace, tests=self._tests)

    def guesses(self, boundary: Boundary, name: str) -> Sequence[Match]:
        """Who may be meant where a side of this name is missing."""
        return self._guesses.get((boundary.mechanism, boundary.key, name), ())

    def below(self, boundary: Boundary) -> int:
        """How many calls there are below a path of which documents say only that it is served."""
        return below(boundary, self.contracts)

    def lacks(self, boundary: Boundary, name: str) -> bool:
        """Whether a side has no ports, and nobody who may be meant."""
        if side_of(boundary, name) or self.guesses(boundary, name):
            return False
        return name == PROVIDER or not self.below(boundary)

    def is_unmatched(self, boundary: Boundary) -> bool:
        """Whether nobody serves it, or nobody calls it."""
        if self.lacks(boundary, PROVIDER):
            return not _calls(boundary) <= self._served_calls
        return self.lacks(boundary, CONSUMER)

    def count_unserved(self, found: Iterable[Boundary]) -> int:
        """How many of these contracts nobody serves.

        Those that are alternatives of one call count once, and not at all if another one of them is served.
        """
        calls = (_calls(one) for one in found if self.lacks(one, PROVIDER))
        return len({one for one in calls if not one <= self._served_calls})

    @cached_property
    def _served_calls(self) -> set[CallPlace]:
        """The calls of which a key, or an alternative of it, is served."""
        return {one for boundary in self.contracts if not self.lacks(boundary, PROVIDER) for one in _calls(boundary)}


def guesses(workspace: ContractSource, *, tests: bool = True) -> Guesses:
    """Who may be meant where a contract's side is missing: ports of other keys that fit nevertheless."""
    found: Guesses = {}
    for link in workspace.service.links(compatible=True):
        if link.how != EXACT and (tests or not (link.consumer.test or link.provider.test)):
            provider = Match(link.provider, link.how, link.confidence)
            consumer = Match(link.consumer, link.how, link.confidence)
            found.setdefault((*link.consumer.boundary, PROVIDER), []).append(provider)
            found.setdefault((*link.provider.boundary, CONSUMER), []).append(consumer)
    for boundary in workspace.service.boundaries():
        missing = (boundary.mechanism, boundary.key, CONSUMER)
        if missing not in found and not any(tests or not port.test for port in boundary.consumers):
            found[missing] = [
                Match(port, POSSIBLE.how, confidence(port.confidence, provider.confidence, POSSIBLE))
                for provider in boundary.providers
                for port in workspace.service.maybe_consumers(provider)
                if tests or not (port.test or provider.test)
            ]
    return {missing: list({match.port: match for match in matches}.values()) for missing, matches in found.items()}


def below(boundary: Boundary, all_found: Sequence[Boundary]) -> int:
    """How many calls there are below a path of which documents say only that it is served, as gateways' do."""
    if not boundary.key.endswith("/*") or not all(port.contract for port in boundary.providers):
        return 0
    served = ((boundary.key, Reach()),)
    called = (other for other in all_found if other.consumers and other.mechanism == boundary.mechanism)
    return sum(len(one.consumers) for one in called if compatible(one.key, consumer_open=False, providers=served))


def side_of(boundary: Boundary, name: str) -> tuple[Port, ...]:
    """The ports of one side of a contract."""
    return boundary.providers if name == PROVIDER else boundary.consumers


def _calls(boundary: Boundary) -> frozenset[CallPlace]:
    return frozenset(map(call_place, boundary.consumers))


def _without_tests(boundary: Boundary) -> Boundary:
    providers, consumers = (
        tuple(port for port in ports if not port.test) for ports in (boundary.providers, boundary.consumers)
    )
    return Boundary(boundary.mechanism, boundary.key, providers, consumers)


def _has_ports(boundary: Boundary) -> bool:
    return bool(boundary.providers or boundary.consumers)
