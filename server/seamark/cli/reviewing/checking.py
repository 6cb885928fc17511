"""What `seamark check` does: finds what is wrong in workspaces, leaves out what was so before, and reports the rest."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import closing
from pathlib import Path
from typing import Literal, TypeAlias

from seamark.cli import output, writing
from seamark.cli.failure import Failure
from seamark.cli.layout import Line
from seamark.cli.refusals import summary
from seamark.cli.reviewing import reports
from seamark.cli.reviewing.named_file import content
from seamark.cli.reviewing.reports import Reported, reported
from seamark.cli.workspaces import Workspace, cache_of, new_service, opened
from seamark.escaping import in_json
from seamark.review import Kind, Review
from seamark.review.baseline import BaselineError, Identity, from_json, is_known, to_json
from seamark.settings import NAME, Severity
from seamark.source.problem import reason

Threshold: TypeAlias = Literal["error", "warning", "hint", "never"]
_WORSE: Sequence[Severity] = ("hint", "warning", "error")


class Before:
    """What was so before, so that nothing is said of it: what a baseline has, and what a revision had."""

    def __init__(self, *, baseline: Path | None = None, since: str | None = None, cached: bool = True) -> None:
        self._baseline = frozenset[Identity]() if baseline is None else frozenset(_read(baseline))
        self._since = since
        self._cached = cached

    def among(self, workspace: Workspace, found: Sequence[Reported], raised: Mapping[Kind, Severity]) -> list[Reported]:
        """Those that were not there before."""
        known = self._baseline
        if self._since is not None:
            known = known | self._of_revision(workspace, self._since, raised, wanted=bool(found))
        files = {one.identity.file for one in found} | _files(workspace, known)
        return [one for one in found if not is_known(one.identity, known, files)]

    def _of_revision(
        self, workspace: Workspace, since: str, raised: Mapping[Kind, Severity], *, wanted: bool
    ) -> AbstractSet[Identity]:
        from seamark.cli.reviewing.revisions import as_folder, revision

        old = revision(workspace.root, since)
        if not wanted:
            return frozenset()
        with as_folder(old) as folder, closing(cache_of(cached=self._cached)) as cache:
            place = folder / os.path.basename(workspace.root) if os.path.isfile(workspace.root) else folder
            if not place.exists():
                return frozenset()
            service = new_service(str(place), cache)
            service.load()
            before = Workspace(workspace.root, service, several=workspace.several)
            return {one.identity for one in _told(before, raised)}


def found_in(
    paths: Iterable[str], raised: Mapping[Kind, Severity], before: Before, notes: list[Line], *, cached: bool
) -> Iterator[Reported]:
    """What is wrong in these workspaces, one after the other, by file and position; `notes` gets what else to say.

    Raises `Failure` if a `seamark.toml` is wrong: what counts is not known then.
    """
    for workspace in opened(list(paths), cached=cached):
        wrong = [one for one in workspace.service.problems() if os.path.basename(one.path) == NAME]
        if wrong:
            raise Failure(f"{NAME} cannot be taken as it is, so what counts is not known: mend what the warning says")
        yield from before.among(workspace, list(_told(workspace, raised)), raised)
        refused = summary(workspace.service.refused(), workspace.asks("doctor"))
        notes += [refused] if refused is not None else []


def written(found: Sequence[Reported], form: str, file: Path | None, notes: Iterable[Line] = ()) -> None:
    """Print the findings in a form, or write them to a file. In a text `notes` follow."""
    if form == "text":
        from seamark.cli.reviewing.reports import text

        writing.lines([*text.report(found), *notes], file)
    else:
        writing.text(reports.form(form)(found), file)


def keep(found: Sequence[Reported], baseline: Path) -> None:
    """Write a baseline of all findings."""
    writing.text(in_json(to_json(one.identity for one in found)), baseline)
    output.hint(
        f"{baseline} has {len(found)} finding{'' if len(found) == 1 else 's'}, of which nothing is said from now on"
    )


def is_bad(found: Iterable[Reported], threshold: Threshold) -> bool:
    """Whether a finding is as bad as the threshold, or worse."""
    return threshold != "never" and any(_WORSE.index(one.severity) >= _WORSE.index(threshold) for one in found)


def _told(workspace: Workspace, raised: Mapping[Kind, Severity]) -> Iterator[Reported]:
    return (reported(workspace, told) for told in Review(workspace.service, raised).everything())


def _files(workspace: Workspace, known: AbstractSet[Identity]) -> set[str]:
    """Those of the files in which something was that are still there."""
    root = "" if workspace.several else workspace.root if os.path.isdir(workspace.root) else os.curdir
    return {one.file for one in known if os.path.exists(os.path.join(root, one.file))}


def _read(baseline: Path) -> AbstractSet[Identity]:
    try:
        return from_json(content(baseline))
    except BaselineError as error:
        raise Failure(f"{baseline}: {error}; write it anew with --write-baseline") from error
    except OSError as error:
        raise Failure(f"{baseline}: {reason(error)}; write a baseline with --write-baseline") from error
