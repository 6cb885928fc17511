"""A repository as it is here, against the rest of an organisation: `check --against`, and `seamark store diff`."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from msgspec.structs import replace

from seamark import keys
from seamark.cli import output
from seamark.cli.failure import Failure
from seamark.cli.organisation.opening import open_store
from seamark.cli.organisation.reading import ignored_kinds, positions
from seamark.cli.organisation.repositories import name_and_path, repository
from seamark.cli.reviewing.comparisons.said import place
from seamark.cli.reviewing.reports.reported import ELSEWHERE, ReportedFinding, Where, from_here, report_finding
from seamark.cli.workspaces import ContractSource, Workspace, cache_of, join_root, opened_with
from seamark.index.delegating import Delegating
from seamark.index.matching.compatible import is_of_the_internet
from seamark.index.matching.similar_keys import SimilarKeys
from seamark.index.service import Service
from seamark.resolve.port_model import Match, Port
from seamark.review import Inspection, Kind, Review
from seamark.review.comparison import Comparison, compare
from seamark.review.contracts import Contracts, Side, of_service
from seamark.settings import Severity
from seamark.store import shard
from seamark.store.candidates import Contract
from seamark.store.organisation import Organisation, Part, ReviewedOrganisation
from seamark.store.places import line_and_column
from seamark.store.selection import RepositoryElsewhere, Selection
from seamark.store.shard import About

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


class Against(Delegating):
    """A workspace, whose calls and handlers have other sides in an organisation, too.

    Ports of other repositories have paths that begin with the repository and its commit: `orders@5d91f3c468cb/…`.
    """

    def __init__(self, service: Service, organisation: Organisation, here: RepositoryElsewhere) -> None:
        super().__init__(service)
        self._organisation = organisation
        own = list(zip(service.ports(), here.ports, strict=True))
        self._there = dict(own)
        self._here = {there: ours for ours, there in own}
        self._foreign: dict[str, None] = {}

    def is_foreign(self, path: str) -> bool:
        """Whether a file is one of another repository."""
        return path in self._foreign

    def text(self, path: str) -> bytes | None:
        """See `ContractQueries`."""
        return None if self.is_foreign(path) else self._service.text(path)

    def providers(self, consumer: Port) -> Sequence[Match]:
        """See `ContractQueries`."""
        there = self._there.get(consumer)
        if there is None:  # One that differs from a port in its key: who serves that?
            origin = next((one for one in self._service.ports(consumer.path) if one.start == consumer.start), consumer)
            there = replace(self._there.get(origin, origin), key=consumer.key)
        return [self._match_here(match) for match in self._organisation.providers(there)]

    def consumers(self, provider: Port) -> Sequence[Match]:
        """See `ContractQueries`."""
        return [self._match_here(match) for match in self._organisation.consumers(self._there[provider])]

    def nearest(self, port: Port, count: int = 3) -> Sequence[str]:
        """See `ContractQueries`."""
        found = SimilarKeys()
        for key in (*self._service.nearest(port, count), *self._organisation.nearest(port, count)):
            found.put(key)
        return found.nearest(port.key, count)

    def _match_here(self, match: Match) -> Match:
        ours = self._here.get(match.port)
        if ours is not None:
            return replace(match, port=ours)
        about = self._organisation.about(match.port.path)
        file = match.port.path.removeprefix(f"{about.repository}/")
        path = f"{about.label}/{file}"
        self._foreign[path] = None
        return replace(match, port=replace(match.port, path=path))


class _AnsweredAgainst(ContractSource):
    """A workspace as reports show it, with places in other repositories."""

    def __init__(self, workspace: Workspace, service: Against) -> None:
        super().__init__(workspace.root, service)
        self._workspace = workspace
        self._against = service

    def position(self, path: str, offset: int) -> tuple[int, int]:
        """See `ContractSource`."""
        return line_and_column(offset) if self._against.is_foreign(path) else self._workspace.position(path, offset)

    def line(self, path: str, offset: int) -> str:
        """See `ContractSource`."""
        return "" if self._against.is_foreign(path) else self._workspace.line(path, offset)


_Place: TypeAlias = tuple[str, int, int]
"""A file of the store, a line and a column."""


class Judgement(NamedTuple):
    """What is wrong in a workspace by what a store has of others; what it breaks there; how many calls may go anywhere.

    `ends` are the lines and columns at which ports of the comparison end, `here` those of the workspace.
    """

    found: list[ReportedFinding]
    comparison: Comparison
    unjudged: int
    ends: Mapping[_Place, tuple[int, int]]
    here: Sequence[Port]


def found_in(path: str, address: str, name: str | None, raised: Mapping[Kind, Severity], *, cached: bool) -> Judgement:
    """What is wrong in a workspace, by what a store has of others, and what it breaks there.

    Its place in the store is that of the repository of this `name`, or of its folder's. Raises `Failure`.
    """
    with closing(cache_of(cached=cached)) as cache, open_store(address, cached=cached) as connection:
        workspace = opened_with(path, cache)
        here = _instead(workspace.service, name or name_and_path(path)[0])
        _warn_of_stranger(connection, here.repository)
        service = Against(workspace.service, ReviewedOrganisation(connection, Part(here.repository), here), here)
        answered = _AnsweredAgainst(workspace, service)
        found = [report_finding(answered, told) for told in Review(service, raised).everything()]
        comparison = _compare_contracts(connection, here.repository, None, here)
        inspection = Inspection(service, without_evidence=True)
        left = [one for file in {port.path for port in service.ports()} for one in inspection.unjudged_calls(file)]
        unjudged = sum(not is_of_the_internet(one.host) for one in left)
        return Judgement(found, comparison, unjudged, _ends(connection, comparison), here.ports)


def compare_repository(old: str, new: str, folder: str, address: str, name: str, *, cached: bool) -> Comparison:
    """What becomes of contracts, and of calls anywhere, if a repository that was `old` is `new`.

    Each is a folder, or a revision of the repository around `folder`. Raises `Failure`.
    """
    with open_store(address, cached=cached) as connection:
        _warn_of_stranger(connection, name)
        before, after = (_read_elsewhere(one, folder, name, cached=cached) for one in (old, new))
        return _compare_contracts(connection, name, before, after)


def _warn_of_stranger(connection: DuckDBPyConnection, name: str) -> None:
    """Warn if a store has no repository of this name: then no other repository's call can be seen to break."""
    if not connection.execute("SELECT 1 FROM repositories WHERE repository = ?", [name]).fetchone():
        output.warning(
            f"{name} is not in the store, so nothing can be compared: give its name in the store with --repository"
        )


def _ends(connection: DuckDBPyConnection, comparison: Comparison) -> dict[_Place, tuple[int, int]]:
    """Where the ports end of which a comparison has the beginnings, as the store has them."""
    sides = [side for change in comparison.changes for side in change.providers]
    sides += [call.side for call in comparison.broken_calls]
    rows = connection.execute(
        """SELECT repository || '/' || file, line, "column", end_line, end_column FROM ports
        WHERE repository || '/' || file IN (SELECT unnest(?::VARCHAR[]))""",
        [list({side.file for side in sides})],
    )
    return {(file, *start): (end_line, end) for file, *start, end_line, end in rows.fetchall()}


def broken_elsewhere(judged: Judgement, name: str, root: str) -> Iterator[ReportedFinding]:
    """What breaks in other repositories: a finding for each contract, where the repository `name` has the new one.

    Of a contract that is gone, the place is that of before, as the store knows it. A call that is lost without such a
    change stands for itself.
    """
    comparison = judged.comparison
    at = partial(_at, name=name, root=root, ends=judged.ends)
    for change in comparison.changes:
        calls = [call for call in change.breaks if not _is_in(call.side, name)]
        if calls:
            what = f"`{keys.format_key(change.mechanism, change.key)}` is {change.what}"
            said = f"{what}, and {place(calls[0].side)} calls it"
            more = f"{what}, and {len(calls)} calls in other repositories use it"
            side = next((one for one in change.providers if _is_in(one, name)), calls[0].side)
            contract = (change.mechanism, change.key)
            now = _now(judged.here, side, (change.mechanism, change.now)) if change.now is not None else None
            where = at(side) if now is None else _of(now, name, root)
            related = [at(call.side) for call in calls]
            yield _report_broken(contract, said if len(calls) == 1 else more, side.symbol, where, related, root)
    for call in comparison.lost:
        if not _is_in(call.side, name):
            said = f"nothing serves `{keys.format_key(*call.contract)}` any more, and {place(call.side)} calls it"
            yield _report_broken(call.contract, said, call.side.symbol, at(call.side), [], root)


def _report_broken(
    contract: Contract, said: str, symbol: str, where: Where, calls: Sequence[Where], root: str
) -> ReportedFinding:
    mechanism, key = contract
    related = tuple((call, "it is called here") for call in calls)
    said_key = keys.format_key(mechanism, key)
    return ReportedFinding(
        "warning", ELSEWHERE, said, root, where.shown, said_key, mechanism, symbol, where, "", related
    )


def _now(here: Sequence[Port], side: Side, contract: Contract) -> Port | None:
    """The provider that states here what a contract has become, in the file in which it was, next to where."""
    found = (one for one in here if one.role == "exposes" and one.boundary == contract and one.path == side.file)
    return min(found, key=lambda one: abs(line_and_column(one.start)[0] - side.line), default=None)


def _of(port: Port, name: str, root: str) -> Where:
    ours = port.path.removeprefix(f"{name}/")
    return Where(ours, from_here(join_root(root, ours)), *line_and_column(port.start), *line_and_column(port.end))


def _at(side: Side, name: str, root: str, ends: Mapping[_Place, tuple[int, int]]) -> Where:
    """A place of the store: a file of this repository is where it is here, another one is named after its own."""
    ours = side.file.removeprefix(f"{name}/")
    file = from_here(join_root(root, ours)) if _is_in(side, name) else side.file
    end = ends.get((side.file, side.line, side.column), (side.line, side.column))
    return Where(ours if _is_in(side, name) else side.file, file, side.line, side.column, *end)


def _is_in(side: Side, name: str) -> bool:
    return side.file.startswith(f"{name}/")


def _compare_contracts(
    connection: DuckDBPyConnection, name: str, old: RepositoryElsewhere | None, new: RepositoryElsewhere
) -> Comparison:
    before = Selection(connection, old)
    ports = [*(before.ports_of(name) if old is None else old.ports), *new.ports]
    asked: set[Contract] = {port.boundary for port in ports} | before.asking_contracts(ports)
    return compare(*(_contracts(connection, asked, one) for one in (old, new)))


def _contracts(connection: DuckDBPyConnection, asked: set[Contract], instead: RepositoryElsewhere | None) -> Contracts:
    organisation = Organisation(connection, Part(contracts=asked), instead)
    return of_service(organisation, lambda _, offset: line_and_column(offset))


def _instead(service: Service, name: str) -> RepositoryElsewhere:
    made = shard.of_service(service, About(name), positions(service), partial(ignored_kinds, service))
    return RepositoryElsewhere(name, [shard.port(row) for row in made.rows], made.stated)


def _read_elsewhere(wanted: str, folder: str, name: str, *, cached: bool) -> RepositoryElsewhere:
    with _as_workspace(wanted, folder) as place, closing(cache_of(cached=cached)) as cache:
        workspace = opened_with(str(place), cache)
        for problem in workspace.service.problems():
            output.warning(f"{wanted}:{problem.path}: {problem.reason}")
        return _instead(workspace.service, name)


@contextmanager
def _as_workspace(wanted: str, folder: str) -> Iterator[Path]:
    if os.path.isdir(wanted):
        yield Path(wanted)
        return
    try:
        found = repository("", folder, wanted)
    except Failure as failure:
        raise Failure(f"there is no folder {wanted}, and {failure.message}") from failure
    with found.folder() as place:
        yield place
