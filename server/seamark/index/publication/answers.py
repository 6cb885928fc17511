"""Answers about both sides of contracts: who serves a call, who calls a handler."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

from seamark.index.matching.alignment import Alignment, UnservedKey, alignments, client
from seamark.index.matching.compatible import (
    EXACT,
    PREFIX,
    WILDCARD,
    Reach,
    Way,
    compatible,
    confidence,
    is_of_the_internet,
    rank_providers,
    through,
)
from seamark.index.matching.gateways import Gateways, Passage, names_of
from seamark.index.matching.route_names import nearest_of_name
from seamark.index.matching.similar_keys import SimilarKeys
from seamark.index.matching.topics import takes
from seamark.keys import ANY_VERB
from seamark.resolve.port_model import CALLS, MAX_RELAYS, USES, Boundary, Link, Match, Port

from .arrangement import Arrangement
from .table import Side, Table


class Answers:
    """Answers from one state of the workspace; see `Service` for what each method takes and gives."""

    def __init__(
        self,
        gateways: Gateways,
        is_sure: Callable[[Match, Port], bool],
        is_whole: Callable[[], bool] = lambda: False,
        may_ask: Callable[[str], Iterable[Port]] = lambda _: (),
    ) -> None:
        """`is_sure` tells whether a match counts, found for a consumer.

        `is_whole` tells whether these are all ports: a part of them says nothing of prefixes that calls lack. `may_ask`
        gives what may ask for a path, of which nothing tells whether it does.
        """
        self.table = Table()
        self.gateways = gateways
        self._is_sure = is_sure
        self._arranged = Arrangement()
        self._moved: set[Side] = set()
        self._leads_anew = False
        self._coded: dict[str, dict[str, list[Port]]] = {}
        self._ways: dict[tuple[str, bool, bool, bool], tuple[Way, list[str]] | None] = {}
        self._is_whole = is_whole
        self._may_ask = may_ask
        self._aligned: list[Alignment] | None = None

    def publish(self, table: Table, gateways: Gateways) -> None:
        """Answer from this state from now on."""
        self._moved |= table.moved
        self._leads_anew |= gateways is not self.gateways
        self.table, self.gateways = table, gateways
        self._coded.clear()
        if table.moved:
            self._ways.clear()
            self._aligned = None
        table.moved.clear()

    def arrange(self) -> Arrangement:
        """The keys of this state, arranged. A list of all ports does without, so that is left until somebody asks."""
        if self._moved or self._leads_anew:
            self._arranged.update(self.table, self._moved, self.gateways, leads_anew=self._leads_anew)
            self._moved.clear()
            self._leads_anew = False
        return self._arranged

    def providers(self, consumer: Port) -> Sequence[Match]:
        if consumer.role == USES:
            return _matches(consumer, self._routes_of_name(consumer), EXACT)
        return [match for match in self._providers(consumer) if self._is_sure(match, consumer)]

    def _providers(self, consumer: Port) -> list[Match]:
        served = self.table.side(consumer.mechanism, consumer.key, "exposes")
        exact = self._order_providers(consumer, [one for one in served if _answers(one, consumer, served)])
        found = _matches(consumer, exact, EXACT)
        if any(not port.contract for port in exact):
            return found
        others = self.behind_gateways(consumer) or self._compatible(consumer, contract=False)
        if all(match.how == PREFIX.how for match in others):
            others = self._behind_prefixes(consumer) or others
        return others + found if others or found else self._compatible(consumer, contract=True)

    def alignments(self) -> Sequence[Alignment]:
        if not self._is_whole():
            return ()
        if self._aligned is None:
            served = {
                key: frozenset(port.service for port in self.table.side("http", key, "exposes") if not port.contract)
                for key in self.table.keys("http", contract=False)
            }
            self._aligned = alignments(self._unserved_keys(), served, self._met_keys(served))
        return self._aligned

    def _met_keys(self, served: Iterable[str]) -> Iterator[UnservedKey]:
        """The keys that clients ask for and code serves as they are."""
        for key in served:
            for port in self.table.side("http", key, "consumes"):
                if not (port.test or port.open_prefix):
                    yield UnservedKey(client(port), port.path, key)

    def _unserved_keys(self) -> Iterator[UnservedKey]:
        """The keys that clients and documents have, and no code serves for which no prefix is needed."""
        served = self.table.keys("http", contract=False)
        for mechanism, key, role in list(self.table.sides()):
            if mechanism != "http" or key in served or "*" in key:
                continue
            for port in self.table.side(mechanism, key, role):
                if (port.role == "consumes" or port.contract) and not is_of_the_internet(port.host):
                    known = self.behind_gateways(port) or self._compatible(port, contract=False)
                    if all(match.how == PREFIX.how for match in known):
                        yield UnservedKey(client(port), port.path, key)

    def _behind_prefixes(self, consumer: Port) -> list[Match]:
        """The providers that a call has if a prefix is as most calls of its client show it to be."""
        if consumer.mechanism != "http" or is_of_the_internet(consumer.host):
            return []
        for one in self.alignments():
            key = one.route_key(consumer.key) if one.is_of(consumer) else None
            if key is not None:
                keys = (key, f"ANY {key.partition(' ')[2]}")
                ports = [port for like in keys for port in self.table.side("http", like, "exposes")]
                found = [port for port in ports if port.service == one.service and not port.contract]
                if found:
                    return one.matches(consumer, self._order_providers(consumer, found))
        return []

    def _compatible(self, consumer: Port, *, contract: bool) -> list[Match]:
        if consumer.mechanism == "queue":
            return [] if contract else self._patterns(consumer)
        way = self._way(consumer, contract)
        if way is None:
            return []
        how, found = way
        ports = [port for key in found for port in self.table.side(consumer.mechanism, key, "exposes")]
        return _matches(
            consumer, self._order_providers(consumer, [port for port in ports if port.contract == contract]), how
        )

    def _patterns(self, consumer: Port) -> list[Match]:
        """The providers whose names stand for several topics, this one among them."""
        keys = self.table.keys("queue", contract=False)
        ports = (port for key in keys for port in self.table.side("queue", key, "exposes"))
        return _matches(
            consumer, self._order_providers(consumer, [port for port in ports if takes(port, consumer.key)]), WILDCARD
        )

    def behind_gateways(self, consumer: Port) -> list[Match]:
        """The providers to which gateways hand a call on, sure or not."""
        is_request = consumer.mechanism == "http"
        return self.behind(consumer, self.gateways.passages(consumer.key, consumer.host) if is_request else ())

    def behind(self, consumer: Port, passages: Iterable[Passage]) -> list[Match]:
        """The providers of what gateways make of a call, sure or not."""
        found: list[Match] = []
        for passage in passages:
            ports = self._providers_behind(passage)
            way = compatible(passage.key, False, [(port.key, Reach(port.open_prefix, port.below)) for port in ports])
            if way is not None:
                behind = [port for port in ports if port.key in way[1]]
                found += _matches(consumer, self._order_providers(consumer, behind), through(passage.place, way[0]))
        return found

    def _order_providers(self, consumer: Port, providers: Sequence[Port]) -> list[Port]:
        return rank_providers(consumer, providers, self.gateways.is_called)

    def _providers_behind(self, passage: Passage) -> list[Port]:
        """What may serve a call behind a gateway: code of the service to which it leads."""
        names = self.gateways.names(passage.host)
        found = (
            port
            for key in sorted(self.arrange().served.providers_of(passage.key))
            for ports in _of_names(self._code(key), names)
            for port in ports
        )
        return [port for port in dict.fromkeys(found) if self.gateways.serves(passage.host, port)]

    def _code(self, key: str) -> Mapping[str, list[Port]]:
        """The code that serves requests of a key, by the names of the folders by which its services are known."""
        if key not in self._coded:
            self._coded[key] = found = dict[str, list[Port]]()
            for port in self.table.side("http", key, "exposes"):
                if not port.contract:
                    for name in names_of(port):
                        found.setdefault(name, []).append(port)
        return self._coded[key]

    def consumers(self, provider: Port) -> Sequence[Match]:
        served = self.table.side(provider.mechanism, provider.key, "exposes")
        asking = self.table.side(provider.mechanism, provider.key, "consumes")
        exact = _matches(provider, [one for one in asking if _answers(provider, one, served)], EXACT)
        found = [match for match in exact if self._is_sure(match, match.port)]
        keys = self.table.keys(provider.mechanism, contract=False)
        for key in self._keys_that_may_ask(provider):
            for port in self.table.side(provider.mechanism, key, "consumes") if key not in keys else ():
                found += [
                    Match(port, match.how, match.confidence) for match in self.providers(port) if match.port == provider
                ]
        return found

    def maybe_consumers(self, provider: Port) -> Sequence[Port]:
        if provider.mechanism != "http":
            return []
        verb, _, path = provider.key.partition(" ")
        found = [
            port
            for port in self._may_ask(path)
            if "ANY" in (verb, port.key.partition(" ")[0]) or port.key == provider.key
        ]
        itself = [(provider.key, Reach(provider.open_prefix, provider.below))]
        for key in sorted(self.arrange().consumed.consumers_of(provider.key, below=provider.below) - {provider.key}):
            for port in self.table.side("http", key, "consumes"):
                way = compatible(key, port.open_prefix, itself, is_far=is_of_the_internet(port.host))
                if way is not None and self._may_be_asked(provider, way[0], self.providers(port)):
                    found.append(port)
        return found

    def _may_be_asked(self, provider: Port, way: Way, served: Sequence[Match]) -> bool:
        """Whether a call that matches a provider in some way may be of it, given by whom it is `served`.

        Where other services serve it more closely, it may go through a route of any verb, which hands it on.
        """
        if way is PREFIX:
            return not served
        is_elsewhere = bool(served) and all(match.port.service != provider.service for match in served)
        return is_elsewhere and provider.key.startswith(f"{ANY_VERB} ")

    def _keys_that_may_ask(self, provider: Port) -> list[str]:
        """Keys for whose calls this provider may be a compatible one, if they have none of their own."""
        arranged = self.arrange()
        if provider.mechanism == "queue":
            return sorted(
                key for key in arranged.alike.get(("queue", "consumes"), SimilarKeys()) if takes(provider, key)
            )
        if provider.mechanism != "http":
            return []
        itself = [(provider.key, Reach(open_prefix=True, below=provider.below))]
        passing = {
            key
            for key, passages in arranged.passages.items()
            if any(compatible(passage, True, itself) is not None for passage in passages)
        }
        prefixed = (one.call_key(provider.key) for one in self.alignments() if one.service == provider.service)
        asking = {key for key in prefixed if key is not None}
        return sorted(
            (passing | asking | arranged.consumed.consumers_of(provider.key, below=provider.below)) - {provider.key}
        )

    def _routes_of_name(self, asking: Port) -> list[Port]:
        """The routes that have the name which something asks for: of several the nearest ones."""
        named = (port for name in asking.names for port in self.table.ports_of_name(name) if port.role == "exposes")
        return nearest_of_name(asking, [*dict.fromkeys(named)])

    def name_references(self, provider: Port) -> Sequence[Port]:
        named = (port for name in provider.names for port in self.table.ports_of_name(name) if port.role != "exposes")
        return [port for port in dict.fromkeys(named) if provider in self._routes_of_name(port)]

    def calls_of(self, consumer: Port) -> Sequence[Port]:
        return list(dict.fromkeys(self._calls_of(consumer.function)))

    def _calls_of(self, function: str, depth: int = 0) -> Iterator[Port]:
        """The calls in other files of a function that asks for one thing, and of those of its file that call it."""
        calls = [one for one in self.table.ports_of_name(function) if one.role == CALLS and one.function == function]
        if not calls or depth > MAX_RELAYS or len(set(map(_subject_of, self._asked_in(function)))) != 1:
            return
        yield from (call for call in calls if not call.names)
        for relay in dict.fromkeys(call.names[0] for call in calls if call.names):
            yield from self._calls_of(relay, depth + 1)

    def requests_of(self, call: Port) -> Sequence[Port]:
        return list(dict.fromkeys(self._requests_of(call.function)))

    def _requests_of(self, function: str, depth: int = 0) -> Iterator[Port]:
        asked = self._asked_in(function) if depth <= MAX_RELAYS else []
        if len(set(map(_subject_of, asked))) == 1:
            yield from (one for one in asked if one.role != CALLS)
            for relay in dict.fromkeys(one.function for one in asked if one.role == CALLS):
                yield from self._requests_of(relay, depth + 1)

    def _asked_in(self, function: str) -> list[Port]:
        """The requests that a function makes, and its calls of functions of its file that make some."""
        found = self.table.ports_of_name(function) if function else []
        return [one for one in found if function in one.names or (one.role == "consumes" and one.function == function)]

    def nearest(self, port: Port, count: int = 3) -> Sequence[str]:
        other = "exposes" if port.role == "consumes" else "consumes"
        alike = self.arrange().alike.get((port.mechanism, other))
        return [] if alike is None else alike.nearest(port.key, count)

    def boundaries(self) -> Sequence[Boundary]:
        return [self.boundary(*one) for one in sorted({(mechanism, key) for mechanism, key, _ in self.table.sides()})]

    def count_contracts(self) -> int:
        """How many contracts there are."""
        return len({(mechanism, key) for mechanism, key, _ in self.table.sides()})

    def boundary(self, mechanism: str, key: str) -> Boundary:
        table = self.table
        providers, consumers = (tuple(table.side(mechanism, key, role)) for role in ("exposes", "consumes"))
        return Boundary(mechanism, key, providers, consumers)

    def links(self, *, compatible: bool = False) -> Iterator[Link]:
        for consumer in self.table.all():
            if consumer.role != "consumes":
                continue
            for match in self.providers(consumer):
                if compatible or match.how != PREFIX.how:
                    yield Link(consumer, match.port, match.how, match.confidence)

    def _way(self, consumer: Port, contract: bool) -> tuple[Way, list[str]] | None:
        if consumer.mechanism != "http":
            return None
        is_far = is_of_the_internet(consumer.host)
        asked = (consumer.key, consumer.open_prefix, is_far, contract)
        if asked not in self._ways:
            keys = self.table.keys("http", contract=contract)
            serving = [(key, keys[key]) for key in self.arrange().served.providers_of(consumer.key) if key in keys]
            self._ways[asked] = compatible(consumer.key, consumer.open_prefix, serving, is_far=is_far)
        return self._ways[asked]


def _of_names(found: Mapping[str, list[Port]], names: Collection[str] | None) -> Iterable[list[Port]]:
    """What is found by these names, or all of it."""
    return found.values() if names is None else [found[name] for name in names if name in found]


def _answers(provider: Port, consumer: Port, providers: Iterable[Port]) -> bool:
    """Whether one of a key's providers answers a call: a WebSocket's handshake where some of them are for those."""
    if provider.contract or provider.socket == consumer.socket:
        return True
    return all(one.contract or one.socket != consumer.socket for one in providers)


def _matches(port: Port, others: Iterable[Port], way: Way) -> list[Match]:
    return [Match(other, way.how, confidence(port.confidence, other.confidence, way)) for other in others]


def _subject_of(one: Port) -> tuple[int, str] | str:
    """What is asked for there: by a request where it stands and its path, be it with several verbs."""
    return one.function if one.role == CALLS else (one.start, one.key.partition(" ")[2])
