"""What `seamark store add` and `update` do: a task for each repository, and a line about what became of it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from seamark.cli import output
from seamark.cli.failure import Failure
from seamark.cli.organisation import cluster, engine
from seamark.cli.organisation.reading import Outcome, Task
from seamark.cli.organisation.repositories import to_add
from seamark.store.errors import StoreError
from seamark.store.folder import Folder

if TYPE_CHECKING:
    from rich.progress import Progress


def add_repositories(
    paths: Sequence[str],
    store: str,
    *,
    revision: str | None,
    new: bool,
    anew: bool,
    jobs: int | None,
    on: str,
    scheduler: str | None,
    cached: bool,
) -> bool:
    """Read these repositories into a store, `on` an engine: `local` or `dask`. Gives whether none failed.

    Raises `Failure` if nothing can be begun.
    """
    names: dict[str, str] = {}
    for text in paths:
        name, path = to_add(text)
        if name in names and os.path.realpath(names[name]) != os.path.realpath(path):
            raise Failure(f"{names[name]} and {path} are both called {name}: name one of them, as in NAME={path}")
        names[name] = path
    try:
        Folder(store).sweep()
    except StoreError as error:
        raise Failure(str(error)) from error
    count = min(jobs or os.cpu_count() or 1, len(names))
    if on == "dask":  # Its workers have other current folders.
        store = store if "://" in store else os.path.abspath(store)
        names = {name: os.path.abspath(path) for name, path in names.items()}
    alone = on == "local" and count == 1
    tasks = [Task(name, path, store, revision, new, anew, cached, alone) for name, path in names.items()]
    outcomes = engine.outcomes(tasks, count) if on == "local" else cluster.outcomes(tasks, count, scheduler)
    failed = False
    with _progress(len(tasks)) as bars:
        for outcome in outcomes:
            failed |= outcome.what == "failed"
            _tell(outcome)
            if bars is not None:
                bars.advance(bars.task_ids[0])
    return not failed


def _tell(outcome: Outcome) -> None:
    for warning in outcome.warnings:
        output.warning(warning)
    name, told = outcome.name, outcome.told.removeprefix(f"{outcome.name}: ")
    if outcome.what == "failed":
        output.hint(f"failed   {name}: {told}")
    elif outcome.what == "skipped":
        output.hint(f"skipped  {name}: {told} is there")
    else:
        ports = f"{outcome.ports} port{'' if outcome.ports == 1 else 's'}"
        output.hint(f"{outcome.what:<8} {name}: {told}, {ports} in {outcome.seconds:.1f} s")


@contextmanager
def _progress(count: int) -> Iterator[Progress | None]:
    """A bar on standard error if that is a terminal."""
    if not sys.stderr.isatty() or count == 1:
        yield None
        return

    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bars:
        bars.add_task("Reading repositories", total=count)
        yield bars
