"""What a store has on the other side of ports that are not in it: those of repositories that are open in an editor."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import islice
from typing import TYPE_CHECKING

from msgspec.structs import replace

from seamark.resolve.port_model import Match, Port, PortSymbol
from seamark.store.origins import about as repository_of
from seamark.store.origins import same
from seamark.store.selection import RepositoryElsewhere, Selection
from seamark.store.shard import About, RepositoryStatement, decode_statement, within

from .messages import Ask, OtherSide, OtherSideQuestion, Own

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_MOST = 1000
"""So many other sides are told of one port."""


def find_other_sides(connection: DuckDBPyConnection, ask: Ask) -> list[tuple[OtherSide, ...]]:
    """The other sides of each port that is asked about, best first. `connection` is that of a replica."""
    answers: dict[OtherSideQuestion, tuple[OtherSide, ...]] = {}
    for (number, _, _), questions in _apart(ask.questions).items():
        answers.update(_of_repository(connection, ask.own[number], questions))
    return [answers[question] for question in ask.questions]


def _apart(questions: Iterable[OtherSideQuestion]) -> dict[tuple[int, str, str], list[OtherSideQuestion]]:
    """Questions that can be asked together: what one port serves is no answer to another's call."""
    found: dict[tuple[int, str, str], list[OtherSideQuestion]] = {}
    for question in questions:
        found.setdefault((question.own, question.side, question.port.role), []).append(question)
    return found


def _of_repository(
    connection: DuckDBPyConnection, own: Own, questions: Sequence[OtherSideQuestion]
) -> Iterator[tuple[OtherSideQuestion, tuple[OtherSide, ...]]]:
    names = same(connection, own.name, own.url) or {own.name}
    name = min(names)
    ports = {question: _port_in_store(question.port, name) for question in questions}
    stated = decode_statement(own.stated) if own.stated else RepositoryStatement()
    selection = Selection(connection, RepositoryElsewhere(name, tuple(ports.values()), stated))
    asked = {question.port.boundary for question in questions}
    answers = selection.answers(asked, also=asked)
    about = lru_cache(None)(partial(repository_of, connection))
    for question, port in ports.items():
        matches = answers.providers(port) if question.side == "exposes" else answers.consumers(port)
        theirs = ((match, selection.repository(match.port.path)) for match in matches)
        others = ((match, repository) for match, repository in theirs if repository not in names)
        yield question, tuple(_describe_match(match, about(repository)) for match, repository in islice(others, _MOST))


def _port_in_store(port: Port, repository: str) -> Port:
    """A port as one of a repository of the store."""
    return replace(port, path=within(repository, port.path), service=within(repository, port.service))


def _describe_match(match: Match, about: About) -> OtherSide:
    port, prefix = match.port, f"{about.repository}/"
    taken = replace(
        port,
        path=port.path.removeprefix(prefix),
        service=port.service.removeprefix(about.repository).removeprefix("/"),
        symbol=_strip_prefix(port.symbol, prefix),
        handler=None if port.handler is None else _strip_prefix(port.handler, prefix),
        reasons=(),
    )
    return OtherSide(about, taken, match.how, match.confidence)


def _strip_prefix(symbol: PortSymbol, prefix: str) -> PortSymbol:
    return replace(symbol, path=symbol.path.removeprefix(prefix))
