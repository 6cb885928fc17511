"""What `seamark check` finds, as an assistant is told of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, cast

from seamark.cli.doctor.workspace import first_lines as first_of
from seamark.cli.failure import Failure
from seamark.cli.refusals import summary
from seamark.cli.reviewing.checking import Earlier
from seamark.cli.reviewing.reports.reported import ReportedFinding
from seamark.cli.workspaces import Workspace, problem_text, settings_problems
from seamark.escaping import escape_text
from seamark.settings import NAME

from .data import Empty, Finding, Findings
from .paging import Page
from .quoting import shorten_text
from .state import State

if TYPE_CHECKING:
    from seamark.index.service import Service


def check(state: State, since: str | None, page: Page) -> Findings:
    """What is probably wrong between consumers and providers; with a revision only what was not so then.

    Raises `Failure` if there is no such revision.
    """
    if since is not None and not since.isprintable():
        raise Failure(f"`{escape_text(since)}` is not a revision")
    # A review asks no more than that of a service: what other repositories serve is not missing.
    workspace = Workspace(str(state.root), cast("Service", state.everywhere))
    said = "findings" if since is None else f"findings that are new since {escape_text(since)}"
    notes = list(_of_settings(state.service))
    if state.reading is not None:  # What nobody serves yet may be served by what is left to read.
        unread = Empty(kind="still reading", why="unserved calls are known only when all files have been read")
        return Findings(asked=said, total=0, notes=tuple(notes), empty=unread, reading=state.reading)
    found, _ = Earlier(since=since).new(workspace, {})
    refused = summary(state.service.refused_groups(), "doctor")
    notes += [] if refused is None else [escape_text("".join(span.text for span in refused))]
    empty = None if found else Empty(kind="nothing there", why="no findings")
    return Findings(
        asked=said,
        total=len(found),
        cursor=page.next(found),
        notes=tuple(notes),
        empty=empty,
        found=tuple(_finding(state, one) for one in page.of(found)),
    )


def _of_settings(service: Service) -> Iterator[str]:
    """Which settings do not count as they are written."""
    wrong = [problem_text(one) for one in settings_problems(service)]
    if wrong:
        yield escape_text(f"{NAME} is not valid; invalid settings are escape_text: {'; '.join(first_of(wrong))}")


def _finding(state: State, one: ReportedFinding) -> Finding:
    state.quoting.link(one.path, one.where.line)
    return Finding(
        severity=one.severity,
        kind=one.kind,
        message=escape_text(one.message),
        file=escape_text(one.where.shown),
        line=one.where.line,
        source=shorten_text(one.source.strip()),
        related=tuple(escape_text(f"{where.shown}:{where.line} {words}") for where, words in one.related),
    )
