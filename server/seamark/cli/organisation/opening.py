"""Opens a store for the commands that ask it, and says what in it cannot be read."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from seamark.cli import output
from seamark.cli.failure import Failure
from seamark.index.persistence.cache import folder as cache_folder
from seamark.store import replica
from seamark.store.errors import StoreError
from seamark.store.folder import Folder

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


@contextmanager
def open_store(address: str, *, cached: bool, may_be_empty: bool = False) -> Iterator[DuckDBPyConnection]:
    """A connection to the replica of a store, up to date. Raises `Failure` if the store cannot be read, or is empty."""
    try:
        with replica.open_replica(Folder(address), cache_folder() if cached else None) as connection:
            for problem in replica.problems(connection, address):
                output.warning(f"{problem.path} is left out: {problem.reason}")
            if not may_be_empty:
                replica.refuse_empty(connection, address)
            yield connection
    except StoreError as error:
        raise Failure(str(error)) from error
