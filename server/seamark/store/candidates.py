"""Which contracts may be those of a call, and which calls those of a provider, found by joins of equal texts.

They are a few too many (`index/matching/anchors.py`): the index's own rules decide among them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING

from seamark.index.matching.anchors import begins_with, probes
from seamark.index.matching.compatible import split
from seamark.index.matching.routes import ends
from seamark.index.matching.topics import takes
from seamark.resolve.port_model import Port

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

Contract = tuple[str, str]
"""A mechanism and a key."""

_HOLED = "array_to_string(list_transform(path[:length], lambda one, i: IF(list_contains(holes, i), '{}', one)), '/')"

_NEAR = 400
"""So many keys that look like another one are compared more closely."""

_LIKE = "path LIKE ? ESCAPE '\\'"

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


def pairs(connection: DuckDBPyConnection, calls: Collection[Contract]) -> list[int]:
    """The numbers of the contracts that may serve calls of these contracts, whether or not there are such calls."""
    paths = [list(split(key)[1]) for mechanism, key in calls if mechanism == "http"]
    stated = [probe for call in calls for probe in probes(*call, is_open=True)]
    rows = connection.execute(
        f"""WITH stated AS (SELECT 0 AS call, hash(unnest(?::VARCHAR[])) AS anchor),
        asked AS (SELECT 0 AS call, path, path[1] AS first FROM (SELECT unnest(?::VARCHAR[][]) AS path)),
        {_FORMED} SELECT DISTINCT contract FROM probed JOIN anchors USING (anchor)""",
        [stated, paths],
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
    mechanisms, keys = zip(*contracts, strict=True)
    rows = connection.execute(
        """SELECT mechanism, key, contract FROM contracts
        JOIN (SELECT unnest(?::VARCHAR[]) AS mechanism, unnest(?::VARCHAR[]) AS key) USING (mechanism, key)""",
        [list(mechanisms), list(keys)],
    )
    return {(mechanism, key): contract for mechanism, key, contract in rows.fetchall()}


def below_mounts(connection: DuckDBPyConnection, among: str = "") -> list[tuple[int, str]]:
    """The requests, by number and key, that some gateway may hand on with another path behind it.

    `among` is a table of contracts, if only those of it are asked about.
    """
    condition = f" AND contract IN (SELECT contract FROM {among})" if among else ""
    rows = connection.execute(
        f"""WITH paths AS (SELECT contract, key, first, substr(key, strpos(key, ' ') + 1) AS path
            FROM contracts WHERE mechanism = 'http'{condition})
        SELECT contract, key FROM paths WHERE EXISTS (FROM mounts WHERE prefix = '')
        UNION
        SELECT contract, key FROM paths JOIN mounts USING (first) WHERE starts_with(path, prefix)"""
    )
    return rows.fetchall()


def is_below(key: str, prefixes: AbstractSet[str]) -> bool:
    """Whether a request is below one of these prefixes of mounts."""
    path = key.partition(" ")[2].rstrip("/")
    ends_of_beginnings = (at for at in range(len(path) + 1) if at == len(path) or path[at] == "/")
    return bool(prefixes) and any(path[:at] in prefixes for at in ends_of_beginnings)


def meant(connection: DuckDBPyConnection, mechanism: str | None, key: str, *, any_verb: bool) -> list[Contract]:
    """The contracts of which there is a port, of a mechanism or of any, with a key, or with a path and any verb."""
    condition = "ends_with(key, ?) AND substr(key, strpos(key, ' ')) = ?" if any_verb else "key = ?"
    values = [f" {key}", f" {key}"] if any_verb else [key]
    rows = connection.execute(
        f"""SELECT DISTINCT contracts.mechanism, contracts.key FROM contracts SEMI JOIN ports USING (contract)
        WHERE {condition} AND (? IS NULL OR mechanism = ?) ORDER BY ALL""",
        [*values, mechanism, mechanism],
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


def asking(connection: DuckDBPyConnection, provider: Port) -> list[Contract]:
    """The contracts of calls that a provider of another key may serve."""
    if provider.mechanism == "queue":
        begins = begins_with(provider)
        there = "SELECT key FROM contracts WHERE mechanism = 'queue' AND starts_with(key, ?)"
        rows = [] if begins is None else connection.execute(there, [begins]).fetchall()
        return [("queue", key) for (key,) in rows if takes(provider, key)]
    if provider.mechanism != "http":
        return []
    verb = provider.key.partition(" ")[0]
    verbs = "" if verb == "ANY" else "AND verb IN (?, 'ANY')"
    found = list(_like(provider))
    rows = connection.execute(
        f"""WITH paths AS (SELECT key, first, substr(key, strpos(key, ' ') + 1) AS path FROM contracts
            WHERE mechanism = 'http' {verbs})
        SELECT DISTINCT key FROM paths WHERE {" OR ".join(condition for condition, _ in found)}""",
        [*([] if verb == "ANY" else [verb]), *(value for _, values in found for value in values)],
    ).fetchall()
    return [("http", key) for (key,) in rows]


def _like(provider: Port) -> Iterator[tuple[str, Sequence[object]]]:
    """Conditions that hold for the paths of calls that a provider may serve, a few too many, with their values."""
    served = split(provider.key)[1]
    path = provider.key.partition(" ")[2]
    pattern, stem = _pattern(served), _pattern("*" if "{}" in segment else segment for segment in served)
    begins = "" if "{}" in served[0] or served[0] == "*" else "first = ? AND "
    first = [served[0]] if begins else []
    yield f"({begins}path = ?)", [*first, path]
    if "*" in served:
        yield f"({begins}{_LIKE})", [*first, stem]
    elif provider.below:
        yield f"({begins}{_LIKE})", [*first, f"{stem.rstrip('/')}/%"]
    if any("{}" not in segment for segment in served):
        yield f"({begins}{_LIKE} AND path NOT LIKE '{'/%' * (len(served) + 1)}')", [*first, pattern]
        ends_of_path = [list(end) for end in ends(served)]
        if ends_of_path:  # For calls of which the beginning is not known.
            yield (
                "(first IN (SELECT unnest(?::VARCHAR[])) AND path IN (SELECT unnest(?::VARCHAR[])))",
                [[end[0] for end in ends_of_path], [f"/{'/'.join(end)}" for end in ends_of_path]],
            )
        if provider.open_prefix:
            yield "ends_with(path, ?)", [path]


def _pattern(segments: Iterable[str]) -> str:
    """The segments of a path as `LIKE` takes them: what stands for several texts is `%`."""
    escaped = (re.sub(r"[\\%_]", r"\\\g<0>", segment) for segment in segments)
    return "/" + "/".join("%" if segment == "*" else segment.replace("{}", "%") for segment in escaped)
