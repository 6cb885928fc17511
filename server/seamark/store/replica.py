"""A replica of a store's shards on this machine, in a database of DuckDB's: each shard is read once.

It lies in the user's cache folder, and is brought up to date when a store is opened: what has changed in the store is
read again, in one transaction. Several processes read it at once. While one writes, another waits for it for a while,
and then makes a replica of its own for as long as it runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from seamark.index.matching.gateways import moved_prefixes
from seamark.resolve.port_model import Problem

from . import database
from .candidates import LONG
from .errors import StoreError
from .fetching import FetchedShards, fetch_shards
from .folder import Folder, file_of, repository_of
from .shard import COLUMNS, RepositoryStatement, decode_statement, within
from .writing import DECLARED, NAMES, Header, connect_database, headers

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_AT_ONCE = 500
"""So many shards are read in one step."""
_MOVED = """
INSERT INTO moved
WITH below AS (
    SELECT contract, path, prefix FROM contracts JOIN {prefixes} USING (first)
    WHERE prefix <> '' AND mechanism = 'http' AND contract {numbers} $1 AND starts_with(path || '/', prefix || '/')
    UNION ALL
    SELECT contract, path, prefix FROM contracts JOIN {prefixes} ON prefix = ''
    WHERE mechanism = 'http' AND contract {numbers} $1
)
SELECT contract, prefix, list_filter(string_split(path[length(prefix) + 1:], '/'), lambda one: one <> '') FROM below
"""
_PASSING = ""
"""The stamp of what could not be read for a passing reason: it is tried again whenever the store is opened."""
_MEMORY = "600MB"
_LOOKED_UP = 1000
"""So many values are looked up in an index at most; for more, DuckDB goes through the whole table."""
PORTS = [name for name in COLUMNS if name != "anchors"]
"""The columns of the table `ports`, before the contract's number and the port's."""

_REPOSITORY = [*["VARCHAR"] * 7, "DOUBLE", "VARCHAR"]

Progress = Callable[[int, int], None]


class _Change(NamedTuple):
    """What is not in a replica as it is in the store: the files to read, and those to forget."""

    read: Mapping[str, str]
    forget: Sequence[str]


@contextmanager
def open_replica(folder: Folder, cache: Path | None, progress: Progress | None = None) -> Iterator[DuckDBPyConnection]:
    """A connection in which `replica` is up to date. Without a `cache` folder nothing is kept.

    Raises `StoreError` if the store cannot be read, or what is kept of it.
    """
    shards = folder.shards()
    layout = _statements("tables.sql") + _statements("indexes.sql")
    with database.place(folder, cache, layout) as file, database.refusing_damage(file, folder.address):
        database.mend(file, partial(_bring_up_to_date, folder, file, shards, progress))
        with connect_database() as connection:
            _limit(connection)
            database.patiently(partial(connection.execute, f"ATTACH '{_escape_quotes(file)}' AS replica (READ_ONLY)"))
            connection.execute("USE replica")
            yield connection


def problems(connection: DuckDBPyConnection, address: str) -> list[Problem]:
    """The shards that are left out, and why."""
    rows = connection.execute("SELECT file, problem FROM replica.repositories WHERE problem <> '' ORDER BY file")
    return [Problem(f"{address.rstrip('/')}/{file}", problem) for file, problem in rows.fetchall()]


def refuse_empty(connection: DuckDBPyConnection, address: str) -> None:
    """Raise `StoreError` if a replica has no repository that was read: every answer would be that there is nobody."""
    if not connection.execute("SELECT 1 FROM replica.repositories WHERE problem = '' LIMIT 1").fetchall():
        raise StoreError(
            f"the store {address} has no repository that can be read: `seamark store add PATH --store STORE` adds one"
        )


def _limit(connection: DuckDBPyConnection) -> None:
    connection.execute(f"SET memory_limit = '{_MEMORY}'")
    connection.execute("SET preserve_insertion_order = false")
    connection.execute(f"SET dynamic_or_filter_threshold = {_LOOKED_UP}")


def _bring_up_to_date(folder: Folder, file: Path, shards: Mapping[str, str], progress: Progress | None) -> None:
    if file.exists():
        with database.patiently(partial(connect_database, str(file), read_only=True)) as connection:
            change = _find_changes(connection, shards)
        if not (change.read or change.forget):
            return
    with database.patiently(partial(connect_database, str(file))) as connection:
        _limit(connection)
        if not connection.execute("SELECT 1 FROM duckdb_tables() WHERE table_name = 'repositories'").fetchall():
            connection.begin()
            create(connection)
            connection.commit()
        _read_shards(connection, folder, _find_changes(connection, shards), progress)


def create(connection: DuckDBPyConnection) -> None:
    """Make the tables of a replica, with nothing in them."""
    connection.execute(_statements("tables.sql"))
    columns = ", ".join(f'"{name}" {COLUMNS[name]}' for name in PORTS)
    connection.execute(f"CREATE TABLE ports ({columns}, contract INTEGER, id INTEGER)")


def _statements(name: str) -> str:
    return resources.files("seamark.store").joinpath(name).read_text("utf-8")


def _find_changes(connection: DuckDBPyConnection, shards: Mapping[str, str]) -> _Change:
    known = dict(connection.execute("SELECT file, stamp FROM repositories").fetchall())
    read = {file: stamp for file, stamp in sorted(shards.items()) if known.get(file) != stamp}
    return _Change(read, [file for file in known if file not in shards or file in read])


def _read_shards(connection: DuckDBPyConnection, folder: Folder, change: _Change, progress: Progress | None) -> None:
    connection.begin()
    _forget(connection, [file for file in change.forget if file not in change.read])
    connection.commit()
    files = list(change.read)
    for start in range(0, len(files), _AT_ONCE):
        part = files[start : start + _AT_ONCE]
        with fetch_shards(folder, part) as found:
            _read_files(connection, found, change.read)
        if progress is not None:
            progress(min(start + _AT_ONCE, len(files)), len(files))
    connection.execute(_statements("indexes.sql"))


def _forget(connection: DuckDBPyConnection, files: Sequence[str]) -> None:
    """Forget what these shards said. One that is left out may have a name that leads to another one's repository."""
    if files:
        said = "SELECT repository FROM repositories WHERE problem = '' AND file IN (SELECT unnest(?))"
        for table in ("ports", "mounts", "names", "services"):
            connection.execute(f"DELETE FROM {table} WHERE repository IN ({said})", [files])
        connection.execute("DELETE FROM repositories WHERE file IN (SELECT unnest(?))", [files])


def _read_files(connection: DuckDBPyConnection, shards: FetchedShards, stamps: Mapping[str, str]) -> None:
    """Have the replica say what these shards do. What cannot be read ends a transaction, so it is looked at before."""
    found: dict[str, Header | str] = {**shards.damaged, **shards.passing, **headers(connection, shards.places)}
    stated: dict[str, RepositoryStatement] = {}
    for file, header in found.items():
        if isinstance(header, Header):
            try:
                stated[file] = decode_statement(header.stated)
            except (msgspec.MsgspecError, UnicodeError) as error:
                found[file] = f"what it says of its repository cannot be read: {error}"
    found |= _load_incoming(connection, {file: shards.places[file] for file in stated})
    connection.begin()
    _forget(connection, list(found))
    for file, header in found.items():
        if isinstance(header, str):
            stamp = _PASSING if file in shards.passing else stamps[file]
            row = (repository_of(file), file, stamp, "", "", "", "", 0.0, header)
            put_rows(connection, "repositories", _REPOSITORY, [row])
        else:
            record(connection, header, stated[file], stamps[file])
    arrange(connection)
    connection.commit()


def record(connection: DuckDBPyConnection, header: Header, said: RepositoryStatement, stamp: str) -> None:
    """Put into the tables what a repository says besides its ports."""
    of, sure = header.repository, said.settings.matching.min_confidence
    row = (of, file_of(of), stamp, header.commit, header.committed, header.url, header.stated, sure, "")
    put_rows(connection, "repositories", _REPOSITORY, [row])
    moved = sorted({one for facts in said.documents.values() for one in moved_prefixes(facts)})
    put_rows(connection, "mounts", ["VARCHAR"] * 3, [(of, one, one.strip("/").partition("/")[0]) for one in moved])
    put_rows(connection, "names", ["VARCHAR"] * 3, [(of, *one) for one in names(of, said.settings.services)])


def _load_incoming(connection: DuckDBPyConnection, places: Mapping[str, str]) -> dict[str, str]:
    """Put the rows of shards into the table `incoming`. Gives those that cannot be read, and why."""
    import duckdb

    connection.execute(f"CREATE OR REPLACE TEMP TABLE incoming ({DECLARED})")
    bad: dict[str, str] = {}
    while len(bad) < len(places):
        whole = [place for file, place in places.items() if file not in bad]
        try:
            connection.execute(
                f"INSERT INTO incoming SELECT {NAMES} FROM read_parquet(?, union_by_name = true)", [whole]
            )
            break
        except duckdb.Error as error:
            found = {file: why for file, place in places.items() if (why := _unreadable(connection, place))}
            if found.keys() == bad.keys():
                raise StoreError(f"the shards cannot be read together: {error}") from error
            bad = found
    return bad


def _unreadable(connection: DuckDBPyConnection, place: str) -> str | None:
    """Why a file does not have the rows of a shard, or None if it does."""
    import duckdb

    columns = ", ".join(f'count("{name}"::{kind})' for name, kind in COLUMNS.items())
    try:
        connection.execute(f"SELECT {columns} FROM read_parquet(?)", [place]).fetchall()
    except duckdb.Error as error:
        return f"its ports cannot be read: {str(error).partition(chr(10))[0]}"
    return None


def put_rows(
    connection: DuckDBPyConnection, table: str, kinds: Sequence[str], rows: Sequence[Sequence[object]]
) -> None:
    """Add rows to a table whose columns have these types."""
    if rows:
        columns = ", ".join(f"unnest(?::{kind}[])" for kind in kinds)
        connection.execute(f"INSERT INTO {table} SELECT {columns}", [list(one) for one in zip(*rows, strict=True)])


def arrange(connection: DuckDBPyConnection) -> None:
    """Put the rows of the table `incoming` into the tables."""
    ports = ", ".join(f'"{name}"' for name in PORTS)
    known = connection.execute("SELECT coalesce(max(contract), 0) FROM contracts").fetchall()[0]
    connection.execute(
        """INSERT INTO contracts (mechanism, key, path, verb, first)
        SELECT mechanism, key, substr(key, strpos(key, ' ') + 1) AS path, split_part(key, ' ', 1),
            split_part(path, '/', 2)
        FROM (SELECT DISTINCT mechanism, key FROM incoming ANTI JOIN contracts USING (mechanism, key))"""
    )
    _move(connection, *known)
    connection.execute(
        f"""INSERT INTO ports SELECT {ports}, contract, nextval('port_ids')
        FROM incoming JOIN contracts USING (mechanism, key)"""
    )
    connection.execute("INSERT INTO services SELECT DISTINCT repository, service FROM incoming WHERE role = 'exposes'")
    connection.execute(
        """CREATE OR REPLACE TEMP TABLE anchored AS
        SELECT DISTINCT contract, role, unnest(anchors) AS anchor FROM incoming JOIN contracts USING (mechanism, key)"""
    )
    for table, role in (("anchors", "exposes"), ("probes", "consumes")):
        connection.execute(
            f"""INSERT INTO {table} SELECT hash(anchor), contract FROM anchored WHERE role = '{role}'
            EXCEPT SELECT anchor, contract FROM {table} SEMI JOIN anchored USING (contract)"""
        )
    connection.execute(
        """INSERT INTO forms
        WITH shapes AS (SELECT DISTINCT anchor[1] AS kind, string_split(anchor[2:], '/') AS path
            FROM anchored WHERE role = 'exposes' AND anchor[1] IN ('=', '<')),
        found AS (SELECT DISTINCT path[1] AS first, kind, len(path)::INTEGER AS length,
            list_filter(range(1, len(path) + 1), lambda i: path[i] = '{}')::INTEGER[] AS holes FROM shapes)
        SELECT * FROM found ANTI JOIN forms USING (first, kind, length, holes)"""
    )
    connection.execute(
        f"""INSERT INTO stems
        WITH asked AS (SELECT DISTINCT contract, string_split(trim(substr(key, strpos(key, ' ') + 1), '/'), '/') AS path
            FROM incoming JOIN contracts USING (mechanism, key) WHERE mechanism = 'http' AND role = 'consumes'),
        begun AS (SELECT contract, path, unnest(range(1, len(path))) AS size FROM asked)
        SELECT hash(least(len(path), {LONG}) || ' ' || array_to_string(path[:size], '/')), contract FROM begun
        EXCEPT SELECT stem, contract FROM stems SEMI JOIN asked USING (contract)"""
    )
    connection.execute("DROP TABLE anchored")
    connection.execute("DROP TABLE incoming")


def _move(connection: DuckDBPyConnection, known: int) -> None:
    """Put into the table `moved` which contracts are below which prefixes, if either is new: above `known`."""
    connection.execute(
        """CREATE OR REPLACE TEMP TABLE unapplied AS
        SELECT DISTINCT prefix, first FROM mounts ANTI JOIN prefixes USING (prefix)"""
    )
    connection.execute(_MOVED.format(prefixes="prefixes", numbers=">"), [known])
    connection.execute(_MOVED.format(prefixes="unapplied", numbers=">="), [0])
    connection.execute("INSERT INTO prefixes FROM unapplied")
    connection.execute("DROP TABLE unapplied")


def names(repository: str, services: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The names that a repository's settings give to services, each with its folder in the store."""
    for name, folder in services.items():
        parts = [part for part in folder.replace("\\", "/").split("/") if part not in ("", ".")]
        yield name, within(repository, "/".join(parts))


def _escape_quotes(text: str | Path) -> str:
    return str(text).replace("'", "''")
