"""What `seamark check` found, in the forms that people and other programs read.

What the forms know of a finding is a `Reported`.

In: all findings.
Out: a text in one form.
Never: reads a file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from . import github, gitlab, jsonl, junit, sarif
from .reported import Reported, reported

Form = Callable[[Sequence[Reported]], str]

FORMS: Mapping[str, Form] = {
    "jsonl": jsonl.report,
    "sarif": sarif.report,
    "github": github.report,
    "gitlab": gitlab.report,
    "junit": junit.report,
}
"""The forms for programs, by the names that `--format` has; `text` is for people."""

__all__ = ["FORMS", "Form", "Reported", "reported"]
