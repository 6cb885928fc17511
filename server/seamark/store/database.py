"""The file of a replica: where it is, whether it can be used now, and what becomes of it when it is damaged.

DuckDB compares the checksum of each block that it reads: a damaged database gives no wrong answer, but an error, sooner
or later.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TypeVar

from .errors import StoreError
from .folder import Folder
from .shard import VERSION
from .writing import connect_database

_T = TypeVar("_T")
_PATIENCE = 20.0
"""For so many seconds a database is waited for that another process writes to."""


@contextmanager
def place(folder: Folder, cache: Path | None, layout: str) -> Iterator[Path]:
    """Where the replica of a store is, or will be, that has this `layout`. Without a `cache` folder nothing is kept."""
    kept = None if cache is None else _replica_file(folder, cache, layout)
    if kept is not None:
        yield kept
        return
    with tempfile.TemporaryDirectory(prefix="seamark-store-", ignore_cleanup_errors=True) as temporary:
        yield Path(temporary) / "replica.duckdb"


def patiently(connect: Callable[[], _T]) -> _T:
    """What this gives once no other process has the database open in a way that forbids it."""
    import duckdb

    end = time.monotonic() + _PATIENCE
    while True:
        try:
            return connect()
        except duckdb.IOException as error:
            if time.monotonic() > end or not _is_locked(error):
                raise
            time.sleep(0.1)


def mend(file: Path, change: Callable[[], None]) -> None:
    """Change a database; if it turns out to be damaged, begin anew."""
    import duckdb

    try:
        change()
    except duckdb.Error as error:
        if not _is_damage(error):
            raise
        with suppress(OSError):  # What cannot be removed is as damaged as before.
            _remove(file)
        change()


@contextmanager
def refusing_damage(file: Path, address: str) -> Iterator[None]:
    """Remove a database that turns out to be damaged, and raise `StoreError`. It has what is at an `address`."""
    import duckdb

    try:
        yield
    except duckdb.Error as error:
        if not _is_damage(error):
            raise
        with suppress(OSError):
            _remove(file)
        why = str(error).partition("\n")[0]
        raise StoreError(
            f"{file}, which has what was read of {address}, cannot be used: {why}; it is removed, and rebuilt when "
            "you ask again"
        ) from error


def _replica_file(folder: Folder, cache: Path, layout: str) -> Path | None:
    """Where a replica is kept, if that can be used now."""
    import duckdb

    made_by = f"{folder.identity} {VERSION} {duckdb.__version__} {layout}"
    name = hashlib.sha256(made_by.encode()).hexdigest()[:16]
    file = cache / "stores" / f"{name}.duckdb"
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        return file if os.access(file.parent, os.W_OK) and _is_free(file) else None
    except OSError:
        return None


def _is_free(file: Path) -> bool:
    """Whether nobody writes to a database, or no longer does after a while. Raises `OSError` if it is of no use."""
    import duckdb

    if not file.exists():
        return True
    try:
        patiently(partial(connect_database, str(file), read_only=True)).close()
    except duckdb.Error as error:
        if not _is_damage(error):
            return False
        _remove(file)  # A disk was full, or somebody else wrote to it.
    return True


def _is_damage(error: Exception) -> bool:
    """Whether this says that a database is not as it was left."""
    import duckdb

    damage = duckdb.IOException | duckdb.InternalError | duckdb.FatalException | duckdb.TransactionException
    return (type(error) is duckdb.Error or isinstance(error, damage)) and not _is_locked(error)


def _is_locked(error: Exception) -> bool:
    """Whether another process uses a database."""
    return "lock on file" in str(error) or "being used" in str(error)


def _remove(file: Path) -> None:
    for one in (file, file.with_name(f"{file.name}.wal")):
        one.unlink(missing_ok=True)
