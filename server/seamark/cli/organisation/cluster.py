"""Runs tasks on a cluster of Dask's: one that is there already, or one of processes of this machine.

Results go from the workers to the store; here only what became of each task arrives. Dask does a task again elsewhere
if its worker dies. One at which several die, one after the other, it gives up; others may have been under way there,
so each of these is tried once more when nothing else runs.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import count as numbers
from typing import TYPE_CHECKING, Any

from seamark import installing
from seamark.cli import output
from seamark.cli.failure import Failure
from seamark.cli.organisation.engine import Do
from seamark.cli.organisation.reading import Outcome, Task, do_task

if TYPE_CHECKING:
    from distributed import Client, Future

_WAITING = 2
"""So many tasks for each thread of the workers are handed over at once: nobody idles, and the scheduler holds few."""
_DEATHS = 1
"""At so many deaths of workers a task is not yet given up; a cluster that is there already has its own setting."""
_HERE = "127.0.0.1:0"
"""Where a cluster of this machine tells others of itself: where only this machine hears it."""
_PATIENCE = 10
"""So many seconds a scheduler has to answer."""


def outcomes(tasks: Sequence[Task], count: int, scheduler: str | None, do: Do = do_task) -> Iterator[Outcome]:
    """What became of each task, in the order in which they end.

    `scheduler` is the address of a cluster; without one a cluster of `count` processes is made. Raises `Failure` if
    there is none, or if it goes away: what was written until then is in the store.
    """
    with _client(count, scheduler) as client:
        given_up: list[Task] = []
        yield from _together(client, do, tasks, given_up)
        for task in given_up:
            again: list[Task] = []
            yield from _together(client, do, [task], again)
            if again:
                yield Outcome(task.name, "failed", f"{task.path}: every worker that tried to read it died")


def _together(client: Client, do: Do, tasks: Sequence[Task], given_up: list[Task]) -> Iterator[Outcome]:
    from distributed import KilledWorker, as_completed

    left = iter(tasks)
    under_way: dict[Future[Outcome], Task] = {}
    attempt = next(_ATTEMPTS)

    def submit() -> Iterator[Future[Outcome]]:
        most = _WAITING * max(1, sum(client.nthreads().values()))
        while len(under_way) < most and (task := next(left, None)) is not None:
            future = client.submit(do, task, key=f"{client.id} {attempt} {task.name}", pure=False)
            under_way[future] = task
            yield future

    ended = as_completed(list(submit()))
    for future in ended:
        task = under_way.pop(future)
        try:
            yield future.result()
        except KilledWorker:
            given_up.append(task)
        except Exception as error:
            if client.status != "running" or future.cancelled():
                raise Failure(
                    f"the cluster is gone: {error}; start again: finished repositories are skipped"
                ) from error
            yield Outcome(
                task.name, "failed", f"{task.path}: a worker could not read it: {type(error).__name__}: {error}"
            )
        ended.update(list(submit()))


_ATTEMPTS = numbers()


@contextmanager
def _client(count: int, scheduler: str | None) -> Iterator[Client]:
    try:
        import dask
        from distributed import Client, LocalCluster
    except ImportError as error:
        raise Failure(
            f"{error.name} is not installed, and `--engine dask` needs it: {installing.command('distributed>=2024.8')}"
        ) from error
    if scheduler is not None:
        with _connect_client(Client, scheduler) as client:
            if not client.nthreads():
                output.hint(f"{scheduler} has no workers yet: waiting for one")
            yield client
        return
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # What matters of it is said by outcomes.
    settings = {"distributed.scheduler.allowed-failures": _DEATHS}
    with (
        dask.config.set(settings),
        LocalCluster(count, threads_per_worker=1, dashboard_address=_HERE, silence_logs=logging.CRITICAL) as cluster,
        Client(cluster) as client,
    ):
        yield client


def _connect_client(kind: type[Client], scheduler: str) -> Any:
    try:
        return kind(scheduler, timeout=_PATIENCE)
    except (OSError, ValueError) as error:
        raise Failure(f"no Dask scheduler answers at {scheduler}: {error}") from error
