"""Commands that GitHub Actions shows beside the lines of a pull request ("Workflow commands for GitHub Actions")."""

from __future__ import annotations

from collections.abc import Sequence

from seamark.escaping import ANNOTATION, PROPERTY, escape_text

from .reported import ReportedFinding

_COMMANDS = {"error": "error", "warning": "warning", "hint": "notice"}


def report(found: Sequence[ReportedFinding]) -> str:
    """A command for each finding, with paths from the current folder: that of the checkout."""
    return "".join(map(_command, found))


def summary(said: str) -> str:
    """A command that has this stand among those of the whole run."""
    return f"::notice title=seamark check::{escape_text(said, ANNOTATION)}\n"


def _command(one: ReportedFinding) -> str:
    where = one.where
    properties = {"file": where.file, "line": where.line, "endLine": where.end_line, "title": f"seamark {one.kind}"}
    if where.line == where.end_line:
        properties |= {"col": where.column, "endColumn": where.end_column}
    said = ",".join(f"{name}={escape_text(str(value), PROPERTY)}" for name, value in properties.items())
    related = "; ".join(f"{words}: {place.file}:{place.line}" for place, words in one.related)
    message = f"{one.message} ({related})" if related else one.message
    return f"::{_COMMANDS[one.severity]} {said}::{escape_text(message, ANNOTATION)}\n"
