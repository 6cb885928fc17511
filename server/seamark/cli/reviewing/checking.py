"""What `seamark check` does: finds what is wrong in workspaces, leaves out what was so before, and reports the rest."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, TypeAlias

from seamark.cli import output, writing
from seamark.cli.failure import Failure
from seamark.cli.layout import Line, Span
from seamark.cli.refusals import summary
from seamark.cli.reviewing import reports
from seamark.cli.reviewing.named_file import content
from seamark.cli.reviewing.reports import ReportedFinding, github, report_finding, text
from seamark.cli.tables import quantity
from seamark.cli.workspaces import Workspace, open_workspaces, settings_problems
from seamark.escaping import in_json
from seamark.keys import format_key
from seamark.review import Before, Inspection, Kind, Review
from seamark.review.baseline import BaselineError, Identity, from_json, is_known, to_json
from seamark.settings import NAME, Severity
from seamark.source.problem import reason

Threshold: TypeAlias = Literal["error", "warning", "hint", "never"]
_WORSE: Sequence[Severity] = ("hint", "warning", "error")


class Earlier:
    """What was so before, so that it is not reported: what a baseline has, and what a revision had."""

    def __init__(self, *, baseline: Path | None = None, since: str | None = None, cached: bool = True) -> None:
        self._baseline = frozenset[Identity]() if baseline is None else frozenset(_read_baseline(baseline))
        self._since = since
        self._cached = cached

    @property
    def is_known(self) -> bool:
        """Whether anything is known of what was so before."""
        return bool(self._baseline) or self._since is not None

    def new(self, workspace: Workspace, raised: Mapping[Kind, Severity]) -> tuple[list[ReportedFinding], Inspection]:
        """What is wrong in a workspace, and was not before; and the inspection that found it."""
        if self._since is None:
            review, known = Review(workspace.service, raised), frozenset[Identity]()
        else:
            with self._at_revision(workspace, self._since) as old:
                then = [] if old is None else _reported_findings(old, Review(old.service, raised))
                review, known = (
                    Review(workspace.service, raised, before=_contracts_before(old)),
                    frozenset(one.identity for one in then),
                )
        former = {
            format_key(*new): format_key(*old) for new, old in review.inspection.former_contracts.items() if known
        }
        return self._without(workspace, _reported_findings(workspace, review), known, former), review.inspection

    def _without(
        self,
        workspace: Workspace,
        found: list[ReportedFinding],
        known: AbstractSet[Identity],
        former: Mapping[str, str],
    ) -> list[ReportedFinding]:
        """What was not known, be it that of a contract which had a `former` key."""
        known = self._baseline | known
        files = {one.identity.file for one in found} | _files(workspace, known)
        return [
            one
            for one in found
            if not is_known(one.identity, known, files)
            and not is_known(one.identity._replace(key=former.get(one.key, one.key)), known, files)
        ]

    @contextmanager
    def _at_revision(self, workspace: Workspace, since: str) -> Iterator[Workspace | None]:
        """The workspace as it was at a revision, under the name that it has; None if it was not there."""
        from seamark.cli.reviewing.former import opened_at
        from seamark.cli.reviewing.revisions import revision

        root = workspace.root
        with opened_at(root, revision(root, since), cached=self._cached) as old:
            yield None if old is None else Workspace(root, old.service, several=workspace.several)


@dataclass
class Tally:
    """What was checked: how many contracts in how many files, how many calls nothing is said of, and further notes."""

    contracts: int = 0
    files: int = 0
    unjudged: int = 0
    notes: list[Line] = field(default_factory=list)

    def add(self, workspace: Workspace, inspection: Inspection) -> None:
        """Count a workspace, too, with what its inspection has said nothing of."""
        service = workspace.service
        overview, paths = service.overview(), {port.path for port in service.ports()}
        self.contracts += len(service.boundaries())
        self.files += sum(overview.sources.values()) + overview.documents
        self.unjudged += sum(len(inspection.unjudged_calls(path)) for path in paths)
        refused = summary(service.refused_groups(), workspace.asks("doctor"))
        self.notes += [refused] if refused is not None else []

    def require_files(self, paths: Sequence[str]) -> None:
        """Raise `Failure` if there was nothing to check: that is hardly what anyone means."""
        if not self.files:
            where = " ".join(map(shlex.quote, paths))
            raise Failure(f"nothing to check: Seamark reads none of the files in {where} (`seamark doctor {where}`)")

    def summary_line(self, found: Sequence[ReportedFinding], *, new: bool) -> Line:
        """What was checked and found, in a line; of some findings only those are `new` that were not there before."""
        files = f"{self.files:,} file{'' if self.files == 1 else 's'}"
        where = f"{quantity(self.contracts, 'contract')}{'' if self.contracts else ' found'} in {files}"
        counted = text.count_by_severity(found) or f"no {'new ' if new else ''}findings"
        said = f"{where}: {counted}" if self.contracts else where
        of_others = f"{quantity(self.unjudged, 'call')} of other systems not judged"
        return (Span(f"{said}; {of_others}" if self.unjudged else said, "dim"),)


def found_in(
    paths: Iterable[str], raised: Mapping[Kind, Severity], earlier: Earlier, tally: Tally, *, cached: bool
) -> Iterator[ReportedFinding]:
    """What is wrong in these workspaces, one after the other, by file and position; the `tally` counts them.

    Raises `Failure` if a `seamark.toml` is wrong: what counts is not known then.
    """
    for workspace in open_workspaces(list(paths), cached=cached):
        if settings_problems(workspace.service):
            raise Failure(f"{NAME} is not valid, so the check cannot run: fix what the warning reports")
        found, inspection = earlier.new(workspace, raised)
        yield from found
        tally.add(workspace, inspection)


def write_findings(
    found: Sequence[ReportedFinding], form: str, file: Path | None, last: Iterable[Line] | None = None
) -> None:
    """Print the findings in a form, or write them to a file. People are told these `last` lines, or one that counts."""
    ends = list(_total(found) if last is None else last)
    if form == "text":
        writing.lines([*text.report(found), *ends], file)
    elif form == "github":
        said = "".join(github.summary("".join(span.text for span in line)) for line in ends)
        writing.text(github.report(found) + said, file)
    else:
        writing.text(reports.form(form)(found), file)


def _total(found: Sequence[ReportedFinding]) -> Iterator[Line]:
    yield (Span(text.count_by_severity(found) or "no findings", "dim"),)


def keep(found: Sequence[ReportedFinding], baseline: Path) -> None:
    """Write a baseline of all findings."""
    writing.text(in_json(to_json(one.identity for one in found)), baseline)
    output.hint(f"{baseline} has {len(found)} finding{'' if len(found) == 1 else 's'}, which are no longer reported")


def is_bad(found: Iterable[ReportedFinding], threshold: Threshold) -> bool:
    """Whether a finding is as bad as the threshold, or worse."""
    return threshold != "never" and any(_WORSE.index(one.severity) >= _WORSE.index(threshold) for one in found)


def _reported_findings(workspace: Workspace, review: Review) -> list[ReportedFinding]:
    return [report_finding(workspace, told) for told in review.everything()]


def _contracts_before(workspace: Workspace | None) -> Before:
    """What was served in a workspace."""
    found = Before()
    if workspace is not None:
        found.keep(workspace.service)
        for path in {port.path for port in workspace.service.ports()}:
            found.note(workspace.service, path)
    return found


def _files(workspace: Workspace, known: AbstractSet[Identity]) -> set[str]:
    """Those of the files in which something was that are still there."""
    root = "" if workspace.several else workspace.root if os.path.isdir(workspace.root) else os.curdir
    return {one.file for one in known if os.path.exists(os.path.join(root, one.file))}


def _read_baseline(baseline: Path) -> AbstractSet[Identity]:
    try:
        return from_json(content(baseline))
    except BaselineError as error:
        raise Failure(f"{baseline}: {error}; rewrite it with --write-baseline") from error
    except OSError as error:
        raise Failure(f"{baseline}: {reason(error)}; write a baseline with --write-baseline") from error
