"""Whether there is anything in a store that can be asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .errors import StoreError

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_READ = "SELECT 1 FROM replica.repositories WHERE problem = '' LIMIT 1"


def refuse_empty(connection: DuckDBPyConnection, address: str) -> None:
    """Raise `StoreError` if a replica has no repository that was read: every answer would be that there is nobody."""
    if not connection.execute(_READ).fetchall():
        raise StoreError(
            f"the store {address} has no repository that can be read: `seamark store add PATH --store STORE` adds one"
        )
