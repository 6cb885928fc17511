"""Which files are test code, by the conventions of the languages' test runners (pytest, Jest, Vitest, Playwright)."""

from __future__ import annotations

import re

from seamark.extract.facts import MACRO, MODULE, Name, Value

from .view import View, as_call, last_name

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
    return any(_marks(decorator) for definition in around for decorator in definition.decorators)


def _marks(decorator: Value) -> bool:
    """Whether a decorator marks test code: Rust's `#[test]`, `#[tokio::test]`, `#[cfg(test)]`."""
    call = as_call(decorator)
    name = "" if call is None else last_name(call.callee)
    given = (argument.value for argument in call.arguments) if call is not None and name == f"cfg{MACRO}" else ()
    return name == f"test{MACRO}" or any(isinstance(value, Name) and value.name == "test" for value in given)
