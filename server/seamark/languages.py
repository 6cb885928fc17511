"""The programming languages that Seamark reads: one row each.

Every other list of them is made from these, or compared with these by `tests/architecture/test_languages.py`.
"""

from __future__ import annotations

from msgspec import Struct


class ProgrammingLanguage(Struct, frozen=True):
    """A language whose syntax and libraries Seamark knows."""

    name: str
    """What Seamark calls it: in `catalogue/libraries`, in settings, in what it prints."""
    title: str
    """What people call it."""
    shared: str = ""
    """The language whose modules in `extract` and in `resolve/module_resolution` read it as well."""

    @property
    def module(self) -> str:
        """What its modules in `extract` and in `resolve/module_resolution` are called."""
        return self.shared or self.name


LANGUAGES = (
    ProgrammingLanguage("python", "Python"),
    ProgrammingLanguage("typescript", "TypeScript"),
    ProgrammingLanguage("go", "Go"),
    ProgrammingLanguage("rust", "Rust"),
    ProgrammingLanguage("php", "PHP"),
    ProgrammingLanguage("c", "C"),
    ProgrammingLanguage("cpp", "C++", shared="c"),
)
