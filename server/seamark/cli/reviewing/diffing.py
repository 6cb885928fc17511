"""What `seamark diff` does: reads two times of a workspace, wherever they are, and says what became of contracts."""

from __future__ import annotations

import os
from pathlib import Path

from seamark.cli import output, writing
from seamark.cli.failure import Failure
from seamark.cli.reviewing.comparisons import FORMS, text
from seamark.cli.reviewing.former import opened_at
from seamark.cli.reviewing.named_file import content
from seamark.cli.reviewing.revisions import revision
from seamark.cli.workspaces import open_workspaces, problem_text, settings_problems
from seamark.graph import GraphFormatError, from_json
from seamark.review.comparison import Comparison, compare
from seamark.review.contracts import Contracts, of_graph, of_service
from seamark.settings import NAME
from seamark.source.problem import reason


def compare_times(old: str, new: str, folder: str, *, cached: bool) -> Comparison:
    """What became of the contracts between two times.

    Each is a folder, a file with a graph as `seamark graph` writes it, or a revision of the repository around a
    folder. Raises `Failure` if one of them cannot be read.
    """
    return compare(*(_contracts(one, folder, cached=cached) for one in (old, new)))


def write_comparison(comparison: Comparison, form: str, file: Path | None) -> None:
    """Print a comparison in a form, or write it to a file."""
    if form == "text":
        writing.lines(list(text.report(comparison)), file)
    else:
        writing.text(FORMS[form](comparison), file)


def _contracts(wanted: str, folder: str, *, cached: bool) -> Contracts:
    if os.path.isdir(wanted):
        (workspace,) = open_workspaces([wanted], cached=cached)
        if settings_problems(workspace.service):
            raise Failure(f"{NAME} in {wanted} is not valid: fix what the warning reports")
        return of_service(workspace.service, workspace.position)
    if os.path.isfile(wanted):
        return _of_file(Path(wanted))
    return _of_revision(wanted, folder, cached=cached)


def _of_file(file: Path) -> Contracts:
    try:
        return of_graph(from_json(content(file)))
    except GraphFormatError as error:
        raise Failure(f"{file}: {error}; write one with `seamark graph PATH > {file}`") from error
    except OSError as error:
        raise Failure(f"{file}: {reason(error)}") from error


def _of_revision(name: str, folder: str, *, cached: bool) -> Contracts:
    try:
        found = revision(folder, name)
    except Failure as failure:
        raise Failure(f"there is no file or folder {name}, and {failure.message}") from failure
    with opened_at(folder, found, cached=cached) as workspace:
        if workspace is None:
            raise Failure(f"{folder} did not exist at {name}")
        for problem in workspace.service.problems():
            output.warning(problem_text(problem, f"{name}:{problem.path}"))
        return of_service(workspace.service, workspace.position)
