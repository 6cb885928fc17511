"""Workspaces as the command line sees them: opened one after the other, each with an index of its own."""

from __future__ import annotations

import os
import shlex
import stat
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from functools import lru_cache
from pathlib import Path

import click

from seamark.escaping import escape_text
from seamark.index.persistence.cache import Cache, of_user
from seamark.index.reports import Progress
from seamark.index.service import ContractQueries, Service
from seamark.resolve.port_model import Problem
from seamark.settings import NAME
from seamark.source import LineIndex
from seamark.source.problem import reason

from . import output

_LINE_INDEXES = 256
"""How many files' texts are kept at hand: the two sides of links alternate between a few."""


class ContractSource:
    """What answers questions about contracts, and its name as the user typed it: a workspace, or a store.

    With `several` of them in one output, a place must say to which of them it belongs.
    """

    def __init__(self, root: str, service: ContractQueries, *, several: bool = False) -> None:
        self.root = root
        self.service = service
        self.several = several

    def position(self, path: str, offset: int) -> tuple[int, int]:
        """The 1-based line and column of a place in a file."""
        raise NotImplementedError

    def line(self, path: str, offset: int) -> str:
        """The line in which a place is, without its end; empty where no text is at hand."""
        raise NotImplementedError

    def asks(self, command: str) -> str:
        """How a user asks it something else, without the program's name."""
        return f"{command} {shlex.quote(self.root)}"

    def about(self, path: str) -> Mapping[str, str]:  # noqa: ARG002 - in a workspace there is nothing to say
        """What else programs are told of a file: its repository and commit, if there are several."""
        return {}

    def place(self, path: str, offset: int) -> str:
        """`file:line:column`, for people and for terminals that make a link of it."""
        line, column = self.position(path, offset)
        shown = join_root(self.root, path) if self.several else path
        return f"{shown}:{line}:{column}"


class Workspace(ContractSource):
    """A workspace that has been read."""

    service: Service

    def __init__(self, root: str, service: Service, *, several: bool = False) -> None:
        super().__init__(root, service, several=several)
        self._lines = lru_cache(_LINE_INDEXES)(self._line_index)

    def position(self, path: str, offset: int) -> tuple[int, int]:
        """The 1-based line and column of a byte offset."""
        return self._lines(path).human(offset)

    def line(self, path: str, offset: int) -> str:
        """The line in which a byte offset is, without its end."""
        lines = self._lines(path)
        start, end = lines.line(lines.human(offset)[0] - 1)
        return lines.data[start:end].decode()

    def _line_index(self, path: str) -> LineIndex:
        # A file that went away since it was read has no lines any more: everything in it is at its beginning.
        return LineIndex(self.service.text(path) or b"")


def join_root(root: str, path: str) -> str:
    """A file of the workspace as seen from the current folder."""
    if path == "." or not os.path.isdir(root):
        return root
    return path if root in (".", "./") else os.path.join(root, path)


def problem_text(problem: Problem, file: str | None = None) -> str:
    """`file:line: reason`; the file as it is in its workspace, or by another name."""
    line = "" if problem.line is None else f":{problem.line}"
    return f"{problem.path if file is None else file}{line}: {problem.reason}"


def settings_problems(service: Service) -> list[Problem]:
    """What is wrong in the settings of a workspace: what counts there is not what its users meant."""
    return [one for one in service.problems() if os.path.basename(one.path) == NAME]


def unreadable(path: str) -> str | None:
    """Why a path cannot be a workspace, or None if it can."""
    try:
        mode = os.stat(path).st_mode
        if stat.S_ISDIR(mode):
            os.scandir(path).close()
        elif not stat.S_ISREG(mode):
            return "neither a folder nor a file"
        elif not os.access(path, os.R_OK):
            return "permission denied"
        os.path.abspath(path)  # There is none if the current folder is gone.
    except (OSError, ValueError) as error:
        return reason(error)
    return None


def open_workspaces(paths: Sequence[str], *, cached: bool = True) -> Iterator[Workspace]:
    """Read each workspace in its turn. What could not be read in it is said on standard error.

    What is `cached` of earlier runs, and of this one, makes it quick. Raises `click.BadParameter` if nothing of a
    workspace can be read.
    """
    with closing(cache_of(cached=cached)) as cache:
        yield from _open_each(paths, cache)


def cache_of(*, cached: bool) -> Cache:
    """What is kept of earlier runs, or nothing."""
    return of_user() if cached else Cache()


def _open_each(paths: Sequence[str], cache: Cache) -> Iterator[Workspace]:
    for path in paths:
        workspace = opened_with(path, cache, several=len(paths) > 1)
        for problem in workspace.service.problems():
            if problem.path == ".":
                raise click.BadParameter(f"{path}: {problem.reason}")
            output.warning(problem_text(problem, join_root(path, problem.path)))
        yield workspace


def opened_with(path: str, cache: Cache, *, several: bool = False) -> Workspace:
    """Read one workspace, and say nothing of what could not be read."""
    service = new_service(path, cache)
    with _progress(path) as progress:
        service.load(progress)
    return Workspace(path, service, several=several)


def new_service(path: str, cache: Cache) -> Service:
    """An index in this process that has read nothing yet."""
    from seamark.index import Index

    return Index([Path(path)], cache=cache)


@contextmanager
def _progress(path: str) -> Iterator[Progress | None]:
    """A bar on standard error if that is a terminal."""
    if not sys.stderr.isatty():
        yield None
        return

    from rich.console import Console
    from rich.markup import escape
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
    from rich.progress import Progress as Bars

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Bars(*columns, console=Console(stderr=True), transient=True) as bars:
        bar = bars.add_task(f"Reading {escape(escape_text(path))}", total=None)
        yield lambda done, total: bars.update(bar, completed=done, total=total)
