"""What is asked of an organisation: the questions that an index answers, over the ports of a store."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from seamark.graph import Graph
from seamark.index.matching.alignment import Alignment
from seamark.index.matching.similar_keys import SimilarKeys
from seamark.index.publication.answers import Answers
from seamark.index.publication.service_graph import graph_of
from seamark.index.service import ContractQueries
from seamark.resolve.port_model import Boundary, Link, Match, Port
from seamark.settings import Settings

from .candidates import Contract, alike, near_misses
from .origins import about
from .places import line_and_column
from .selection import RepositoryElsewhere, Selection
from .shard import About, decode_statement

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_VERBS = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS")


class Part(NamedTuple):
    """What questions are about: the ports of one or of some repositories, or of some contracts, or else everything."""

    repository: str | None = None
    contracts: Collection[Contract] | None = None
    repositories: Sequence[str] | None = None


class Organisation(ContractQueries):
    """The ports of a store, or of a part of it, with all that is on the other side of their contracts.

    Paths begin with the repository's name; places are those of `places`. `connection` is that of a replica. See
    `ContractQueries` for what each method takes and gives that has no text here.
    """

    def __init__(
        self, connection: DuckDBPyConnection, part: Part | None = None, instead: RepositoryElsewhere | None = None
    ) -> None:
        self._connection = connection
        self._part = part or Part()
        self.selection = Selection(connection, instead)
        self._instead = instead
        self._settings: dict[str, Settings] = {}
        self._asked: dict[Contract, Answers] = {}

    def about(self, path: str) -> About:
        """The repository of a file that was read, and its commit."""
        return about(self._connection, self.selection.repository(path))

    def ignored_kinds(self, port: Port) -> Sequence[str]:
        """The kinds of findings that comments beside a port silence; `*` stands for all."""
        return self.selection.ignored.get(port, ())

    def settings(self, path: str) -> Settings:
        repository = self.selection.repository(path)
        if self._instead is not None and repository == self._instead.repository:
            return self._instead.stated.settings
        if repository not in self._settings:
            rows = self._connection.execute("SELECT stated FROM repositories WHERE repository = ?", [repository])
            self._settings[repository] = next(
                (decode_statement(one).settings for (one,) in rows.fetchall()), Settings()
            )
        return self._settings[repository]

    def text(self, path: str) -> bytes | None:  # noqa: ARG002 - it has none of any file
        """See `ContractQueries`: a store has no texts."""
        return None

    def ports(self, path: str | None = None) -> Sequence[Port]:
        return self._own if path is None else self._by_path.get(path, ())

    def providers(self, consumer: Port) -> Sequence[Match]:
        return self._about(consumer.boundary).providers(consumer)

    def consumers(self, provider: Port) -> Sequence[Match]:
        return self._answers.consumers(provider)

    def uses(self, path: str | None = None) -> Sequence[Port]:  # noqa: ARG002 - it has none of any file
        """See `ContractQueries`: a store has contracts alone."""
        return ()

    def name_references(self, provider: Port) -> Sequence[Port]:  # noqa: ARG002 - it has none of any route
        """See `ContractQueries`: a store has contracts alone."""
        return ()

    def maybe_consumers(self, provider: Port) -> Sequence[Port]:  # noqa: ARG002 - it has only what is sure
        return ()

    def nearest(self, port: Port, count: int = 3) -> Sequence[str]:
        found = SimilarKeys()
        for key in alike(self._connection, port):
            found.put(key)
        return found.nearest(port.key, count)

    def alignments(self) -> Sequence[Alignment]:
        """See `ContractQueries`. Each repository has its own, and they are none of the store's."""
        return ()

    def boundaries(self) -> Sequence[Boundary]:
        contracts = self._part.contracts
        shown = {port.boundary for port in self._own} if contracts is None else set(contracts)
        return self._boundaries_of(sorted(shown))

    def boundary(self, mechanism: str, key: str) -> Boundary:
        return self._boundaries_of([(mechanism, key)])[0]

    def links(self, *, compatible: bool = False) -> Iterator[Link]:
        own = set(self._own)
        for link in self._answers.links(compatible=compatible):
            if link.consumer in own or link.provider in own:
                yield link

    def graph(self) -> Graph:
        """See `ContractQueries`. Instead of a digest of its text a file has the commit that it is of."""
        return graph_of(self._own, _Files(self), "")

    def _boundaries_of(self, contracts: Sequence[Contract]) -> list[Boundary]:
        sides: dict[tuple[Contract, str], list[Port]] = {}
        here = self._instead.ports if self._instead is not None else ()
        for role in ("exposes", "consumes"):
            for port in (*self.selection.ports(role, contracts), *(one for one in here if one.role == role)):
                sides.setdefault((port.boundary, role), []).append(port)
        found = {
            side: tuple(sorted(ports, key=lambda port: (port.path, port.start, port.end)))
            for side, ports in sides.items()
        }
        return [Boundary(*one, *(found.get((one, role), ()) for role in ("exposes", "consumes"))) for one in contracts]

    @cached_property
    def _own(self) -> list[Port]:
        repository, contracts, repositories = self._part
        if self._instead is not None and repository == self._instead.repository:
            return list(self._instead.ports)
        if repository is not None:
            return self.selection.ports_of(repository)
        if repositories is not None:
            return [port for one in repositories for port in self.selection.ports_of(one)]
        if contracts is not None:
            found = [port for role in ("exposes", "consumes") for port in self.selection.ports(role, contracts)]
            found += self._instead.ports if self._instead is not None else ()
            return sorted(found, key=lambda port: (port.path, port.start, port.end))
        return self.selection.all_ports()

    @cached_property
    def _by_path(self) -> Mapping[str, list[Port]]:
        found: dict[str, list[Port]] = {}
        for port in self._own:
            found.setdefault(port.path, []).append(port)
        return found

    @cached_property
    def _answers(self) -> Answers:
        """Answers about all sides."""
        calls = {port.boundary for port in self._own if port.role == "consumes"}
        provided = {port.boundary for port in self._own if port.role == "exposes"}
        return self.selection.answers(calls, provided)

    @cached_property
    def _serving_answers(self) -> Answers:
        """Answers about who serves these calls, which are much fewer than those about who calls."""
        return self.selection.serving_answers(
            [port for port in self._own if port.role == "consumes"], self._with_other_verbs
        )

    @cached_property
    def _with_other_verbs(self) -> set[Contract]:
        """The requests, with all verbs: where nobody serves one, it is asked whether somebody serves another."""
        paths = {
            port.key.partition(" ")[2] for port in self._own if port.role == "consumes" and port.mechanism == "http"
        }
        return {("http", f"{verb} {path}") for path in paths for verb in _VERBS}

    def _about(self, contract: Contract) -> Answers:
        """Answers about the calls of a contract, whether or not there are any."""
        answers = self._serving_answers
        if contract in self._with_other_verbs or answers.table.has((*contract, "consumes")):
            return answers
        if contract not in self._asked:
            self._asked[contract] = self.selection.answers([contract], also=[contract])
        return self._asked[contract]


class ReviewedOrganisation(Organisation):
    """An organisation for reviews, to which of the nearest keys only those matter of which the call is a near miss."""

    def nearest(self, port: Port, count: int = 3) -> Sequence[str]:
        """See `ContractQueries`. Nothing for calls that are near misses of nothing: one query finds these."""
        return [] if port.boundary in self._no_near_misses else super().nearest(port, count)

    @cached_property
    def _no_near_misses(self) -> set[Contract]:
        asked = {port.boundary for port in self.ports() if port.role == "consumes" and port.mechanism == "http"}
        return asked - near_misses(self._connection, asked)


class _Files:
    """What a graph says of files."""

    def __init__(self, organisation: Organisation) -> None:
        self._organisation = organisation

    def position(self, path: str, offset: int) -> tuple[int, int]:  # noqa: ARG002 - the place says it
        return line_and_column(offset)

    def digest(self, path: str) -> str:
        return self._organisation.about(path).commit
