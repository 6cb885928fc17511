"""Runs tasks on a pool of processes of this machine. Results go to the store; here only what became of each arrives.

A process that dies takes the whole pool with it, so that nobody knows at which task it was. Those that were under way
are done again, each in a process of its own; the one at which that dies, too, has failed.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from multiprocessing.process import BaseProcess
from threading import Thread

from seamark.cli.organisation.reading import Outcome, Task, do_task

Do = Callable[[Task], Outcome]

_WAITING = 1
"""So many tasks more than there are processes are handed over at once: nobody idles, and little is done again."""
_TRIES = 2
"""So often a task is tried in a process of its own after one has died."""


def outcomes(tasks: Sequence[Task], count: int, do: Do = do_task) -> Iterator[Outcome]:
    """What became of each task, in the order in which they end, with so many processes; for one none is started.

    `do` does a task, in whatever process.
    """
    if count <= 1:
        yield from map(do, tasks)
        return
    left = list(reversed(tasks))
    while left:
        doubtful: list[Task] = []
        with _pool(count) as pool:
            yield from _together(pool, do, left, count + _WAITING, doubtful)
        for task in doubtful:
            yield _alone(do, task)


def _together(
    pool: ProcessPoolExecutor, do: Do, left: list[Task], most: int, doubtful: list[Task]
) -> Iterator[Outcome]:
    """Do what is `left`, from its end, until all is done or a process dies: then `doubtful` are those under way."""
    under_way: dict[Future[Outcome], Task] = {}
    while left or under_way:
        try:
            while left and len(under_way) < most:
                under_way[pool.submit(do, left[-1])] = left[-1]
                left.pop()
        except BrokenProcessPool:
            pass
        ended, _ = wait(under_way, return_when=FIRST_COMPLETED)
        for future in ended:
            task = under_way.pop(future)
            if isinstance(future.exception(), BrokenProcessPool):
                doubtful.append(task)
            else:
                yield future.result()
        if doubtful:
            doubtful += under_way.values()
            return


def _alone(do: Do, task: Task) -> Outcome:
    for _ in range(_TRIES):
        with _pool(1) as pool:
            try:
                return pool.submit(do, task).result()
            except BrokenProcessPool:
                continue
    return Outcome(task.name, "failed", f"{task.path}: the process died {_TRIES} times while it read only this")


def _pool(count: int) -> ProcessPoolExecutor:
    # By `spawn` everywhere: a process that is forked has what others of this one hold.
    return ProcessPoolExecutor(count, mp_context=get_context("spawn"), initializer=_end_with_parent)


def _end_with_parent() -> None:
    """Have this process end when the one that started it does, however that ends: nobody else tells it to."""
    parent = parent_process()
    if parent is not None:
        Thread(target=_end_after, args=[parent], daemon=True).start()


def _end_after(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)
