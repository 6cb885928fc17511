"""Kotlin's packages, which hold functions and constants as well as classes, and what all of its files know."""

from __future__ import annotations

from seamark.patterns import regex
from seamark.resolve.workspace_facts.project import Project

from . import jvm, named_packages
from .language_rules import FilesOf, Functions
from .renaming import with_former

_STANDARD = (
    "java.",
    *(f"kotlin.{one}." for one in ("collections", "coroutines", "io", "math", "random", "ranges", "reflect", "text")),
    *(f"kotlin.{one}." for one in ("comparisons", "concurrent", "enums", "js", "jvm", "native", "sequences", "time")),
)


def siblings(project: Project, path: str, name: str, files_of: FilesOf) -> tuple[str, ...]:
    """The other files of a file's package with a name."""
    return () if name in _LANGUAGE else named_packages.siblings(project, path, name, files_of)


_HERITAGE = regex(rb"\b(?:class|object|interface)\b[^{}=;]{0,600}?[)\w>\s]:([^{}=;]{1,600}+)")
_BASE = regex(rb"([A-Z]\w*)")


def base_names(data: bytes) -> set[str]:
    """The names of what classes in a text inherit from."""
    listed = _HERITAGE.findall(data)
    return with_former(data, {name.decode("utf-8", "replace") for one in listed for name in _BASE.findall(one)})


_LANGUAGE = frozenset(
    [
        *("Any", "Array", "Boolean", "Byte", "Char", "Double", "Exception", "Float", "Int", "List", "Long", "Map"),
        *("ArrayList", "HashMap", "HashSet", "LinkedHashMap", "LinkedHashSet", "MutableList", "MutableMap"),
        *("Nothing", "Pair", "Regex", "Set", "Short", "String", "StringBuilder", "Throwable", "Unit", "also"),
        *("apply", "arrayOf", "check", "emptyList", "error", "it", "lazy", "let", "listOf", "mapOf", "mutableListOf"),
        *("mutableMapOf", "print", "println", "require", "requireNotNull", "run", "runCatching", "setOf", "to", "with"),
    ]
)
"""Names that all files know."""

KOTLIN = jvm.language_rules(
    "kotlin", _LANGUAGE, _STANDARD, siblings, base_names, Functions("fun", alternatives=True, overloaded=True)
)
