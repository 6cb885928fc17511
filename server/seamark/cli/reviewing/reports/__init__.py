"""What `seamark check` found, in the forms that people and other programs read.

What the forms know of a finding is a `ReportedFinding`.

In: all findings.
Out: a text in one form.
Never: reads a file.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module

from .reported import ReportedFinding, report_finding

Form = Callable[[Sequence[ReportedFinding]], str]

FORMS = ("jsonl", "sarif", "github", "gitlab", "junit")
"""The forms for programs, by the names that `--format` has; `text` is for people."""


def form(name: str) -> Form:
    """The one of `FORMS` of this name. Others are not imported: what they are made with takes a while to load."""
    report: Form = import_module(f"{__name__}.{name}").report
    return report


__all__ = ["FORMS", "Form", "ReportedFinding", "form", "report_finding"]
