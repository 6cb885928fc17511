"""Go's packages (go.dev/ref/spec, Packages; go.dev/ref/mod): the files of one folder, by the path of a module.

An import path is the path of a module and a folder in that module. Which module of the workspace is meant, its own
`go.mod` says, by its own path or where it replaces another one by a folder; `go.work` does the same for all modules
that are used together; else it is one of that path anywhere in the workspace.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from seamark.patterns import regex
from seamark.resolve.abstract_values import Definition, Meaning, Package, Symbol
from seamark.resolve.call_words import Word
from seamark.resolve.workspace_facts.project import Project

from .language_rules import Classes, Confidence, FilesOf, Functions, Globals, Imports, LanguageRules, Modules, Values
from .manifests import manifest, manifests
from .paths import folder, join

_MAJOR_VERSION = regex(r"/v[0-9]+(?=/|$)|\.v[0-9]+$")
_TEST = "_test.go"
_IDENTIFIERS = regex(r"\w+")
_KEYWORDS = frozenset(
    [
        "break",
        "case",
        "chan",
        "const",
        "continue",
        "default",
        "defer",
        "else",
        "fallthrough",
        "for",
        "func",
        "go",
        "goto",
        "if",
        "import",
        "interface",
        "map",
        "package",
        "range",
        "return",
        "select",
        "struct",
        "switch",
        "type",
        "var",
    ]
)

_IMPORTS_PACKAGE = (rb"""["`]AROUND(?<![\w-])NAME(?=["`/])""",)
"""Its name at the beginning of a package's path: see `Imports`."""


def resolve(project: Project, importer: str, module: str) -> Meaning:
    """What an import path leads to from the file `importer`; outside of the workspace without a major version."""
    around = list(manifests(project, importer, "go.mod", "go.work"))
    for path in _around(module):
        for home in _homes(project, around, path):
            target = join(home, module[len(path) :].removeprefix("/"))
            if target is not None and project.exists(target):
                return Package(target)
    return Symbol(_MAJOR_VERSION.sub("", module))


def is_public(name: str) -> bool:
    """Whether a name is exported (go.dev/ref/spec, Exported identifiers)."""
    return name[:1].isupper()


def words(project: Project, called: Definition, name: str) -> tuple[Word, ...]:
    """How files name a function: one of its package by its name, others beside the path by which they import that.

    The path ends with the package's folder, but for that of a module. What is not exported is known in its package
    only (go.dev/ref/spec, Exported identifiers), and the name of a method is that of any type's.
    """
    around = folder(called.path)
    own = Word(name, within=f"{around}/" if around else "")
    if not is_public(name):
        return (own,)
    last = _IDENTIFIERS.findall(around.rpartition("/")[2])
    is_module = manifest(project, around, "go.mod") is not None
    is_method = "." in called.key or project.facts_of(called).receiver is not None
    if is_method or is_module or not last or last[-1][0].isdigit():
        return (Word(name),)
    return (own, Word(name, beside=last[-1]))


def interface_methods(data: bytes) -> set[str]:
    """The methods that the interfaces in a text declare (go.dev/ref/spec, Interface types)."""
    bodies = b"\n".join(_INTERFACE.findall(data))
    return {name.decode("utf-8", "replace") for name in _METHOD.findall(bodies)}


_INTERFACE = regex(rb"\binterface[ \t]*\{((?:[^{}]++|\{\s*+\})*)\}")
_METHOD = regex(rb"(?:^|;)[ \t]*(\w+)[ \t]*\(", re.MULTILINE)


def _around(path: str) -> Iterator[str]:
    """The path and those that it begins with, the longest first."""
    while path:
        yield path
        path = folder(path)


def _homes(project: Project, stated: Iterable[tuple[str, dict[str, Any]]], module: str) -> Iterator[str]:
    """The folders in which a module of this path may be, the likeliest first; `stated` are the manifests around."""
    for around, said in stated:
        if said["name"] == module:
            yield around
        replaced = said["replace"].get(module, "")
        target = join(around, replaced) if replaced.startswith(".") else None
        if target is not None:
            yield target
    yield from project.packages("go.mod", module)


def _is_declarable(name: str) -> bool:
    """Whether a declaration can have this name. Keys of maps and tags of fields have others, and errors no bindings."""
    return name.isidentifier() and name not in _KEYWORDS and name != "err"


def holders(project: Project, package: str, name: str) -> tuple[str, ...]:
    """The files of a package whose top levels may have a name; its tests are not offered to others."""
    found = project.files_offering(package, name) if _is_declarable(name) else ()
    return tuple(path for path in found if path.endswith(".go") and not path.endswith(_TEST))


def siblings(project: Project, path: str, name: str, files_of: FilesOf) -> tuple[str, ...]:
    """The other files of a file's package with a name; only tests see what is in tests."""
    around = folder(path)
    files = files_of(around, name) if _is_declarable(name) else ()
    sources = (other for other in files if other.endswith(".go") and other != path)
    others = tuple(other for other in sources if path.endswith(_TEST) or not other.endswith(_TEST))
    own = _package(project, path) if others else ""
    return tuple(other for other in others if _package(project, other) == own)


def _package(project: Project, path: str) -> str:
    """The name of the package that a file is a part of: in one folder, tests can have one of their own."""
    return project.preamble(path).package


def is_standard(symbol: str) -> bool:
    """Whether something is the language's own, or of its library: only the paths of others begin with a domain."""
    if symbol.startswith("builtin."):
        return symbol.split(".")[1].removesuffix("()") in _BUILTIN
    first, slash, _ = symbol.partition("/")
    return not slash or "." not in first


_BUILTIN = frozenset(
    [
        *("any", "append", "bool", "byte", "cap", "clear", "close", "comparable", "complex", "complex128"),
        *("complex64", "copy", "delete", "error", "false", "float32", "float64", "func", "imag", "int", "int16"),
        *("int32", "int64", "int8", "iota", "len", "make", "max", "min", "new", "nil", "panic", "print", "println"),
        *("real", "recover", "rune", "string", "true", "uint", "uint16", "uint32", "uint64", "uint8", "uintptr"),
    ]
)
"""The names that the language declares (specification, Predeclared identifiers), and `func` for types of functions."""


GO = LanguageRules(
    Modules(resolve, holders=holders, siblings=siblings),
    Imports("text", manifest="go.mod", package=_IMPORTS_PACKAGE, folder=_IMPORTS_PACKAGE),
    Globals("builtin", is_standard=is_standard),
    Classes(scattered=True, text_method="String", interface_methods=interface_methods),
    Functions("func", is_public=is_public, words=words),
    Values(loops_values=True),
    confidence=Confidence(0.85, 0.85, 0.85),
)
