"""Which files are test code, by the conventions of the languages' test runners (pytest, Jest, Vitest, Playwright)."""

from __future__ import annotations

import re

_FOLDERS = frozenset(
    ["test", "tests", "__tests__", "spec", "specs", "e2e", "cypress", "playwright", "testing", "testdata", "__mocks__"]
)
_NAMES = re.compile(r"^(?:test_.*|.*_test|conftest)\.\w+$|\.(?:test|spec|e2e|cy|stories)\.\w+$")


def is_test(path: str) -> bool:
    """Whether the file at this workspace path is test code."""
    *folders, name = path.split("/")
    return bool(_NAMES.search(name)) or not _FOLDERS.isdisjoint(folders)
