"""What became of contracts, in the forms that people and other programs read: functions from a comparison to a text."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from seamark.review.comparison import Comparison

from . import jsonl, markdown

FORMS: Mapping[str, Callable[[Comparison], str]] = {"jsonl": jsonl.report, "markdown": markdown.report}
"""The forms besides `text`, by the names that `--format` has."""

__all__ = ["FORMS"]
