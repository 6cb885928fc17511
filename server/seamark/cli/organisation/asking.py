"""What `seamark store map`, `links`, `explain`, `check` and `graph` do: as their namesakes, over a store."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from seamark.cli import explanation, output, rows, tables, writing
from seamark.cli.failure import Failure
from seamark.cli.graphs.forms import FORMS
from seamark.cli.organisation.opening import open_store
from seamark.cli.reviewing.reports.reported import ReportedFinding, report_finding
from seamark.cli.sides import Sides
from seamark.cli.workspaces import ContractSource
from seamark.resolve.port_model import Link, Port
from seamark.review import Kind, Review
from seamark.review.comments import IgnoredKinds
from seamark.settings import Severity
from seamark.store import candidates, joining
from seamark.store.organisation import Organisation, Part, ReviewedOrganisation
from seamark.store.parts import by_contract, by_repository
from seamark.store.places import line_and_column

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


_MOST = 50_000
"""So many ports are held in memory at once, with all that is said of them."""


class AnsweredByStore(ContractSource):
    """A store, or a part of it, that answers questions."""

    service: Organisation

    def __init__(self, root: str, service: Organisation) -> None:
        super().__init__(root, service)
        self._about = lru_cache(1024)(service.about)

    def position(self, path: str, offset: int) -> tuple[int, int]:  # noqa: ARG002 - the place says it
        """The 1-based line and column of a place in a file."""
        return line_and_column(offset)

    def line(self, path: str, offset: int) -> str:  # noqa: ARG002 - a store has no texts
        """See `ContractSource`."""
        return ""

    def asks(self, command: str) -> str:
        """See `ContractSource`."""
        return f"store {command} --store {shlex.quote(self.root)}"

    def about(self, path: str) -> Mapping[str, str]:
        """See `ContractSource`."""
        said = self._about(path)
        return {"repository": said.repository, "commit": said.commit}


def map_(address: str, repository: str | None, form: str, *, cached: bool) -> None:
    """Print every contract with both of its sides. Raises `Failure` if they are too many for a table."""
    with open_store(address, cached=cached) as connection:
        if form == "jsonl":
            parts = _whole(connection, address, repository, by_contract)
            output.lines(rows.boundary(part, boundary) for part in parts for boundary in part.service.boundaries())
        else:
            answered = _at_once(connection, address, repository)
            sides = Sides(answered)
            output.table(tables.boundaries(answered, sides, sides.contracts))


def links(address: str, repository: str | None, form: str, *, compatible: bool, cached: bool) -> None:
    """Print every call together with everyone who serves it."""
    with open_store(address, cached=cached) as connection:
        found: Iterable[Link]
        if repository is None:
            joining.join(connection)
            answered = AnsweredByStore(address, Organisation(connection))
            found = joining.links(connection, answered.service.selection, compatible=compatible)
        else:
            _there(connection, address, repository)
            answered = AnsweredByStore(address, Organisation(connection, Part(repository)))
            found = answered.service.links(compatible=compatible)
        if form == "jsonl":
            output.lines(rows.link(answered, link) for link in found)
        else:
            output.table(tables.links(answered, found))


def explain(address: str, key: str, *, cached: bool) -> bool:
    """Print all about one contract, and say whether there is one."""
    wanted = explanation.wanted_contract(key)
    with open_store(address, cached=cached) as connection:
        meant = candidates.contracts_of_key(connection, wanted.mechanism, wanted.key, any_verb=wanted.any_verb)
        answered = AnsweredByStore(address, Organisation(connection, Part(contracts=meant)))
        found = explanation.contracts_meant(answered, wanted)
        output.text(explanation.explanation(answered, key, wanted, found))
    return bool(found)


def graph(address: str, repository: str | None, form: str, target: Path | None, *, cached: bool) -> None:
    """Write the graph of all contracts and the code on their sides. Raises `Failure` if they are too many for it."""
    with open_store(address, cached=cached) as connection:
        text = FORMS[form](_at_once(connection, address, repository))
    if target is None:
        output.plain(text)
    else:
        writing.text(f"{text}\n", target)


def found_in(
    address: str, repository: str | None, raised: Mapping[Kind, Severity], *, cached: bool
) -> Iterator[ReportedFinding]:
    """What is wrong between consumers and providers, by file and position."""
    with open_store(address, cached=cached) as connection:
        for part in _whole(connection, address, repository, by_repository, ReviewedOrganisation):
            review = Review(part.service, raised, partial(_beside, part.service))
            for told in review.everything():
                yield report_finding(part, told)


def _whole(
    connection: DuckDBPyConnection,
    address: str,
    repository: str | None,
    by: Callable[[DuckDBPyConnection], Iterator[Part]],
    kind: type[Organisation] = Organisation,
) -> Iterator[AnsweredByStore]:
    """A repository, or else the whole store in parts that fit into memory. Raises `Failure` if it is not there."""
    if repository is not None:
        yield _at_once(connection, address, repository, kind)
        return
    for part in by(connection):
        yield AnsweredByStore(address, kind(connection, part))


def _at_once(
    connection: DuckDBPyConnection, address: str, repository: str | None, kind: type[Organisation] = Organisation
) -> AnsweredByStore:
    """A repository, or else the whole store. Raises `Failure` if it is not there, or has too many ports for that."""
    if repository is not None:
        _there(connection, address, repository)
    elif (count := connection.execute("SELECT count(*) FROM ports").fetchall()[0][0]) > _MOST:
        raise Failure(
            f"{address} has {count:,} ports, more than the {_MOST:,} that this format allows: choose one "
            "repository with --repository NAME, or use --format jsonl with `map`, `links` and `check`"
        )
    return AnsweredByStore(address, kind(connection, Part(repository)))


def _beside(service: Organisation, port: Port) -> IgnoredKinds:
    kinds = service.ignored_kinds(port)
    return IgnoredKinds("*" in kinds, frozenset(kinds))


def _there(connection: DuckDBPyConnection, address: str, repository: str) -> None:
    there = "SELECT 1 FROM repositories WHERE problem = '' AND repository = ?"
    if not connection.execute(there, [repository]).fetchall():
        raise Failure(f"{repository} is not in the store {address}: `seamark store list` shows what is")
