"""Which files are test code, by the conventions of the languages' test runners (pytest, Jest, Vitest, Playwright)."""

from __future__ import annotations

from seamark.extract.facts import MODULE
from seamark.resolve.workspace_facts.view import View

from . import rules_of
from .paths import is_test

__all__ = ["in_test", "is_test"]


def in_test(view: View, scope: int) -> bool:
    """Whether a scope of a file is test code: because of the file, or of what decorates a definition around it."""
    if is_test(view.path):
        return True
    return any(_is_marked(view, index) for index in view.scopes(scope) if index != MODULE)


def _is_marked(view: View, index: int) -> bool:
    """Whether what decorates a definition says that it is test code."""
    if index not in view.marked_tests:
        marks = rules_of(view.facts.language).functions.marks_test
        view.marked_tests[index] = any(map(marks, view.facts.definitions[index].decorators))
    return view.marked_tests[index]
