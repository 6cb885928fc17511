"""Kotlin's packages, which hold functions and constants as well as classes, and what all of its files know."""

from __future__ import annotations

import re

from seamark.resolve.workspace_facts.project import Project

from . import named_packages
from .java import KIN
from .language_rules import OWN_NAME, Classes, Functions, Globals, Imports, LanguageRules, Modules

_EVERYTHING = "kotlin"
_STANDARD = ("kotlin.", "java.")


def siblings(project: Project, path: str, name: str) -> tuple[str, ...]:
    """The other files of a file's package in which a name stands."""
    return () if name in _LANGUAGE else named_packages.siblings(project, path, name)


def is_standard(symbol: str) -> bool:
    """Whether something comes with the language."""
    module, _, name = symbol.rpartition(".")
    if module == _EVERYTHING:
        return name.removesuffix("()") in _LANGUAGE
    return symbol.startswith(_STANDARD)


_HERITAGE = re.compile(rb"\b(?:class|object|interface)\b[^{}=;]{0,600}?[)\w>\s]:([^{}=;]{1,600}+)")
_BASE = re.compile(rb"([A-Z]\w*)")


def base_names(data: bytes) -> set[str]:
    """The names of what classes in a text inherit from."""
    listed = _HERITAGE.findall(data)
    return {name.decode("utf-8", "replace") for one in listed for name in _BASE.findall(one)}


_LANGUAGE = frozenset(
    [
        *("Any", "Array", "Boolean", "Byte", "Char", "Double", "Exception", "Float", "Int", "List", "Long", "Map"),
        *("Nothing", "Pair", "Set", "Short", "String", "Throwable", "Unit", "also", "apply", "apply", "arrayOf"),
        *("check", "emptyList", "error", "it", "lazy", "let", "listOf", "mapOf", "mutableListOf", "mutableMapOf"),
        *("print", "println", "require", "requireNotNull", "run", "runCatching", "setOf", "to", "with"),
    ]
)
"""Names that all files know."""

KOTLIN = LanguageRules(
    Modules(
        named_packages.resolve,
        segments=named_packages.segments,
        holders=named_packages.holders,
        siblings=siblings,
        by_full_name=True,
    ),
    Imports(),
    Globals(_EVERYTHING, is_standard=is_standard),
    Classes(constructors=(OWN_NAME,), fields_in_body=True, bare_members="methods", inherited=base_names),
    Functions("fun", alternatives=True),
    kin=KIN,
)
