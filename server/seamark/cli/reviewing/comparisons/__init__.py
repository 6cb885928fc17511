"""What became of contracts, in the forms that people and other programs read.

In: a comparison.
Out: a text in one form.
Never: compares anything.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from seamark.review.comparison import Comparison

from . import jsonl, markdown

FORMS: Mapping[str, Callable[[Comparison], str]] = {"jsonl": jsonl.report, "markdown": markdown.report}
"""The forms besides `text`, by the names that `--format` has."""

__all__ = ["FORMS"]
