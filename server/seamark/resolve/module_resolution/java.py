"""Java's packages (language specification, 7), and what its classes know without a word."""

from __future__ import annotations

from seamark.patterns import regex
from seamark.resolve.workspace_facts.project import Project

from . import jvm, named_packages
from .language_rules import FilesOf, Functions

_STANDARD = ("java.", "javax.swing.", "javax.crypto.", "javax.net.", "javax.xml.")


def siblings(project: Project, path: str, name: str, files_of: FilesOf) -> tuple[str, ...]:
    """The other files of a file's package with the name of a class; it has no other names of its own."""
    is_class = name[:1].isupper() and name not in LANGUAGE
    return named_packages.siblings(project, path, name, files_of) if is_class else ()


_HERITAGE = regex(
    rb"\b(?:class|interface|enum|record)\s++\w++[^{};=]{0,1000}?\b(?:extends|implements)\b([^{};=]{1,1000}+)\{"
)
_BASE = regex(rb"(?<![\w.])(?:[a-z]\w*\s*\.\s*)*(?:[A-Z]\w*\s*\.\s*)*([A-Z]\w*)(?![\w.])")
_IN_PLACE = regex(rb"\bnew\s++([A-Z]\w*)\s*(?:<[^<>]*>)?\s*\([^()]{0,200}\)\s*\{")


def base_names(data: bytes) -> set[str]:
    """The names of what classes in a text inherit from, in angle brackets, too."""
    bases = (name for listed in _HERITAGE.findall(data) for name in _BASE.findall(listed))
    return {name.decode("utf-8", "replace") for name in (*bases, *_IN_PLACE.findall(data))}


LANGUAGE = frozenset(
    [
        *("AutoCloseable", "Boolean", "Byte", "CharSequence", "Character", "Class", "Comparable", "Deprecated"),
        *("Double", "Enum", "Error", "Exception", "Float", "FunctionalInterface", "IllegalArgumentException"),
        *("IllegalStateException", "Integer", "InterruptedException", "Iterable", "Long", "Math", "Number", "Object"),
        *("Override", "Process", "Record", "Runnable", "Runtime", "RuntimeException", "SafeVarargs", "Short", "String"),
        *("StringBuffer", "StringBuilder", "SuppressWarnings", "System", "Thread", "ThreadLocal", "Throwable"),
        *("UnsupportedOperationException", "Void"),
    ]
)
"""Classes of `java.lang`, which all files know: those that are named often."""

JAVA = jvm.language_rules(
    "java.lang",
    LANGUAGE,
    _STANDARD,
    siblings,
    base_names,
    Functions(alternatives=True, overloaded=True, arrays_are_rest=True),
)
