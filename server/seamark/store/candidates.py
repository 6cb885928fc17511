"""Which contracts may be those of a call, and which calls those of a provider, found by joins of equal texts.

They are a few too many (`index/matching/anchors.py`): the index's own rules decide among them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING

from seamark.index.matching.anchors import probes
from seamark.index.matching.compatible import split
from seamark.resolve.ports import Port

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

Contract = tuple[str, str]
"""A mechanism and a key."""

_HOLED = "array_to_string(list_transform(path[:length], lambda one, i: IF(list_contains(holes, i), '{}', one)), '/')"

_NEAR = 400
"""So many keys that look like another one are compared more closely."""

_LIKE = "path LIKE ? ESCAPE '\\'"

_PAIRS = f"""
WITH asked AS (SELECT unnest(?::INTEGER[]) AS call, unnest(?::VARCHAR[][]) AS path),
stated AS (SELECT unnest(?::INTEGER[]) AS call, unnest(?::VARCHAR[][]) AS probes),
formed AS (
    SELECT call, path, kind, length, holes FROM asked JOIN forms ON first = path[1]
    UNION ALL
    SELECT call, path, kind, length, holes FROM asked JOIN forms ON first = '{{}}'
),
probed AS (
    SELECT call, hash(unnest(probes)) AS anchor FROM stated
    UNION ALL
    SELECT call, hash(kind || {_HOLED}) AS anchor FROM formed
    WHERE IF(kind = '=', length = len(path), length < len(path))
)
SELECT DISTINCT call, contract FROM probed JOIN anchors USING (anchor)
"""


def pairs(connection: DuckDBPyConnection, calls: Iterable[tuple[int, Contract]], into: str) -> None:
    """Make a table of (call, contract): for each call, a number and a key, the contracts that may serve it."""
    asked = list(calls)
    paths = [(call, list(split(key)[1])) for call, (mechanism, key) in asked if mechanism == "http"]
    stated = [(call, list(probes(*contract))) for call, contract in asked]
    columns = [*map(list, zip(*paths, strict=True))] or [[], []]
    connection.execute(
        f"CREATE OR REPLACE TEMP TABLE {into} AS {_PAIRS}",
        [*columns, *([*map(list, zip(*stated, strict=True))] or [[], []])],
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


def below_mounts(connection: DuckDBPyConnection, contracts: Collection[Contract]) -> list[Contract]:
    """Those calls that some gateway may hand on with another path behind it."""
    paths = [(key, _beginnings(key)) for mechanism, key in contracts if mechanism == "http"]
    if not paths:
        return []
    keys, beginnings = map(list, zip(*paths, strict=True))
    rows = connection.execute(
        """SELECT DISTINCT key FROM (SELECT key, unnest(prefixes) AS prefix
            FROM (SELECT unnest(?::VARCHAR[]) AS key, unnest(?::VARCHAR[][]) AS prefixes))
        JOIN mounts USING (prefix)""",
        [keys, beginnings],
    )
    return [("http", key) for (key,) in rows.fetchall()]


def _beginnings(key: str) -> list[str]:
    """A path's beginnings, as prefixes of mounts are written: the empty one, and the path itself."""
    path = key.partition(" ")[2].rstrip("/")
    return [path[:at] for at, letter in enumerate(path) if letter == "/"] + [path] * (path != "")


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
        rows = connection.execute("SELECT DISTINCT key FROM contracts WHERE mechanism = 'queue'")
        return [("queue", key) for (key,) in rows.fetchall()]
    if provider.mechanism != "http":
        return []
    conditions, values = _like(provider)
    verb = provider.key.partition(" ")[0]
    verbs = "" if verb == "ANY" else "AND (starts_with(key, ?) OR starts_with(key, 'ANY '))"
    rows = connection.execute(
        f"""WITH paths AS (SELECT key, substr(key, strpos(key, ' ') + 1) AS path FROM contracts
            WHERE mechanism = 'http' {verbs})
        SELECT key FROM paths WHERE {" OR ".join(conditions)}""",
        [*([] if verb == "ANY" else [f"{verb} "]), *values],
    )
    return [("http", key) for (key,) in rows.fetchall()]


def _like(provider: Port) -> tuple[Sequence[str], Sequence[object]]:
    """Conditions that hold for the paths of calls that a provider may serve: a few too many."""
    served = split(provider.key)[1]
    path = provider.key.partition(" ")[2]
    found: list[tuple[str, object]] = [("path = ?", path)]
    pattern = _pattern(served)
    if "*" in served:
        found.append((_LIKE, pattern))
    elif provider.below:
        found.append((_LIKE, f"{pattern.rstrip('/')}/%"))
    if any("{}" not in segment for segment in served):
        found.append((f"{_LIKE} AND path NOT LIKE '{'/%' * (len(served) + 1)}'", pattern))
        found.append(("ends_with(?, path)", path))  # Calls of which the beginning is not known.
        if provider.open_prefix:
            found.append(("ends_with(path, ?)", path))
    return [f"({condition})" for condition, _ in found], [value for _, value in found]


def _pattern(segments: Iterable[str]) -> str:
    """The segments of a path as `LIKE` takes them: what stands for several texts is `%`."""
    escaped = (re.sub(r"[\\%_]", r"\\\g<0>", segment) for segment in segments)
    return "/" + "/".join("%" if segment == "*" else segment.replace("{}", "%") for segment in escaped)
