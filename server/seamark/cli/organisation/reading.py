"""Reads one repository and puts its shard into a store: one task, in whatever process. What goes back is small."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from functools import lru_cache, partial
from time import perf_counter
from typing import Literal, NamedTuple

from seamark.cli.failure import Failure
from seamark.cli.organisation.repositories import repository
from seamark.cli.workspaces import cache_of
from seamark.index import Index
from seamark.index.service import Service
from seamark.resolve.port_model import Port
from seamark.review.comments import read_ignored
from seamark.source import LineIndex
from seamark.source.problem import reason
from seamark.store.errors import StoreError
from seamark.store.folder import Folder
from seamark.store.shard import About, Position, of_service, short
from seamark.store.writing import Header, header_of, write
from seamark.version import __version__

_LINE_INDEXES = 64
What = Literal["added", "updated", "skipped", "failed"]


class Task(NamedTuple):
    """A repository to read, under its name, and where its shard goes.

    `new` says whether it may be one that the store does not have. With `anew` it is read even if its commit is there.
    """

    name: str
    path: str
    store: str
    revision: str | None = None
    new: bool = True
    anew: bool = False
    cached: bool = True
    alone: bool = True


class Outcome(NamedTuple):
    """What became of a task: `told` is the commit, or for one that failed why."""

    name: str
    what: What
    told: str
    ports: int = 0
    seconds: float = 0.0
    warnings: tuple[str, ...] = ()


def do_task(task: Task) -> Outcome:
    """Do a task. It raises nothing that is the repository's or the store's fault."""
    start = perf_counter()
    try:
        return _update_shard(task)._replace(seconds=perf_counter() - start)
    except (Failure, StoreError) as error:
        return Outcome(task.name, "failed", str(error), 0, perf_counter() - start)
    except OSError as error:
        return Outcome(task.name, "failed", f"{task.path}: {reason(error)}", 0, perf_counter() - start)


def _update_shard(task: Task) -> Outcome:
    folder = Folder(task.store)
    found = repository(task.name, task.path, task.revision)
    stored = header_of(folder, task.name)
    if stored is None and not task.new:
        return Outcome(
            task.name, "failed", f"{task.name} is not in the store: `seamark store add {task.name}={task.path}` adds it"
        )
    there = stored if isinstance(stored, Header) else None
    if there is not None and there.url and found.about.url and there.url != found.about.url:
        told = f"the store has {task.name} from {there.url}, and this is {found.about.url}"
        told += f": give it another name: NAME={task.path}"
        return Outcome(task.name, "failed", told)
    is_same = there is not None and there.commit != "" and there.commit == found.about.commit
    if is_same and there is not None and there.version == __version__ and not task.anew:
        return Outcome(task.name, "skipped", _describe_commit(there))
    with found.folder() as place, closing(cache_of(cached=task.cached)) as cache:
        service = Index([place], cache=cache, processes=None if task.alone else 0)
        service.load()
        shard = of_service(service, found.about, positions(service), partial(ignored_kinds, service))
        warnings = [f"{task.name}/{one.path}: {one.reason}" for one in service.problems()]
    write(folder, shard)
    what: What = "added" if stored is None else "updated"
    return Outcome(task.name, what, _describe_commit(found.about), len(shard.rows), warnings=tuple(warnings))


def _describe_commit(about: About) -> str:
    return short(about.commit) or "without a commit"


def positions(service: Service) -> Position:
    """What tells lines and columns in the texts of a service."""

    @lru_cache(_LINE_INDEXES)
    def lines(path: str) -> LineIndex:
        return LineIndex(service.text(path) or b"")

    def position(path: str, offset: int) -> tuple[int, int]:
        return lines(path).human(offset)

    return position


def ignored_kinds(service: Service, port: Port) -> Sequence[str]:
    """The kinds of findings that comments beside a port silence."""
    found = read_ignored(service.text(port.path) or b"", port.start, port.end)
    return ["*"] if found.everything else sorted(found.kinds)
