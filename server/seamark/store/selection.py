"""The ports of a store that questions about some contracts depend on, and the index's own answers from them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from msgspec import Struct

from seamark.index.matching.compatible import Reach, compatible, rank_providers
from seamark.index.matching.gateways import Gateways, Passage, beginnings, name_of
from seamark.index.publication.answers import Answers
from seamark.index.publication.table import Table
from seamark.resolve.port_model import Match, Port

from .candidates import Contract, asking_contracts, is_below, moved_to, numbers, pairs, unserved_contracts
from .replica import PORTS, names
from .shard import Cell, RepositoryStatement, decode_statement, facts_within, port

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

COLUMNS = [*PORTS, "id"]
"""What a port is read of."""
_COLUMNS = ", ".join(f'"{name}"' for name in COLUMNS)
_NONE = '"documents":{}}'
"""How what a repository says ends if none of its documents says anything."""
PLACE = 'file, line, "column", end_line, end_column, id'


class RepositoryElsewhere(Struct, frozen=True):
    """A repository as it is somewhere else: what counts of it instead of what the store has."""

    repository: str
    ports: Sequence[Port] = ()
    stated: RepositoryStatement = RepositoryStatement()


class Selection:
    """Reads what answers depend on; `connection` has the tables of a replica."""

    def __init__(self, connection: DuckDBPyConnection, instead: RepositoryElsewhere | None = None) -> None:
        self._connection = connection
        self._instead = instead or RepositoryElsewhere("")
        self._gates: Gateways | None = None
        self._prefixes = {prefix for (prefix,) in connection.execute("SELECT prefix FROM mounts").fetchall()}
        self._known: dict[Contract, int | None] = {}
        self._ports: dict[int, list[Port]] = {}
        self._names = self._folders_by_name()
        rows = connection.execute("SELECT repository, min_confidence FROM repositories WHERE min_confidence > 0")
        self._sure: dict[str, float] = dict(rows.fetchall())
        self.numbers: dict[Port, int] = {}
        """The numbers of the ports that were read, as the table `ports` has them."""
        self.ignored: dict[Port, Sequence[str]] = {}
        """The kinds of findings that comments beside ports silence, of those that were read."""
        self._repositories = {port.path: self._instead.repository for port in self._instead.ports}
        if self._instead.repository:
            self._sure[self._instead.repository] = self._instead.stated.settings.matching.min_confidence

    def answers(
        self, calls: Collection[Contract], provided: Collection[Contract] = (), also: Collection[Contract] = ()
    ) -> Answers:
        """Answers about all calls of these contracts, and about all providers of those.

        Of contracts that are `also` asked about there need not be a call.
        """
        calls = set(calls)
        known = [*self.ports("exposes", provided), *self._instead.ports]
        calls.update(self.asking_contracts(known), provided)
        return self._of_calls(self._consumers(calls), known, also)

    def serving_answers(self, consumers: Sequence[Port], also: Collection[Contract]) -> Answers:
        """Answers about who serves these calls, and others of the contracts that are `also` asked about."""
        return self._of_calls(consumers, self._instead.ports, also)

    def asking_contracts(self, ports: Iterable[Port]) -> set[Contract]:
        """The contracts of calls that providers among these ports may serve by other keys, if no code has theirs."""
        providers = [port for port in ports if port.role == "exposes"]
        found: dict[Contract, int] = {}
        for provider in {(*one.boundary, one.framework, _reach(one)): one for one in providers}.values():
            itself = [(provider.key, Reach(open_prefix=True, below=provider.below))]
            found |= {
                one: number
                for one, number in asking_contracts(self._connection, provider).items()
                if provider.mechanism != "http" or compatible(one[1], True, itself) is not None
            }
        for provider, prefixes in self._led_to(providers):
            moved = moved_to(self._connection, provider, prefixes)
            found |= {one: number for one, number in moved.items() if self._is_handed(one[1], provider)}
        self._known.update(found)
        lost = unserved_contracts(self._connection, found.values(), self._instead.repository)
        return {one for one, number in found.items() if number in lost}

    def _led_to(self, providers: Iterable[Port]) -> Iterator[tuple[Port, Sequence[str]]]:
        """The providers that gateways may lead to, with the prefixes of their mounts: one of those that are alike."""
        found: dict[object, tuple[Port, Sequence[str]]] = {}
        for one in providers if self._prefixes else ():
            if one.mechanism == "http" and not one.contract and (prefixes := self._gateways().leading_to(one)):
                found[one.key, one.below, *prefixes] = one, prefixes
        return iter(found.values())

    def _is_handed(self, key: str, provider: Port) -> bool:
        """Whether a gateway may hand requests of a key on to a provider."""
        itself = [(provider.key, Reach(open_prefix=True, below=provider.below))]
        passages = self._gateways().passages(key, None)
        return any(compatible(one.key, False, itself) is not None for one in passages)

    def ports(self, role: str, contracts: Iterable[Contract]) -> list[Port]:
        """All ports of one side of some contracts."""
        return self._ports_by_number(role, self._numbers_of(contracts))

    def ports_of(self, repository: str) -> list[Port]:
        """All ports of a repository, by path and place."""
        rows = self._connection.execute(
            f"SELECT {_COLUMNS} FROM ports WHERE repository = ? ORDER BY {PLACE}", [repository]
        )
        return self._read_ports(rows.fetchall())

    def all_ports(self) -> list[Port]:
        """Every port, by path and place."""
        rows = self._connection.execute(f"SELECT {_COLUMNS} FROM ports ORDER BY repository, {PLACE}")
        return self._read_ports(rows.fetchall())

    def by_number(self, numbers: Collection[int]) -> dict[int, Port]:
        """The ports of these numbers, by them."""
        rows = self._connection.execute(
            f"SELECT {_COLUMNS} FROM ports WHERE id IN (SELECT unnest(?::INTEGER[]))", [list(numbers)]
        )
        return {row[-1]: self.read_port(row) for row in rows.fetchall()}

    def forget(self) -> None:
        """Forget the ports that were read."""
        self._ports.clear()
        self.numbers.clear()
        self.ignored.clear()
        self._repositories = {port.path: self._instead.repository for port in self._instead.ports}

    def read_port(self, row: Sequence[Cell]) -> Port:
        """The port of a row of `COLUMNS`."""
        one = port(row)
        self._repositories[one.path] = str(row[0])
        if row[-2]:
            self.ignored[one] = row[-2]
        self.numbers[one] = row[-1]
        return one

    def rank_providers(self, consumer: Port, providers: Sequence[Port]) -> list[Port]:
        """Providers of equal keys in the order in which the index gives them."""
        return rank_providers(consumer, providers, Gateways({}, self._names).is_called)

    def is_sure(self, match: Match, consumer: Port) -> bool:
        """Whether a match is as sure as its consumer's repository wants it."""
        return match.confidence >= self._sure.get(self.repository(consumer.path), 0.0)

    def repository(self, path: str) -> str:
        """The repository of a file of which something was read here; empty for another."""
        return self._repositories.get(path, "")

    def gateway_matches(self, consumers: Sequence[Port]) -> Iterator[Sequence[Match]]:
        """The providers in the store to which gateways hand each of these calls on, sure or not, in any order."""
        gateways = self._gateways()
        known = set(self._prefixes_by_host)
        passages = [
            [one for one in gateways.passages(consumer.key, consumer.host) if one.host in known]
            for consumer in consumers
        ]
        answers = self._answers(gateways, self._serving_behind(gateways, {one for found in passages for one in found}))
        told: dict[tuple[object, ...], Sequence[Match]] = {}
        for consumer, found in zip(consumers, passages, strict=True):
            asked = (consumer.key, consumer.confidence, *found)  # A host decides nothing else but which comes first.
            if asked not in told:
                told[asked] = answers.behind(consumer, found)
            yield told[asked]

    @property
    def leading_prefixes(self) -> set[str]:
        """The normalized prefixes of mounts that lead to repositories in the store."""
        return {prefix for prefixes in self._prefixes_by_host.values() for prefix in prefixes}

    @cached_property
    def _prefixes_by_host(self) -> Mapping[str, Sequence[str]]:
        """The hosts that gateways lead to and that are repositories in the store, with the prefixes of the mounts."""
        gateways = self._gateways()
        return {
            host: prefixes
            for host, prefixes in gateways.prefixes_by_host.items()
            if any(self._reached_repositories(gateways, host))
        }

    def _of_calls(self, consumers: Sequence[Port], known: Sequence[Port], also: Collection[Contract]) -> Answers:
        gateways, behind = self._behind(consumers)
        asked = {port.boundary for port in consumers} | set(also)
        wanted = {*pairs(self._connection, asked, is_open=True), *self._numbers_of(asked)}
        providers = [*self._ports_by_number("exposes", sorted(wanted)), *self._serving_behind(gateways, behind)]
        return self._answers(gateways, [*consumers, *providers, *known])

    def _consumers(self, calls: Collection[Contract]) -> list[Port]:
        return [*self.ports("consumes", calls), *(one for one in self._instead.ports if one.role == "consumes")]

    def _behind(self, consumers: Sequence[Port]) -> tuple[Gateways, set[Passage]]:
        """The gateways that matter to these calls, and what they may make of them."""
        hosted = {(port.key, port.host) for port in consumers if port.mechanism == "http"}
        moved = {key for key, _ in hosted if is_below(key, self._prefixes)}
        gateways = self._gateways() if moved or self._instead.stated.documents else Gateways({}, self._names)
        return gateways, {
            passage
            for key, host in hosted
            if key in moved or self._instead.stated.documents
            for asked in {host, None}
            for passage in gateways.passages(key, asked)
        }

    def _serving_behind(self, gateways: Gateways, behind: Collection[Passage]) -> list[Port]:
        """What may serve what gateways have made of calls, in the repositories to which they lead."""
        contracts = {("http", passage.key) for passage in behind}
        repositories = {
            one for host in {passage.host for passage in behind} for one in self._reached_repositories(gateways, host)
        }
        if not repositories:
            return []
        wanted = {*pairs(self._connection, contracts, is_open=False), *self._numbers_of(contracts)}
        rows = self._connection.execute(
            f"""SELECT {_COLUMNS} FROM ports WHERE contract IN (SELECT unnest(?::INTEGER[]))
            AND repository IN (SELECT unnest(?::VARCHAR[])) AND role = 'exposes' AND repository <> ?""",
            [list(wanted), list(repositories), self._instead.repository],
        )
        return self._read_ports(rows.fetchall())

    def _reached_repositories(self, gateways: Gateways, host: str) -> Iterator[str]:
        """The repositories in which a host's service may be."""
        folders, name = gateways.folders(host), name_of(host)
        if folders is None:
            yield from self._services.get(name, ())
            folders = [name, *self._names.get(name, ())]
        for folder in folders:
            yield from _overlapping(self._read_repositories, folder)

    @cached_property
    def _services(self) -> Mapping[str, set[str]]:
        """The repositories that have a service, by its folder's name."""
        found: dict[str, set[str]] = {}
        for repository, folder in self._connection.execute("SELECT repository, folder FROM services").fetchall():
            found.setdefault(name_of((folder or repository).rpartition("/")[2]), set()).add(repository)
        return found

    @cached_property
    def _read_repositories(self) -> Sequence[str]:
        """The repositories that were read, sorted."""
        rows = self._connection.execute("SELECT repository FROM repositories WHERE problem = ''")
        return sorted(repository for (repository,) in rows.fetchall())

    def _answers(self, gateways: Gateways, ports: Sequence[Port]) -> Answers:
        answers = Answers(gateways, self.is_sure)
        answers.publish(_table(ports), gateways)
        return answers

    def _numbers_of(self, contracts: Iterable[Contract]) -> list[int]:
        asked = set(contracts)
        new = [one for one in asked if one not in self._known]
        self._known.update(dict.fromkeys(new))
        self._known.update(numbers(self._connection, new))
        return [number for one in asked if (number := self._known[one]) is not None]

    def _ports_by_number(self, role: str, contracts: Collection[int]) -> list[Port]:
        new = [number for number in contracts if number not in self._ports]
        if new:
            self._ports.update((number, []) for number in new)
            rows = self._connection.execute(
                f"""SELECT {_COLUMNS}, contract FROM ports
                JOIN (SELECT unnest(?::INTEGER[]) AS contract) USING (contract) ORDER BY repository, {PLACE}""",
                [new],
            )
            for row in rows.fetchall():
                if row[0] != self._instead.repository:
                    self._ports[row[-1]].append(self.read_port(row[:-1]))
        return [port for number in sorted(contracts) for port in self._ports[number] if port.role == role]

    def _read_ports(self, rows: Iterable[tuple[Cell, ...]]) -> list[Port]:
        return [self.read_port(row) for row in rows]

    def _gateways(self) -> Gateways:
        if self._gates is None:
            rows = self._connection.execute(
                f"SELECT repository, stated FROM repositories WHERE problem = '' AND NOT ends_with(stated, '{_NONE}')"
            ).fetchall()
            facts = {
                path: facts
                for repository, stated in rows
                if repository != self._instead.repository
                for path, facts in facts_within(repository, decode_statement(stated).documents).items()
            }
            facts |= facts_within(self._instead.repository, self._instead.stated.documents)
            self._gates = Gateways(facts, self._names)
        return self._gates

    def _folders_by_name(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        rows = self._connection.execute(
            "SELECT name, folder FROM names WHERE repository <> ?", [self._instead.repository]
        )
        here = names(self._instead.repository, self._instead.stated.settings.services)
        for name, folder in [*rows.fetchall(), *here]:
            found.setdefault(name_of(name), []).append(folder)
        return found


def _overlapping(sorted_folders: Sequence[str], folder: str) -> Iterator[str]:
    """Those that are in a folder, or are it, or that it is in; all if it is the root."""
    if not folder:
        yield from sorted_folders
        return
    for around in beginnings(folder):
        at = bisect_left(sorted_folders, around)
        if sorted_folders[at : at + 1] == [around]:
            yield around
    first, last = (bisect_left(sorted_folders, f"{folder}{end}") for end in "/0")  # "0" comes after "/".
    yield from sorted_folders[first:last]


def _reach(provider: Port) -> Reach:
    return Reach(provider.open_prefix, provider.below)


def _table(ports: Iterable[Port]) -> Table:
    files: dict[str, dict[Port, None]] = {}
    for one in ports:
        files.setdefault(one.path, {})[one] = None
    table = Table()
    ordered = {path: sorted(found, key=lambda one: (one.start, one.end)) for path, found in files.items()}
    table.put_all({path: [(one, None) for one in found] for path, found in ordered.items()})
    return table
