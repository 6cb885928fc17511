"""What `seamark check --against STORE` does."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from seamark.cli import output
from seamark.cli.organisation import against
from seamark.cli.organisation.repositories import name_and_path
from seamark.cli.reviewing import checking
from seamark.review import Kind
from seamark.settings import Severity


def check_against_store(
    path: str,
    store: str,
    name: str | None,
    raised: Mapping[Kind, Severity],
    form: str,
    target: Path | None,
    fail_on: checking.Threshold,
    *,
    cached: bool,
) -> int:
    """Report what is wrong in a workspace by what a store has, and which calls break elsewhere; the exit code."""
    repository = name or name_and_path(path)[0]
    judged = against.found_in(path, store, repository, raised, cached=cached)
    found = [*judged.found, *against.broken_elsewhere(judged, repository, path)]
    checking.write_findings(found, form, target)
    if judged.unjudged:
        are = "call is not judged: its address is" if judged.unjudged == 1 else "calls are not judged: their address is"
        output.hint(f"{judged.unjudged} {are} unknown")
    return int(checking.is_bad(found, fail_on))
