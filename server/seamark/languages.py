"""The programming languages that Seamark reads: one row each.

Every other list of them is made from these, or compared with these by `tests/architecture/test_languages.py`.
"""

from __future__ import annotations

import re

from msgspec import Struct


class Interpolation(Struct, frozen=True):
    """A literal into which values are put: what stands before it, what a value stands between, and its quote.

    Without a quote of its own it has that of other literals. Names are as the language has them: `order_id`, `orderId`.
    """

    opening: str
    hole: tuple[str, str]
    quote: str = ""
    is_camel_case: bool = False


class ProgrammingLanguage(Struct, frozen=True):
    """A language whose syntax and libraries Seamark knows."""

    name: str
    """What Seamark calls it: in `catalogue/libraries`, in settings, in what it prints."""
    title: str
    """What people call it."""
    comment: str = "//"
    """What a comment begins with that ends with its line."""
    shared: str = ""
    """The language whose modules in `extract` and in `resolve/module_resolution` read it as well."""

    interpolations: tuple[Interpolation, ...] = ()
    """Its literals with values, the commonest first."""
    member_signs: tuple[str, ...] = (".",)
    """What stands before the name of a method that is called on something."""

    @property
    def module(self) -> str:
        """What its modules in `extract` and in `resolve/module_resolution` are called."""
        return self.shared or self.name


_F_STRING = Interpolation("f", ("{", "}"))
_TEMPLATE = Interpolation("", ("${", "}"), "`", is_camel_case=True)
_DOUBLE_QUOTED = Interpolation("", ("{$", "}"), '"', is_camel_case=True)
_DOLLAR = Interpolation("", ("${", "}"), '"', is_camel_case=True)

LANGUAGES = (
    ProgrammingLanguage("python", "Python", "#", interpolations=(_F_STRING,)),
    ProgrammingLanguage("typescript", "TypeScript", interpolations=(_TEMPLATE,)),
    ProgrammingLanguage("go", "Go"),
    ProgrammingLanguage("rust", "Rust", member_signs=(".", "::")),
    ProgrammingLanguage("php", "PHP", interpolations=(_DOUBLE_QUOTED,), member_signs=("->", "::")),
    ProgrammingLanguage("c", "C", member_signs=(".", "->")),
    ProgrammingLanguage("cpp", "C++", shared="c", member_signs=(".", "->", "::")),
    ProgrammingLanguage("java", "Java"),
    ProgrammingLanguage("kotlin", "Kotlin", interpolations=(_DOLLAR,)),
)


def member_pattern(language: str = "") -> bytes:
    """A pattern of what stands before a method's name in a language, or in any."""
    signs = {sign for one in LANGUAGES if language in ("", one.name) for sign in one.member_signs}
    return "|".join(map(re.escape, sorted(signs))).encode()
