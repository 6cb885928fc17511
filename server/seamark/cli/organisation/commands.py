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
_no_cache = click.option("--no-cache", is_flag=True, help="Do not write the cache (see `seamark cache`).")


@click.group()
def store() -> None:
    """Collect and query the contracts of many repositories.

    A store has one file per repository. It needs `pip install 'duckdb>=1.4' 'fsspec>=2024.6'`.
    """


def _with_reading_options(command: Callable[..., None]) -> Callable[..., None]:
    """The arguments of commands that read repositories."""
    arguments = (
        click.argument("paths", metavar="PATH...", nargs=-1, required=True),
        _store,
        click.option("--revision", metavar="REV", help="Read this revision instead of the one that is checked out."),
        click.option("--anew", is_flag=True, help="Also read repositories whose commit is already in the store."),
        click.option(
            "--jobs",
            type=click.IntRange(1),
            help="How many repositories to read at once.  [default: one per processor]",
        ),
        click.option(
            "--engine",
            "on",
            type=click.Choice(["local", "dask"]),
            default="local",
            show_default=True,
            help="Use processes on this machine, or a Dask cluster (`pip install 'distributed>=2024.8'`).",
        ),
        click.option(
            "--scheduler",
            envvar="DASK_SCHEDULER_ADDRESS",
            show_envvar=True,
            metavar="ADDRESS",
            help="The scheduler for `--engine dask`.  [default: a local cluster of --jobs processes]",
        ),
        _no_cache,
    )
    for argument in reversed(arguments):
        command = argument(command)
    return command


@store.command()
@_with_reading_options
def add(paths: tuple[str, ...], **options: Any) -> None:
    """Read repositories and add what they serve and call to a store.

    Each PATH is a folder or a bare repository. In a git repository, Seamark reads what was committed. The folder's name
    becomes the repository's name; NAME=PATH gives it another. Repositories whose commit is already in the store are
    skipped.
    """
    _read_repositories(paths, new=True, **options)


@store.command()
@_with_reading_options
def update(paths: tuple[str, ...], **options: Any) -> None:
    """Read repositories of a store again if their commit has changed."""
    _read_repositories(paths, new=False, **options)


def _read_repositories(
    paths: tuple[str, ...], *, new: bool, address: str, jobs: int | None, no_cache: bool, **how: Any
) -> None:
    from seamark.cli.organisation import adding

    if not adding.add_repositories(paths, address, jobs=jobs, new=new, cached=not no_cache, **how):
        sys.exit(1)


@store.command("list")
@_store
@_no_cache
def list_(address: str, no_cache: bool) -> None:
    """List the repositories of a store with their commits."""
    from seamark.cli import output
    from seamark.cli.organisation import listing

    output.table(listing.table(address, cached=not no_cache))


@store.command()
@click.argument("names", metavar="NAME...", nargs=-1, required=True)
@_store
def remove(names: tuple[str, ...], address: str) -> None:
    """Remove repositories from a store."""
    from seamark.cli.organisation import listing

    listing.remove_repositories(names, address)


_repository = click.option("--repository", metavar="NAME", help="Only what this repository serves and calls.")


@store.command("map")
@_store
@_repository
@ROWS
@_no_cache
def map_(address: str, repository: str | None, form: str, no_cache: bool) -> None:
    """List every contract with its providers and consumers."""
    from seamark.cli.organisation import asking

    asking.map_(address, repository, form, cached=not no_cache)


@store.command()
@_store
@_repository
@COMPATIBLE
@ROWS
@_no_cache
def links(address: str, repository: str | None, compatible: bool, form: str, no_cache: bool) -> None:
    """List every call with the handlers that serve it."""
    from seamark.cli.organisation import asking

    asking.links(address, repository, form, compatible=compatible, cached=not no_cache)


@store.command()
@click.argument("key")
@_store
@_no_cache
def explain(key: str, address: str, no_cache: bool) -> None:
    """Explain one contract: its providers, consumers and evidence.

    Exits with 1 if there is no such contract.
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
    """Find broken contracts in all repositories."""
    from seamark.cli.organisation import asking
    from seamark.cli.reviewing import checking

    raised: Any = {"unserved-call": "warning"} if unserved else {}
    found = list(asking.found_in(address, repository, raised, cached=not no_cache))
    checking.write_findings(found, form, target)
    if checking.is_bad(found, fail_on):
        sys.exit(1)


@store.command()
@click.argument("old")
@click.argument("new")
@_store
@click.option("--repository", metavar="NAME", help="Its name in the store.  [default: the folder's name]")
@click.option("--folder", default=".", show_default=True, help="The folder of the repository to compare revisions of.")
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
    """Show what a change in one repository does to the others.

    OLD and NEW are folders, or revisions of the repository in --folder.
    """
    from seamark.cli.organisation import against
    from seamark.cli.organisation.repositories import name_and_path
    from seamark.cli.reviewing import diffing

    name = repository or name_and_path(folder)[0]
    found = against.compare_repository(old, new, folder, address, name, cached=not no_cache)
    diffing.write_comparison(found, form, target)
    if exit_code and found.broken_calls:
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
    help="Complete data, a picture, or the service map as a web page.",
)
@OUTPUT
@_no_cache
def graph(address: str, repository: str | None, form: str, target: Path | None, no_cache: bool) -> None:
    """Write a graph of all contracts with their providers and consumers."""
    from seamark.cli.organisation import asking

    asking.graph(address, repository, form, target, cached=not no_cache)
