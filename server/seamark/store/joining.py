"""The join of a whole store: every call with everyone who serves it, as the index would say it of one workspace.

DuckDB joins what is equal. Which keys are compatible the index's own functions say, once for each key of a call that no
code serves under that key. What gateways hand on is answered by the index's answers (`selection`), once for each
contract and host.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING

from seamark.index.matching.compatible import (
    EXACT,
    PREFIX,
    RANKED,
    WILDCARD,
    Reach,
    compatible,
    confidence,
    is_of_the_internet,
)
from seamark.index.matching.topics import takes
from seamark.resolve.port_model import Link, Match, Port, PortSymbol

from .candidates import Contract, join_pairs, moved_requests
from .parts import group_by_size
from .replica import put_rows
from .selection import PLACE, Selection

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_AT_ONCE = 200_000
"""About so many links are put together at a time."""
_PARTICULAR = 5000
"""So many contracts are looked at together that gateways hand on."""
_BATCH = 50_000
"""About so many candidates are looked at together."""

_GROUPED = """
CREATE OR REPLACE TEMP TABLE answered (consumer INTEGER, provider INTEGER, how VARCHAR, confidence DOUBLE);
CREATE OR REPLACE TEMP TABLE handed
    (contract INTEGER, host VARCHAR, ours DOUBLE, provider INTEGER, how VARCHAR, confidence DOUBLE);
CREATE OR REPLACE TEMP TABLE ways
    (call INTEGER, open BOOLEAN, far BOOLEAN, document BOOLEAN, contract INTEGER, framework VARCHAR, how VARCHAR);
CREATE OR REPLACE TEMP TABLE served AS
    SELECT contract, document, bool_or(open_prefix) AS open, bool_or(below) AS below, bool_or(registered) AS registered
    FROM ports WHERE role = 'exposes' GROUP BY contract, document;
CREATE OR REPLACE TEMP TABLE providing AS
    SELECT contract, document, framework, serves, confidence, list(id) AS providers
    FROM ports WHERE role = 'exposes' GROUP BY ALL;
CREATE OR REPLACE TEMP TABLE calling AS
    SELECT contract, repository, host, coalesce(host IN (FROM far_hosts), false) AS far, open_prefix, confidence,
        min_confidence, list(id) AS consumers
    FROM ports JOIN repositories USING (repository) WHERE role = 'consumes' GROUP BY ALL;
CREATE OR REPLACE TEMP TABLE lost AS
    SELECT contract, list(DISTINCT {'open_prefix': open_prefix, 'far': far}) AS starts,
        contract IN (SELECT contract FROM served) AS described
    FROM calling ANTI JOIN (FROM served WHERE NOT document) USING (contract) GROUP BY contract;
"""
"""Calls of a contract that are alike in all that decides what serves them are one row of `calling`, so providers are.
Links are pairs of the two, of which there are far fewer than links."""

_LINKED = """
CREATE OR REPLACE TEMP VIEW met AS
    SELECT repository, consumers, providers, how, products.confidence
    FROM calling JOIN providing USING (contract)
    JOIN products ON ours = calling.confidence AND theirs = providing.confidence
    WHERE serves AND how = 'exact' AND products.confidence >= min_confidence
        AND calling.contract NOT IN (SELECT contract FROM particular)
UNION ALL
    SELECT repository, consumers, providers, products.how, products.confidence
    FROM ways JOIN calling ON calling.contract = call
        AND (open IS NULL OR (open = open_prefix AND ways.far = calling.far))
    ANTI JOIN handed ON handed.contract = calling.contract AND handed.host IS NOT DISTINCT FROM calling.host
    JOIN providing ON providing.contract = ways.contract
    JOIN products ON ours = calling.confidence AND theirs = providing.confidence AND products.how = ways.how
    WHERE (ways.document IS NULL OR ways.document = providing.document)
        AND (ways.framework IS NULL OR ways.framework = providing.framework) AND products.confidence >= min_confidence
UNION ALL
    SELECT repository, consumers, [provider], how, handed.confidence
    FROM handed JOIN calling ON handed.contract = calling.contract AND handed.host IS NOT DISTINCT FROM calling.host
        AND ours = calling.confidence
    WHERE handed.confidence >= min_confidence
UNION ALL
    SELECT repository, [consumer], [provider], how, answered.confidence
    FROM answered JOIN ports ON id = consumer;
CREATE OR REPLACE TEMP VIEW linked AS
SELECT repository, consumer, unnest(providers) AS provider, how, confidence
FROM (SELECT repository, unnest(consumers) AS consumer, providers, how, confidence FROM met)
"""

_SLICES = """
SELECT min(call), max(call)
FROM (SELECT call, sum(count(*)) OVER (ORDER BY call) // ? AS part FROM candidates GROUP BY call)
GROUP BY part ORDER BY part
"""


def join(connection: DuckDBPyConnection) -> None:
    """Make the view `linked`: a call's repository, the numbers of consumer and provider, how they match, how surely.

    Links are many more than ports, so they are not kept: which contracts belong together is, and a query of the view
    puts calls and providers together that it is about.
    """
    _put_far_hosts(connection)
    connection.execute(_GROUPED)
    _products(connection)
    join_pairs(connection)
    particular = _particular(connection)
    connection.execute(
        "CREATE OR REPLACE TEMP TABLE particular AS SELECT unnest(?::INTEGER[]) AS contract", [list(particular)]
    )
    connection.execute("DELETE FROM candidates WHERE call IN (SELECT contract FROM particular)")
    for first, last in connection.execute(_SLICES, [_BATCH]).fetchall():
        found = [*_paths(connection, first, last), *_topics(connection, first, last)]
        put_rows(
            connection, "ways", ["INTEGER", "BOOLEAN", "BOOLEAN", "BOOLEAN", "INTEGER", "VARCHAR", "VARCHAR"], found
        )
    _put_handed(connection, particular)
    _put_answered(connection, [*particular.values()])
    connection.execute(_LINKED)


def links(connection: DuckDBPyConnection, selection: Selection, *, compatible: bool) -> Iterator[Link]:
    """Every link, by the call's repository, file and place; `join` has been done. `selection` reads the ports."""
    kind = "" if compatible else f"WHERE how <> '{PREFIX.how}'"
    names: list[tuple[str, int]] = connection.execute(
        f"SELECT repository, sum(len(consumers) * len(providers)) FROM met {kind} GROUP BY ALL ORDER BY ALL"
    ).fetchall()
    for part in group_by_size(names, _AT_ONCE):
        yield from _links(connection, selection, part, compatible=compatible)
        selection.forget()


def _links(
    connection: DuckDBPyConnection, selection: Selection, repositories: Sequence[str], *, compatible: bool
) -> Iterator[Link]:
    rows = connection.execute(
        f"""SELECT consumer, provider, how, linked.confidence FROM linked JOIN ports ON id = consumer
        WHERE linked.repository BETWEEN ? AND ? AND (? OR how <> ?) ORDER BY ports.repository, {PLACE}""",
        [repositories[0], repositories[-1], compatible, PREFIX.how],
    ).fetchall()
    ports = selection.by_number({number for row in rows for number in row[:2]})
    for consumer, of_call in groupby(rows, key=itemgetter(0)):
        found = [Link(ports[consumer], ports[provider], how, sure) for _, provider, how, sure in of_call]
        yield from _rank_links(selection, ports[consumer], found)


def _rank_links(selection: Selection, consumer: Port, found: Sequence[Link]) -> Iterator[Link]:
    """A call's links as the index orders them: code with other keys before documents with the same one."""
    for is_exact in (False, True):
        by_provider = {link.provider: link for link in found if (link.how == EXACT.how) is is_exact}
        for provider in selection.rank_providers(consumer, list(by_provider)):
            yield by_provider[provider]


def _put_far_hosts(connection: DuckDBPyConnection) -> None:
    """Make the table `far_hosts`: the hosts of the internet to which calls go."""
    hosts = connection.execute("SELECT DISTINCT host FROM ports WHERE role = 'consumes'").fetchall()
    connection.execute("CREATE OR REPLACE TEMP TABLE far_hosts (host VARCHAR)")
    put_rows(connection, "far_hosts", ["VARCHAR"], [(host,) for (host,) in hosts if is_of_the_internet(host)])


def _products(connection: DuckDBPyConnection) -> None:
    """Make the table `products`: how sure each way of matching is for each two confidences that there are."""
    found = [one for (one,) in connection.execute("SELECT DISTINCT confidence FROM ports").fetchall()]
    rows = [(a, b, way.how, confidence(a, b, way)) for a in found for b in found for way in RANKED]
    connection.execute(
        "CREATE OR REPLACE TEMP TABLE products (ours DOUBLE, theirs DOUBLE, how VARCHAR, confidence DOUBLE)"
    )
    put_rows(connection, "products", ["DOUBLE", "DOUBLE", "VARCHAR", "DOUBLE"], rows)


def _particular(connection: DuckDBPyConnection) -> dict[int, Contract]:
    """Those calls about which more must be known than keys: who is registered."""
    rows = connection.execute(
        """SELECT DISTINCT call, ours.mechanism, ours.key FROM candidates JOIN served USING (contract)
        JOIN contracts AS ours ON ours.contract = call WHERE registered"""
    )
    return {number: (mechanism, key) for number, mechanism, key in rows.fetchall()}


_Way = tuple[int, bool | None, bool | None, bool | None, int, str | None, str]
"""A row of the table `ways`."""


def _paths(connection: DuckDBPyConnection, first: int, last: int) -> Iterator[_Way]:
    """The ways in which requests find a provider of another key, for calls of these numbers."""
    reached: dict[bool, dict[int, tuple[str, Reach]]] = {False: {}, True: {}}
    numbers: dict[str, int] = {}
    providers = connection.execute(
        """SELECT contract, key, document, open, below FROM served JOIN contracts USING (contract)
        WHERE mechanism = 'http' AND contract IN (SELECT contract FROM candidates WHERE call BETWEEN ? AND ?)""",
        [first, last],
    )
    for contract, key, document, is_open, below in providers.fetchall():
        reached[document][contract] = key, Reach(is_open, below)
        numbers[key] = contract
    calls = connection.execute(
        """SELECT call, key, starts, described, found
        FROM (SELECT call, list(contract) AS found FROM candidates WHERE call BETWEEN ? AND ? GROUP BY call)
        JOIN lost ON lost.contract = call JOIN contracts ON contracts.contract = call WHERE mechanism = 'http'""",
        [first, last],
    )
    for call, asked, each, described, found in calls.fetchall():
        starts = [(one["open_prefix"], one["far"]) for one in each]
        for document in (False,) if described else (False, True):
            served = [reached[document][one] for one in found if one in reached[document]]
            found_for = {start: compatible(asked, start[0], served, is_far=start[1]) for start in starts if served}
            for start, way in found_for.items():
                if way is not None:
                    yield from ((call, *start, document, numbers[key], None, way[0].how) for key in way[1])
            starts = [start for start in starts if found_for.get(start) is None]


def _topics(connection: DuckDBPyConnection, first: int, last: int) -> Iterator[_Way]:
    """The names of subscribers that stand for a topic, too, for calls of these numbers."""
    rows = connection.execute(
        """SELECT call, ours.key, candidates.contract, theirs.key, framework FROM candidates
        JOIN (SELECT DISTINCT contract, framework FROM ports WHERE mechanism = 'queue' AND role = 'exposes'
        AND NOT document)
        USING (contract)
        JOIN contracts AS ours ON ours.contract = call JOIN contracts AS theirs ON theirs.contract = candidates.contract
        WHERE call BETWEEN ? AND ?""",
        [first, last],
    )
    nowhere = PortSymbol("", "file", "")
    for call, topic, contract, key, framework in rows.fetchall():
        subscriber = Port("queue", key, "exposes", 1.0, "", framework, "", 0, 0, nowhere)
        if takes(subscriber, topic):
            yield call, None, None, None, contract, framework, WILDCARD.how


def _put_handed(connection: DuckDBPyConnection, particular: Collection[int]) -> None:
    """Put into the table `handed` what serves the requests that gateways hand on: by contract, host and confidence.

    Which providers serve does not depend on the confidence, so most calls are looked at with one of theirs.
    """
    selection = Selection(connection)
    below = moved_requests(connection, "lost", selection.leading_prefixes)
    keys = {number: key for number, key in below if number not in particular}
    numbers = sorted(keys, key=keys.__getitem__)
    nowhere = PortSymbol("", "file", "")

    def handed_matches(asked: Sequence[tuple[int, str | None, float]]) -> Iterator[Sequence[Match]]:
        return selection.gateway_matches(
            [
                Port("http", keys[one], "consumes", sure, "", "", "", 0, 0, nowhere, host=host)
                for one, host, sure in asked
            ]
        )

    for start in range(0, len(numbers), _PARTICULAR):
        alike = connection.execute(
            """SELECT contract, host, list(DISTINCT confidence) FROM calling
            WHERE contract IN (SELECT unnest(?::INTEGER[])) GROUP BY ALL""",
            [numbers[start : start + _PARTICULAR]],
        ).fetchall()
        found = handed_matches([(contract, host, sure[0]) for contract, host, sure in alike])
        served = [
            (contract, host, one)
            for (contract, host, sure), matches in zip(alike, found, strict=True)
            if matches
            for one in sure
        ]
        rows = [
            (*call, selection.numbers[match.port], match.how, match.confidence)
            for call, matches in zip(served, handed_matches(served), strict=True)
            for match in matches
        ]
        put_rows(connection, "handed", ["INTEGER", "VARCHAR", "DOUBLE", "INTEGER", "VARCHAR", "DOUBLE"], rows)
        selection.forget()


def _put_answered(connection: DuckDBPyConnection, contracts: Collection[Contract]) -> None:
    """Put into the table `answered` what the index says of these contracts."""
    selection = Selection(connection)
    answers = selection.answers(contracts)
    rows = [
        (selection.numbers[consumer], selection.numbers[match.port], match.how, match.confidence)
        for contract in contracts
        for consumer in answers.table.side(*contract, "consumes")
        for match in answers.providers(consumer)
    ]
    put_rows(connection, "answered", ["INTEGER", "INTEGER", "VARCHAR", "DOUBLE"], rows)
