"""Writes a shard as Parquet, and reads what it says of itself."""

from __future__ import annotations

import os
import secrets
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from seamark.version import __version__

from . import checksum
from .errors import StoreError
from .fetching import fetch_shards
from .folder import Folder, file_of, repository_of
from .shard import COLUMNS, VERSION, About, Shard, encode_statement

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_ABOUT = About.__struct_fields__
_SCHEMA = "seamark.schema"
_STATED = "seamark.stated"
_VERSION = "seamark.version"
_SETTINGS = {"autoinstall_known_extensions": "false", "autoload_known_extensions": "false"}
"""Nothing goes over a network: DuckDB would fetch what it does not have."""

DECLARED = ", ".join(f'"{name}" {kind}' for name, kind in COLUMNS.items())
NAMES = ", ".join(f'"{name}"' for name in COLUMNS)


class Header(About, frozen=True):
    """What a shard says of itself.

    `stated` is as `shard.encode_statement` gives it, `version` that of the Seamark that made it.
    """

    schema: int = 0
    stated: str = ""
    version: str = ""


def connect_database(database: str = ":memory:", *, read_only: bool = False) -> DuckDBPyConnection:
    """A connection to a database of DuckDB's, which fetches nothing."""
    import duckdb

    # DuckDB makes and removes it, when memory does not suffice; else it would be one in the current folder.
    temporary = os.path.join(tempfile.gettempdir(), f"seamark-store-{secrets.token_hex(8)}")
    return duckdb.connect(database, read_only=read_only, config={**_SETTINGS, "temp_directory": temporary})


def write(folder: Folder, shard: Shard) -> None:
    """Put a repository's shard into a store, in place of the one before. Raises `StoreError`."""
    folder.write(file_of(shard.about.repository), as_parquet(shard))


def header_of(folder: Folder, repository: str) -> Header | str | None:
    """What the shard of a repository says of itself, why it cannot be read, or None if there is none.

    Raises `StoreError` if that cannot be known.
    """
    name = file_of(repository)
    return headers_of(folder, [name])[name] if folder.has(name) else None


def headers_of(folder: Folder, names: Sequence[str]) -> dict[str, Header | str]:
    """What each of these shards says of itself, or why it cannot be read; by its name. Raises `StoreError`."""
    with fetch_shards(folder, names) as found, connect_database() as connection:
        return {**found.damaged, **found.passing, **headers(connection, found.places)}


def as_parquet(shard: Shard) -> bytes:
    """A shard as a file of Parquet. Raises `StoreError` if there is no room for it."""
    import duckdb

    said = {f"seamark.{name}": value for name, value in zip(_ABOUT, _values(shard.about), strict=True)}
    said |= {_SCHEMA: str(VERSION), _STATED: encode_statement(shard.stated), _VERSION: __version__}
    said[checksum.NAME] = checksum.BLANK
    metadata = ", ".join(f"{_quote_sql(name)}: {_quote_sql(value)}" for name, value in said.items())
    with tempfile.TemporaryDirectory(prefix="seamark-store-") as temporary, connect_database() as connection:
        file = Path(temporary) / "shard.parquet"
        try:
            connection.execute(f"CREATE TABLE shard ({DECLARED})")
            insert(connection, "shard", shard.rows)
            connection.execute(
                f'COPY (SELECT * FROM shard ORDER BY mechanism, key, role, file, line, "column") TO {_quote_sql(file)} '
                f"(FORMAT parquet, COMPRESSION zstd, KV_METADATA {{{metadata}}})"
            )
            return checksum.seal_shard(file.read_bytes())
        except (duckdb.Error, OSError) as error:
            raise StoreError(f"the shard of {shard.about.repository} cannot be written: {error}") from error


def insert(connection: DuckDBPyConnection, table: str, rows: Sequence[Sequence[object]]) -> None:
    """Add rows to a table that has the columns of a shard."""
    if rows:
        columns = ", ".join(f"unnest(?::{kind}[])" for kind in COLUMNS.values())
        connection.execute(f"INSERT INTO {table} SELECT {columns}", [list(one) for one in zip(*rows, strict=True)])


def headers(connection: DuckDBPyConnection, places: Mapping[str, str]) -> dict[str, Header | str]:
    """What each shard says of itself, or why it cannot be read; by the shard's name. `places` are files by it."""
    import duckdb

    if not places:
        return {}
    try:
        return _headers(connection, places)
    except duckdb.Error as error:
        if len(places) == 1:
            return dict.fromkeys(places, f"it is not a complete Parquet file ({_first_line(error)})")
    names = list(places)
    halves = ({name: places[name] for name in part} for part in (names[: len(names) // 2], names[len(names) // 2 :]))
    return {name: header for half in halves for name, header in headers(connection, half).items()}


def _headers(connection: DuckDBPyConnection, places: Mapping[str, str]) -> dict[str, Header | str]:
    said: dict[str, dict[str, str]] = {place: {} for place in places.values()}
    rows = connection.execute("SELECT * FROM parquet_kv_metadata(?)", [list(places.values())])
    for place, key, value in rows.fetchall():
        said[place][bytes(key).decode(errors="replace")] = bytes(value).decode(errors="replace")
    return {name: _header(name, said[place]) for name, place in places.items()}


def _header(name: str, said: Mapping[str, str]) -> Header | str:
    if not said.get(_SCHEMA, "").isdigit():
        return "it is not a shard: it names no schema version"
    schema = int(said[_SCHEMA])
    if schema > VERSION:
        return f"its schema has version {schema}, but this Seamark reads version {VERSION}: update Seamark"
    if schema < VERSION:
        return f"its schema has version {schema}, which is too old: `seamark store update` rewrites it"
    about = {one: said.get(f"seamark.{one}", "") for one in _ABOUT}
    if file_of(about["repository"]) != name:
        return f"it is the shard of {about['repository']}, and its name says {repository_of(name)}"
    return Header(**about, schema=schema, stated=said.get(_STATED, ""), version=said.get(_VERSION, ""))


def _values(about: About) -> list[str]:
    return [getattr(about, name) for name in _ABOUT]


def _quote_sql(text: str | Path) -> str:
    """A text as it stands in SQL."""
    return "'" + str(text).replace("'", "''").replace("\0", "") + "'"


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0]
