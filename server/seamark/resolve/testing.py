"""Which files are test code, by the conventions of the languages' test runners (pytest, Jest, Vitest, Playwright)."""

from __future__ import annotations

import re

from seamark.extract.facts import MODULE

from .modules import naming
from .view import View

_FOLDERS = frozenset(
    ["test", "tests", "__tests__", "spec", "specs", "e2e", "cypress", "playwright", "testing", "testdata", "__mocks__"]
)
_NAMES = re.compile(r"^(?:test_.*|.*_test|conftest)\.\w+$|\.(?:test|spec|e2e|cy|stories)\.\w+$")


def is_test(path: str) -> bool:
    """Whether the file at this workspace path is test code."""
    *folders, name = path.split("/")
    return bool(_NAMES.search(name)) or not _FOLDERS.isdisjoint(folders)


def in_test(view: View, scope: int) -> bool:
    """Whether a scope of a file is test code: because of the file, or of what decorates a definition around it."""
    if is_test(view.path):
        return True
    around = (view.facts.definitions[index] for index in view.scopes(scope) if index != MODULE)
    marks = naming(view.facts.language).marks_test
    return any(marks(decorator) for definition in around for decorator in definition.decorators)
