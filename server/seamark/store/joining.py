"""The join of a whole store: every call with everyone who serves it, as the index would say it of one workspace.

DuckDB joins what is equal. Which keys are compatible the index's own functions say, once for each key of a call that no
code serves under that key. Calls that gateways may hand on are answered by the index's answers (`selection`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from seamark.index.matching.compatible import EXACT, RANKED, WILDCARD, Reach, Way, compatible, confidence
from seamark.index.matching.topics import takes
from seamark.resolve.port_model import Link, Port, PortSymbol

from .candidates import Contract, below_mounts, join_pairs
from .replica import put
from .selection import COLUMNS, PLACE, Selection

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_AT_ONCE = 20
"""The links of the calls of so many repositories are put together at a time."""
_BATCH = 20_000

_LINKED = """
CREATE OR REPLACE TEMP TABLE linked (consumer INTEGER, provider INTEGER, how VARCHAR, confidence DOUBLE);
CREATE OR REPLACE TEMP TABLE ways
    (call INTEGER, open BOOLEAN, document BOOLEAN, contract INTEGER, framework VARCHAR, how VARCHAR);
CREATE OR REPLACE TEMP TABLE served AS
    SELECT contract, document, bool_or(open_prefix) AS open, bool_or(below) AS below, bool_or(registered) AS registered
    FROM ports WHERE role = 'exposes' GROUP BY contract, document;
CREATE OR REPLACE TEMP TABLE calls AS
    SELECT ports.id, ports.contract, open_prefix, confidence, min_confidence
    FROM ports JOIN repositories USING (repository) WHERE role = 'consumes';
CREATE OR REPLACE TEMP TABLE lost AS
    SELECT DISTINCT contract FROM calls ANTI JOIN (FROM served WHERE NOT document) USING (contract);
"""

_EXACT = """
INSERT INTO linked SELECT calls.id, ports.id, how, products.confidence
FROM calls JOIN ports USING (contract) JOIN products ON ours = calls.confidence AND theirs = ports.confidence
WHERE role = 'exposes' AND serves AND how = 'exact' AND products.confidence >= min_confidence
    AND calls.contract NOT IN (SELECT contract FROM particular)
"""

_BY_WAYS = """
INSERT INTO linked SELECT calls.id, ports.id, products.how, products.confidence
FROM ways JOIN calls ON calls.contract = call AND (open IS NULL OR open = calls.open_prefix)
JOIN ports ON ports.contract = ways.contract
JOIN products ON ours = calls.confidence AND theirs = ports.confidence AND products.how = ways.how
WHERE role = 'exposes' AND (ways.document IS NULL OR ways.document = ports.document)
    AND (ways.framework IS NULL OR ways.framework = ports.framework) AND products.confidence >= min_confidence
"""


def join(connection: DuckDBPyConnection) -> None:
    """Make the table `linked`: the numbers of a consumer and of a provider, how they match, and how surely."""
    connection.execute(_LINKED)
    _products(connection)
    rows = connection.execute("SELECT contract, mechanism, key FROM lost JOIN contracts USING (contract)").fetchall()
    lost: dict[int, Contract] = {number: (mechanism, key) for number, mechanism, key in rows}
    join_pairs(connection)
    particular = _particular(connection)
    connection.execute(
        "CREATE OR REPLACE TEMP TABLE particular AS SELECT unnest(?::INTEGER[]) AS contract", [particular]
    )
    connection.execute("DELETE FROM candidates WHERE call IN (SELECT contract FROM particular)")
    connection.execute(_EXACT)
    _put_ways(connection, _paths(connection, lost), _topics(connection, lost))
    connection.execute(_BY_WAYS)
    _put_particular(connection, [lost[number] for number in particular])


def links(connection: DuckDBPyConnection, selection: Selection, *, compatible: bool) -> Iterator[Link]:
    """Every link, by the call's repository, file and place; `join` has been done. `selection` reads the ports."""
    names = connection.execute("SELECT repository FROM repositories WHERE problem = '' ORDER BY repository").fetchall()
    for start in range(0, len(names), _AT_ONCE):
        part = [name for (name,) in names[start : start + _AT_ONCE]]
        yield from _links(connection, selection, part, compatible=compatible)


def _links(
    connection: DuckDBPyConnection, selection: Selection, repositories: Sequence[str], *, compatible: bool
) -> Iterator[Link]:
    rows = connection.execute(
        f"""SELECT linked.how, linked.confidence, {_of("ours")}, {_of("theirs")}
        FROM linked JOIN ports AS ours ON ours.id = consumer JOIN ports AS theirs ON theirs.id = provider
        WHERE ours.repository IN (SELECT unnest(?)) AND (? OR how = 'exact')
        ORDER BY ours.repository, {", ".join(f"ours.{column.strip()}" for column in PLACE.split(","))}""",
        [list(repositories), compatible],
    )
    width = len(COLUMNS)
    found = (
        Link(selection.read(row[2 : 2 + width]), selection.read(row[2 + width :]), row[0], row[1])
        for row in _streamed(rows)
    )
    for consumer, of_call in groupby(found, key=lambda link: link.consumer):
        yield from _ranked(selection, consumer, list(of_call))


def _ranked(selection: Selection, consumer: Port, found: Sequence[Link]) -> Iterator[Link]:
    """A call's links as the index orders them: code with other keys before documents with the same one."""
    for is_exact in (False, True):
        by_provider = {link.provider: link for link in found if (link.how == EXACT.how) is is_exact}
        for provider in selection.ranked(consumer, list(by_provider)):
            yield by_provider[provider]


def _of(table: str) -> str:
    return ", ".join(f'{table}."{name}"' for name in COLUMNS)


def _streamed(rows: DuckDBPyConnection) -> Iterator[tuple[Any, ...]]:
    """Rows bit by bit. Until all are read, nothing else is to be asked by this connection."""
    while batch := rows.fetchmany(_BATCH):
        yield from batch


def _products(connection: DuckDBPyConnection) -> None:
    """Make the table `products`: how sure each way of matching is for each two confidences that there are."""
    found = [one for (one,) in connection.execute("SELECT DISTINCT confidence FROM ports").fetchall()]
    rows = [(a, b, way.how, confidence(a, b, way)) for a in found for b in found for way in RANKED]
    connection.execute(
        "CREATE OR REPLACE TEMP TABLE products (ours DOUBLE, theirs DOUBLE, how VARCHAR, confidence DOUBLE)"
    )
    put(connection, "products", ["DOUBLE", "DOUBLE", "VARCHAR", "DOUBLE"], rows)


def _particular(connection: DuckDBPyConnection) -> list[int]:
    """Those calls about which more must be known than keys: who hands them on, and who is registered."""
    has_mounts = connection.execute("SELECT 1 FROM mounts LIMIT 1").fetchall()
    moved = below_mounts(connection, "lost") if has_mounts else []
    rows = connection.execute("SELECT DISTINCT call FROM candidates JOIN served USING (contract) WHERE registered")
    return [*{*(number for number, _ in moved), *(number for (number,) in rows.fetchall())}]


_Way = tuple[int, bool | None, bool | None, int, str | None, str]
"""A row of the table `ways`."""


def _paths(connection: DuckDBPyConnection, lost: dict[int, Contract]) -> Iterator[_Way]:
    """The ways in which requests find a provider of another key."""
    opens: dict[int, list[bool]] = {}
    for number, is_open in connection.execute(
        "SELECT DISTINCT contract, open_prefix FROM calls SEMI JOIN lost USING (contract)"
    ).fetchall():
        opens.setdefault(number, []).append(is_open)
    described = {number for (number,) in connection.execute("SELECT contract FROM served WHERE document").fetchall()}
    rows = connection.execute(
        """SELECT call, document, contract, key, open, below
        FROM candidates JOIN served USING (contract) JOIN contracts USING (contract)
        WHERE mechanism = 'http' ORDER BY call, document"""
    )
    for call, of_call in groupby(_streamed(rows), key=lambda row: row[0]):
        served: dict[bool, dict[str, tuple[int, Reach]]] = {False: {}, True: {}}
        for _, document, contract, key, is_open, below in of_call:
            served[document][key] = (contract, Reach(is_open, below))
        for is_open in opens[call]:
            for document in (False,) if call in described else (False, True):
                way = _way(lost[call][1], is_open, served[document])
                if way is not None:
                    how, keys = way
                    yield from ((call, is_open, document, served[document][key][0], None, how.how) for key in keys)
                    break


def _way(key: str, is_open: bool, served: dict[str, tuple[int, Reach]]) -> tuple[Way, list[str]] | None:
    return compatible(key, is_open, [(other, reach) for other, (_, reach) in served.items()])


def _topics(connection: DuckDBPyConnection, lost: dict[int, Contract]) -> Iterator[_Way]:
    """The names of subscribers that stand for a topic, too."""
    rows = connection.execute(
        """SELECT call, contract, key, framework FROM candidates
        JOIN (SELECT DISTINCT contract, framework FROM ports WHERE mechanism = 'queue' AND role = 'exposes')
        USING (contract) JOIN contracts USING (contract)"""
    )
    nowhere = PortSymbol("", "file", "")
    for call, contract, key, framework in _streamed(rows):
        subscriber = Port("queue", key, "exposes", 1.0, "", framework, "", 0, 0, nowhere)
        if takes(subscriber, lost[call][1]):
            yield call, None, None, contract, framework, WILDCARD.how


def _put_ways(connection: DuckDBPyConnection, *found: Iterable[_Way]) -> None:
    kinds = ["INTEGER", "BOOLEAN", "BOOLEAN", "INTEGER", "VARCHAR", "VARCHAR"]
    put(connection, "ways", kinds, [way for some in found for way in some])


def _put_particular(connection: DuckDBPyConnection, contracts: Collection[Contract]) -> None:
    selection = Selection(connection)
    answers = selection.answers(contracts)
    rows = [
        (selection.numbers[consumer], selection.numbers[match.port], match.how, match.confidence)
        for contract in contracts
        for consumer in answers.table.side(*contract, "consumes")
        for match in answers.providers(consumer)
    ]
    put(connection, "linked", ["INTEGER", "INTEGER", "VARCHAR", "DOUBLE"], rows)
