"""Which repositories of a store are the same as one elsewhere: by the address that they were cloned from."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from seamark.patterns import regex

from .shard import About

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_URL = regex(r"[A-Za-z][A-Za-z0-9+.-]*://(?:[^/@]*@)?(?P<host>[^/:]+)(?::\d+)?/(?P<path>.+)")
_SHORT = regex(r"(?:[^/@:]+@)?(?P<host>[^/:]{2,}):(?P<path>[^/\\].*)")
"""What `scp` takes, and git, too: `git@host:path`. One letter is a drive."""


class Origin(NamedTuple):
    """Where a repository comes from: the same for all ways to write that."""

    host: str
    path: str

    @property
    def name(self) -> str:
        """The last part of the path."""
        return self.path.rpartition("/")[2]


def origin(url: str) -> Origin | None:
    """What an address says that git knows; None for folders."""
    found = _URL.fullmatch(url) or _SHORT.fullmatch(url)
    if found is None:
        return None
    path = found["path"].strip("/").removesuffix(".git")
    return Origin(found["host"].lower(), path) if path else None


def same(connection: DuckDBPyConnection, name: str, url: str) -> frozenset[str]:
    """The repositories in the replica of a store that come from there; if none does, the one of this name."""
    here = origin(url)
    rows = connection.execute("SELECT repository, url FROM repositories WHERE problem = ''").fetchall()
    if here is not None and (found := frozenset(one for one, cloned in rows if cloned and origin(cloned) == here)):
        return found
    return frozenset(one for one, _ in rows if one == name)


def about(connection: DuckDBPyConnection, repository: str) -> About:
    """What the replica of a store knows of a repository."""
    rows = connection.execute(
        "SELECT repository, commit, committed, url FROM repositories WHERE repository = ?", [repository]
    ).fetchall()
    return About(*rows[0]) if rows else About(repository)
