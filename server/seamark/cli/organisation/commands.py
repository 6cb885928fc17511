"""The commands of `seamark store`. What they need, they import themselves: `seamark --version` answers at once."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import click

_store = click.option(
    "--store",
    "address",
    required=True,
    envvar="SEAMARK_STORE",
    show_envvar=True,
    metavar="STORE",
    help="A folder, or an address that fsspec opens (`s3://bucket/contracts`).",
)
_no_cache = click.option("--no-cache", is_flag=True, help="Keep nothing for the next time (see `seamark cache`).")


@click.group()
def store() -> None:
    """Contracts over many repositories, which nobody has open together.

    A store has a file for each repository. It needs `pip install 'seamark[store]'`.
    """


def _reading(command: Callable[..., None]) -> Callable[..., None]:
    """The arguments of commands that read repositories."""
    arguments = (
        click.argument("paths", metavar="PATH...", nargs=-1, required=True),
        _store,
        click.option("--revision", metavar="REV", help="Read this revision of each, not the one that is checked out."),
        click.option("--anew", is_flag=True, help="Read also those whose commit is in the store."),
        click.option(
            "--jobs", type=click.IntRange(1), help="So many repositories are read at once.  [default: the processors]"
        ),
        _no_cache,
    )
    for argument in reversed(arguments):
        command = argument(command)
    return command


@store.command()
@_reading
def add(paths: tuple[str, ...], **options: Any) -> None:
    """Read repositories, and put what they serve and call into a store.

    Each PATH is a folder, which in a repository of git is read as it was committed, or a bare repository. It is stored
    under the folder's name, or as NAME=PATH says. A repository whose commit is there already is skipped.
    """
    _read(paths, new=True, **options)


@store.command()
@_reading
def update(paths: tuple[str, ...], **options: Any) -> None:
    """Read repositories of a store again, if they have another commit."""
    _read(paths, new=False, **options)


def _read(paths: tuple[str, ...], *, new: bool, address: str, jobs: int | None, no_cache: bool, **how: Any) -> None:
    from seamark.cli.organisation import adding

    if not adding.added(paths, address, jobs=jobs, new=new, cached=not no_cache, **how):
        sys.exit(1)


@store.command("list")
@_store
@_no_cache
def list_(address: str, no_cache: bool) -> None:
    """List the repositories of a store, with their commits."""
    from seamark.cli import output
    from seamark.cli.organisation import listing

    output.table(listing.table(address, cached=not no_cache))


@store.command()
@click.argument("names", metavar="NAME...", nargs=-1, required=True)
@_store
def remove(names: tuple[str, ...], address: str) -> None:
    """Take repositories out of a store."""
    from seamark.cli.organisation import listing

    listing.removed(names, address)
