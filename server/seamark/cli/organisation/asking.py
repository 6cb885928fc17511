"""What `seamark store map`, `links`, `explain`, `check` and `graph` do: as their namesakes, over a store."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from seamark.cli import explanation, output, rows, tables, writing
from seamark.cli.failure import Failure
from seamark.cli.graphs.forms import FORMS
from seamark.cli.organisation.opening import opened
from seamark.cli.reviewing.reports.reported import Reported, reported
from seamark.cli.workspaces import Answered
from seamark.resolve.port_model import Link, Port
from seamark.review import Kind, Review
from seamark.review.comments import Ignored
from seamark.settings import Severity
from seamark.store import candidates, joining
from seamark.store.organisation import Organisation, Part
from seamark.store.places import line_and_column
from seamark.store.selection import Instead

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


class AnsweredByStore(Answered):
    """A store, or a part of it, that answers questions."""

    service: Organisation

    def __init__(self, root: str, service: Organisation) -> None:
        super().__init__(root, service)
        self._about = lru_cache(1024)(service.about)

    def position(self, path: str, offset: int) -> tuple[int, int]:  # noqa: ARG002 - the place says it
        """The 1-based line and column of a place in a file."""
        return line_and_column(offset)

    def line(self, path: str, offset: int) -> str:  # noqa: ARG002 - a store has no texts
        """See `Answered`."""
        return ""

    def about(self, path: str) -> Mapping[str, str]:
        """See `Answered`."""
        said = self._about(path)
        return {"repository": said.repository, "commit": said.commit}


@contextmanager
def asked(
    address: str, repository: str | None, *, cached: bool, instead: Instead | None = None
) -> Iterator[AnsweredByStore]:
    """A store, or one repository of it. Raises `Failure` if it cannot be read, or the repository is not there."""
    with opened(address, cached=cached) as connection:
        if repository is not None and instead is None:
            _there(connection, address, repository)
        yield AnsweredByStore(address, Organisation(connection, Part(repository), instead))


def map_(address: str, repository: str | None, form: str, *, cached: bool) -> None:
    """Print every contract with both of its sides."""
    with asked(address, repository, cached=cached) as answered:
        if form == "jsonl":
            output.lines(rows.boundary(answered, boundary) for boundary in answered.service.boundaries())
        else:
            output.table(tables.boundaries(answered))


def links(address: str, repository: str | None, form: str, *, compatible: bool, cached: bool) -> None:
    """Print every call together with everyone who serves it."""
    with opened(address, cached=cached) as connection:
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


def explain(address: str, key: str, *, cached: bool) -> None:
    """Print all about one contract."""
    wanted = explanation.wanted_contract(key)
    with opened(address, cached=cached) as connection:
        meant = candidates.meant(connection, wanted.mechanism, wanted.key, any_verb=wanted.any_verb)
        answered = AnsweredByStore(address, Organisation(connection, Part(contracts=meant)))
        output.text(explanation.explanation(answered, key))


def graph(address: str, repository: str | None, form: str, target: Path | None, *, cached: bool) -> None:
    """Write the graph of all contracts and the code on their sides."""
    with asked(address, repository, cached=cached) as answered:
        text = FORMS[form](answered)
        if target is None:
            output.plain(text)
        else:
            writing.text(f"{text}\n", target)


def found_in(
    address: str, repository: str | None, raised: Mapping[Kind, Severity], *, cached: bool
) -> Iterator[Reported]:
    """What is wrong between callers and handlers, by file and position."""
    with asked(address, repository, cached=cached) as answered:
        review = Review(answered.service, raised, lambda port: _beside(answered.service, port))
        for told in review.everything():
            yield reported(answered, told)


def _beside(service: Organisation, port: Port) -> Ignored:
    kinds = service.ignored(port)
    return Ignored("*" in kinds, frozenset(kinds))


def _there(connection: DuckDBPyConnection, address: str, repository: str) -> None:
    there = "SELECT 1 FROM repositories WHERE problem = '' AND repository = ?"
    if not connection.execute(there, [repository]).fetchall():
        raise Failure(f"{repository} is not in the store {address}: `seamark store list` shows what is")
