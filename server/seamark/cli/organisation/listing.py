"""What a store has: the repositories and their commits."""

from __future__ import annotations

from collections.abc import Sequence

from seamark.cli import output
from seamark.cli.failure import Failure
from seamark.cli.layout import Group, Span, Table
from seamark.cli.organisation.opening import open_store
from seamark.store.errors import StoreError
from seamark.store.folder import Folder, file_of
from seamark.store.shard import short


def table(address: str, *, cached: bool) -> Table:
    """The repositories of a store. Raises `Failure` if it cannot be read."""
    with open_store(address, cached=cached, may_be_empty=True) as connection:
        found = connection.execute(
            """SELECT repository, repositories.commit, committed, url, count(ports.id) FROM repositories
            LEFT JOIN ports USING (repository) WHERE problem = '' GROUP BY ALL ORDER BY repository"""
        ).fetchall()
    groups = [
        Group(Span(name, "cyan"), [(Span(str(ports)), Span(short(commit)), Span(committed, "dim"), Span(url, "dim"))])
        for name, commit, committed, url, ports in found
    ]
    count = f"{len(found) or 'no'} repositor{'y' if len(found) == 1 else 'ies'}"
    return Table(("repository", "ports", "commit", "committed", "from"), groups, count)


def remove_repositories(names: Sequence[str], address: str) -> None:
    """Take repositories out of a store. Raises `Failure` if one is not there, or cannot be removed."""
    try:
        folder = Folder(address)
        there = folder.shards()
        for name in names:
            if file_of(name) not in there:
                raise Failure(f"{name} is not in the store {address}: `seamark store list` shows what is")
        for name in names:
            folder.remove(file_of(name))
            output.hint(f"removed  {name}")
    except StoreError as error:
        raise Failure(str(error)) from error
