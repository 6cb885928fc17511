"""The commands of `seamark store`. What they need, they import themselves: `seamark --version` answers at once."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from seamark.cli.options import CHANGES, COMPATIBLE, EXIT_CODE, FAIL_ON, FINDINGS, OUTPUT, ROWS, UNSERVED

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

    A store has a file for each repository. It needs `pip install 'duckdb>=1.4' 'fsspec>=2024.6'`.
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
        click.option(
            "--engine",
            "on",
            type=click.Choice(["local", "dask"]),
            default="local",
            show_default=True,
            help="Processes of this machine, or a cluster of Dask's (`pip install 'distributed>=2024.8'`).",
        ),
        click.option(
            "--scheduler",
            envvar="DASK_SCHEDULER_ADDRESS",
            show_envvar=True,
            metavar="ADDRESS",
            help="With `--engine dask`: the cluster's scheduler.  [default: a cluster of --jobs processes here]",
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


_repository = click.option("--repository", metavar="NAME", help="Only what this repository serves and calls.")


@store.command("map")
@_store
@_repository
@ROWS
@_no_cache
def map_(address: str, repository: str | None, form: str, no_cache: bool) -> None:
    """Show every contract with both of its sides."""
    from seamark.cli.organisation import asking

    asking.map_(address, repository, form, cached=not no_cache)


@store.command()
@_store
@_repository
@COMPATIBLE
@ROWS
@_no_cache
def links(address: str, repository: str | None, compatible: bool, form: str, no_cache: bool) -> None:
    """List every call together with everyone who serves it."""
    from seamark.cli.organisation import asking

    asking.links(address, repository, form, compatible=compatible, cached=not no_cache)


@store.command()
@click.argument("key")
@_store
@_no_cache
def explain(key: str, address: str, no_cache: bool) -> None:
    """Tell all about one contract: its sides, and how they were found.

    It ends with 1 if there is no such contract.
    """
    from seamark.cli.organisation import asking

    if not asking.explain(address, key, cached=not no_cache):
        sys.exit(1)


@store.command()
@_store
@_repository
@UNSERVED
@FINDINGS
@OUTPUT
@FAIL_ON
@_no_cache
def check(
    address: str,
    repository: str | None,
    unserved: bool,
    form: str,
    target: Path | None,
    fail_on: Any,
    no_cache: bool,
) -> None:
    """Tell what is wrong between callers and handlers."""
    from seamark.cli.organisation import asking
    from seamark.cli.reviewing import checking

    raised: Any = {"unserved-call": "warning"} if unserved else {}
    found = list(asking.found_in(address, repository, raised, cached=not no_cache))
    checking.written(found, form, target)
    if checking.is_bad(found, fail_on):
        sys.exit(1)


@store.command()
@click.argument("old")
@click.argument("new")
@_store
@click.option("--repository", metavar="NAME", help="What it is called in the store.  [default: as the folder]")
@click.option("--folder", default=".", show_default=True, help="The folder in the repository of the revisions.")
@CHANGES
@OUTPUT
@EXIT_CODE
@_no_cache
def diff(
    old: str,
    new: str,
    address: str,
    repository: str | None,
    folder: str,
    form: str,
    target: Path | None,
    exit_code: bool,
    no_cache: bool,
) -> None:
    """Tell what a change of one repository does to the others.

    OLD and NEW are folders, or revisions of the repository in --folder.
    """
    from seamark.cli.organisation import against
    from seamark.cli.organisation.repositories import named
    from seamark.cli.reviewing import diffing

    name = repository or named(folder)[0]
    found = against.compared(old, new, folder, address, name, cached=not no_cache)
    diffing.written(found, form, target)
    if exit_code and found.broken:
        sys.exit(1)


@store.command()
@_store
@_repository
@click.option(
    "--format",
    "form",
    type=click.Choice(["json", "dot", "mermaid", "html"]),
    default="json",
    show_default=True,
    help="All that Seamark knows, a picture, or the map of the services as a page for a browser.",
)
@OUTPUT
@_no_cache
def graph(address: str, repository: str | None, form: str, target: Path | None, no_cache: bool) -> None:
    """Write the graph of all contracts and the code on their sides."""
    from seamark.cli.organisation import asking

    asking.graph(address, repository, form, target, cached=not no_cache)
