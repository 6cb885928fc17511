"""Which contracts may be those of a call, and which calls those of a provider, found by joins of equal texts.

They are a few too many (`index/matching/anchors.py`): the index's own rules decide among them. Where one condition is
looked up in an index, there is no other one: with several, DuckDB goes through the whole table.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import takewhile
from typing import TYPE_CHECKING

from seamark.index.matching.anchors import begins_with, probes
from seamark.index.matching.compatible import split_key
from seamark.index.matching.gateways import beginnings
from seamark.index.matching.routes import ends
from seamark.index.matching.similar_keys import MOST_EDITS, WORD
from seamark.index.matching.topics import takes
from seamark.resolve.port_model import Port

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

Contract = tuple[str, str]
"""A mechanism and a key."""

_HOLED = "array_to_string(list_transform(path[:length], lambda one, i: IF(list_contains(holes, i), '{}', one)), '/')"

_NEAR = 400
"""So many keys that look like another one are compared more closely."""

_WORDS = f"""
SELECT key, hash(number || ' ' || array_to_string(words[:number - 1] || words[number + 1:], '/')) AS around,
    words[number] AS word
FROM (SELECT key, words, unnest(range(2, len(words) + 1)) AS number
    FROM (SELECT key, string_split(key, '/') AS words FROM {{keys}}))
WHERE length(word) >= {WORD} AND NOT contains(word, '{{{{')
"""
"""Each word of each key, with a hash of what is around it. DuckDB counts bytes where words are not of ASCII alone."""

LONG = 32
"""Paths of so many segments and longer ones have the same stems."""

_LIKE = "path LIKE ? ESCAPE '\\'"
_STEMMED = f"""contract IN (
    WITH begun AS MATERIALIZED (SELECT contract, path FROM contracts
        WHERE contract IN (SELECT contract FROM stems WHERE stem IN (SELECT hash(unnest(?::VARCHAR[])))))
    SELECT contract FROM begun WHERE {_LIKE})"""

_FORMED = f"""
begun AS (
    SELECT call, path, first FROM asked
    UNION ALL
    SELECT call, path, '{{}}' FROM asked WHERE first <> '{{}}'
),
formed AS (
    SELECT call, path, kind, length, holes FROM begun JOIN (FROM forms WHERE kind = '=') AS whole
        ON whole.first = begun.first AND length = len(path)
    UNION ALL
    SELECT call, path, kind, length, holes FROM begun JOIN (FROM forms WHERE kind = '<') AS stem
        ON stem.first = begun.first AND length < len(path)
),
probed AS (
    SELECT call, anchor FROM stated
    UNION ALL
    SELECT call, hash(kind || {_HOLED}) AS anchor FROM formed
)
"""


def pairs(connection: DuckDBPyConnection, calls: Collection[Contract], *, is_open: bool) -> list[int]:
    """The numbers of the contracts that may serve calls of these contracts, whether or not there are such calls.

    `is_open` says whether something unknown may stand before the paths of these calls.
    """
    asked = list(calls)
    verbs = [key.partition(" ")[0] if mechanism == "http" else "ANY" for mechanism, key in asked]
    paths = [(at, list(split_key(key)[1])) for at, (mechanism, key) in enumerate(asked) if mechanism == "http"]
    stated = [(at, probe) for at, call in enumerate(asked) for probe in probes(*call, is_open=is_open)]
    if not (paths or stated):
        return []
    rows = connection.execute(
        f"""WITH stated AS (SELECT unnest(?::INTEGER[]) AS call, hash(unnest(?::VARCHAR[])) AS anchor),
        asked AS (SELECT call, path, path[1] AS first FROM
            (SELECT unnest(?::INTEGER[]) AS call, unnest(?::VARCHAR[][]) AS path)),
        {_FORMED}, verbs AS (SELECT unnest(?::INTEGER[]) AS call, unnest(?::VARCHAR[]) AS asked)
        SELECT DISTINCT contract FROM probed JOIN anchors USING (anchor) JOIN verbs USING (call)
        JOIN contracts USING (contract) WHERE mechanism <> 'http' OR asked = 'ANY' OR verb IN (asked, 'ANY')""",
        [
            *([one[part] for one in found] for found in (stated, paths) for part in (0, 1)),
            *(list(range(len(asked))), verbs),
        ],
    )
    return [number for (number,) in rows.fetchall()]


def join_pairs(connection: DuckDBPyConnection) -> None:
    """Make the table `candidates` of each call in the table `lost` with the contracts that may serve it."""
    connection.execute(
        f"""CREATE OR REPLACE TEMP TABLE candidates AS
        WITH stated AS (SELECT contract AS call, anchor FROM probes SEMI JOIN lost USING (contract)),
        asked AS (SELECT contract AS call, first,
                string_split(trim(substr(key, strpos(key, ' ') + 1), '/'), '/') AS path
            FROM contracts SEMI JOIN lost USING (contract) WHERE mechanism = 'http'),
        {_FORMED}, found AS (SELECT call, anchors.contract FROM probed JOIN anchors USING (anchor))
        SELECT DISTINCT call, found.contract FROM found
        JOIN contracts AS ours ON ours.contract = call JOIN contracts AS theirs ON theirs.contract = found.contract
        WHERE ours.mechanism = 'queue' OR ours.verb = theirs.verb OR ours.verb = 'ANY' OR theirs.verb = 'ANY'"""
    )


def numbers(connection: DuckDBPyConnection, contracts: Collection[Contract]) -> dict[Contract, int]:
    """The numbers of those contracts that there are, or were."""
    if not contracts:
        return {}
    asked = set(contracts)
    rows = connection.execute(
        "SELECT mechanism, key, contract FROM contracts WHERE path IN (SELECT unnest(?::VARCHAR[]))",
        [list({_path(key) for _, key in asked})],
    )
    return {one: contract for *found, contract in rows.fetchall() if (one := (found[0], found[1])) in asked}


def moved_requests(connection: DuckDBPyConnection, among: str, prefixes: Collection[str]) -> list[tuple[int, str]]:
    """Those requests of a table of contracts that gateways may hand on that have these prefixes, by number and key."""
    return connection.execute(
        f"""SELECT DISTINCT contract, key FROM moved JOIN {among} USING (contract) JOIN contracts USING (contract)
        WHERE prefix IN (SELECT unnest(?::VARCHAR[]))""",
        [list(prefixes)],
    ).fetchall()


def moved_to(connection: DuckDBPyConnection, provider: Port, prefixes: Sequence[str]) -> dict[Contract, int]:
    """The requests that gateways with these prefixes may hand on to a provider, by what is behind; a few too many."""
    served = split_key(provider.key)[1]
    known = {-at: segment for at, segment in enumerate(reversed(served), 1) if "{}" not in segment}
    if "*" in served or provider.below:
        known = {}
    fitting = "".join(f" AND (len(rest) < {-at} OR rest[{at}] = ?)" for at in known)
    rows = connection.execute(
        f"""SELECT DISTINCT key, contract FROM moved JOIN contracts USING (contract)
        WHERE prefix IN (SELECT unnest(?::VARCHAR[])){fitting}""",
        [list(prefixes), *known.values()],
    )
    return {("http", key): contract for key, contract in rows.fetchall()}


def unserved_contracts(connection: DuckDBPyConnection, contracts: Collection[int], without: str) -> set[int]:
    """Those contracts that no code serves, or only code of the repository `without`."""
    rows = connection.execute(
        """SELECT contract, role = 'exposes' AND NOT document AND repository <> ? FROM ports
        WHERE contract IN (SELECT unnest(?::INTEGER[]))""",
        [without, list(contracts)],
    )
    return set(contracts) - {contract for contract, serves in rows.fetchall() if serves}


def is_below(key: str, prefixes: AbstractSet[str]) -> bool:
    """Whether a request is below one of these prefixes of mounts."""
    return bool(prefixes) and any(one in prefixes for one in beginnings(_path(key)))


def contracts_of_key(
    connection: DuckDBPyConnection, mechanism: str | None, key: str, *, any_verb: bool
) -> list[Contract]:
    """The contracts of which there is a port, of a mechanism or of any, with a key, or with a path and any verb."""
    condition = "path <> key" if any_verb else "key = ?"
    rows = connection.execute(
        f"""SELECT DISTINCT contracts.mechanism, contracts.key FROM contracts
        WHERE path = ? AND {condition} AND (? IS NULL OR mechanism = ?)
            AND contract IN (SELECT contract FROM ports) ORDER BY ALL""",
        [key if any_verb else _path(key), *([] if any_verb else [key]), mechanism, mechanism],
    )
    return rows.fetchall()


def alike(connection: DuckDBPyConnection, port: Port) -> list[str]:
    """Some keys of the other side that may look like a port's."""
    other = "exposes" if port.role == "consumes" else "consumes"
    rows = connection.execute(
        """WITH near AS (SELECT contract, key, jaccard(key, ?) AS likeness FROM contracts
            WHERE mechanism = ? AND abs(length(key) - length(?)) < 40 ORDER BY likeness DESC LIMIT ?)
        SELECT key FROM near SEMI JOIN (SELECT contract FROM ports WHERE role = ?) USING (contract)""",
        [port.key, port.mechanism, port.key, _NEAR, other],
    )
    return [key for (key,) in rows.fetchall()]


def near_misses(connection: DuckDBPyConnection, requests: Collection[Contract]) -> set[Contract]:
    """Those requests that are near misses of what somebody serves; a few too many."""
    connection.execute(
        f"""CREATE TEMP TABLE IF NOT EXISTS words AS
        WITH served AS (SELECT key FROM contracts WHERE mechanism = 'http'
            AND contract IN (SELECT contract FROM ports WHERE role = 'exposes'))
        {_WORDS.format(keys="served")}"""
    )
    rows = connection.execute(
        f"""WITH asked AS (SELECT unnest(?::VARCHAR[]) AS key), ours AS ({_WORDS.format(keys="asked")})
        SELECT DISTINCT ours.key FROM ours JOIN words AS theirs USING (around)
        WHERE ours.word <> theirs.word AND abs(length(ours.word) - length(theirs.word)) <= {MOST_EDITS}
            AND (levenshtein(ours.word, theirs.word) <= {MOST_EDITS} OR strlen(ours.word) > length(ours.word)
                OR strlen(theirs.word) > length(theirs.word))""",
        [[key for _, key in requests]],
    )
    return {("http", key) for (key,) in rows.fetchall()}


def asking_contracts(connection: DuckDBPyConnection, provider: Port) -> dict[Contract, int]:
    """The contracts of calls that a provider of another key may serve, with their numbers; a few too many."""
    if provider.mechanism == "queue":
        begins = begins_with(provider)
        there = "SELECT key, contract FROM contracts WHERE mechanism = 'queue' AND starts_with(key, ?)"
        topics = [] if begins is None else connection.execute(there, [begins]).fetchall()
        return {("queue", key): contract for key, contract in topics if takes(provider, key)}
    if provider.mechanism != "http":
        return {}
    found = list(_like(provider))
    rows = connection.execute(
        " UNION ALL ".join(
            f"SELECT mechanism, key, contract FROM contracts WHERE {condition}" for condition, _ in found
        ),
        [value for _, values in found for value in values],
    )
    return {("http", key): contract for mechanism, key, contract in rows.fetchall() if mechanism == "http"}


def _like(provider: Port) -> Iterator[tuple[str, Sequence[object]]]:
    """Conditions that hold for the paths of calls that a provider may serve, a few too many, with their values."""
    served = split_key(provider.key)[1]
    path = _path(provider.key)
    stem = _pattern("*" if "{}" in segment else segment for segment in served)
    yield "path = ?", [path]
    if "*" in served:
        yield _pattern_condition(stem, served)
    elif provider.below:
        yield _pattern_condition(f"{stem.rstrip('/')}/%", [*served, "*"])
    if any("{}" not in segment for segment in served):
        if any(_is_open(segment) for segment in served):
            yield _filling_condition(served)
        probed = [f"${'/'.join(end)}" for end in ends(served)]
        if provider.open_prefix:
            probed.append(f"^{'/'.join(served)}")
        if probed:
            asked = "SELECT hash(unnest(?::VARCHAR[]))"
            yield f"contract IN (SELECT contract FROM probes WHERE anchor IN ({asked}))", [probed]


def _filling_condition(served: Sequence[str]) -> tuple[str, Sequence[object]]:
    """The condition that a path has words where a route has parameters, and is else the same."""
    known = list(takewhile(lambda segment: not _is_open(segment), served))
    if known:
        return _STEMMED, [_stems(known, len(served), len(served)), _pattern(served)]
    return f"{_LIKE} AND path NOT LIKE '{'/%' * (len(served) + 1)}'", [_pattern(served)]


def _pattern_condition(pattern: str, segments: Sequence[str]) -> tuple[str, Sequence[object]]:
    """The condition that a path is like a pattern of these segments, of which the last takes any number."""
    known = list(takewhile(lambda segment: not _is_open(segment), segments))
    if not known:
        return _LIKE, [pattern]
    return _STEMMED, [_stems(known, len(segments), LONG), pattern]


def _stems(known: Sequence[str], shortest: int, longest: int) -> list[str]:
    """The stems of paths that begin with these segments, and have so many."""
    return [f"{size} {'/'.join(known)}" for size in range(min(shortest, LONG), min(longest, LONG) + 1)]


def _is_open(segment: str) -> bool:
    return "{}" in segment or segment == "*"


def _path(key: str) -> str:
    """What stands in the column `path` for a key."""
    return key.partition(" ")[2] or key


def _pattern(segments: Iterable[str]) -> str:
    """The segments of a path as `LIKE` takes them: what stands for several texts is `%`."""
    escaped = (re.sub(r"[\\%_]", r"\\\g<0>", segment) for segment in segments)
    return "/" + "/".join("%" if segment == "*" else segment.replace("{}", "%") for segment in escaped)
