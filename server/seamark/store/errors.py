"""What can be wrong with a store."""

from __future__ import annotations

from seamark import installing

INSTALL = installing.command("duckdb>=1.4", "fsspec>=2024.6")
"""What installs the libraries of the extra `store`, wherever Seamark itself was installed from."""


class StoreError(Exception):
    """A store cannot be read or written; the message says which file, why, and what to do."""


class MissingError(StoreError):
    """What a store needs is not installed."""


def require_libraries() -> None:
    """Raise `MissingError` if the libraries that a store needs are not installed."""
    try:
        import duckdb  # noqa: F401 - only whether it can be imported
        import fsspec  # type: ignore[import-untyped]  # noqa: F401
    except ImportError as error:
        raise MissingError(f"{error.name} is not installed, and a store needs it: {INSTALL}") from error
