"""How names lead from file to file, for each language: a module beside this one, and a row here.

In: a file, and the name of a module as its language writes it.
Out: files, packages, or a symbol outside of the workspace.
Never: reads a file; evaluates an expression.
"""

from __future__ import annotations

from dataclasses import replace

from seamark.resolve.meaning import Meaning, Symbol
from seamark.resolve.workspace.project import Project

from . import c, go, php, python, rust, typescript
from .naming import OWN_NAME, Naming

__all__ = ["CONSTRUCTORS", "OWN_NAME", "Naming", "kin", "naming"]


def _outside(_project: Project, _importer: str, module: str) -> Meaning:
    return Symbol(module)


_C = Naming(
    c.resolve,
    siblings=c.siblings,
    libraries=c.libraries,
    includes=True,
    kin="c",
    compiled=True,
    held_by_value=True,
    anything=c.ANYTHING,
    reserved=c.RESERVED,
    formats=True,
)

_NAMING = {
    "python": Naming(
        python.resolve,
        everything="builtins",
        constructors=("__init__",),
        bare_members="body",
        submodule=python.submodule,
        leads_to=python.leads_to,
        is_standard=python.is_standard,
        adds_lists=True,
    ),
    "typescript": Naming(
        typescript.resolve,
        everything="globalThis",
        global_objects=("globalThis", "window", "self", "global"),
        publishing=("globalThis", "window"),
        constructors=("constructor",),
        siblings=typescript.siblings,
        is_standard=typescript.is_standard,
    ),
    "go": Naming(
        go.resolve,
        everything="builtin",
        scattered=True,
        holders=go.holders,
        siblings=go.siblings,
        is_standard=go.is_standard,
        is_public=go.is_public,
        words=go.words,
        loops_values=True,
    ),
    "rust": Naming(
        rust.resolve,
        by_manifests=True,
        scattered=True,
        reopened=True,
        adding=rust.adding,
        segments=rust.segments,
        bindable=rust.bindable,
        spreading=rust.spreading,
        namespaces=True,
        alternatives=True,
        extensions=True,
        compiled=True,
        derived=rust.DERIVED,
        is_standard=rust.is_standard,
        marks_test=rust.marks_test,
        words=rust.words,
    ),
    "php": Naming(
        php.resolve,
        everything=php.EVERYTHING,
        variable="$",
        constructors=("__construct",),
        submodule=php.submodule,
        holders=php.holders,
        siblings=php.siblings,
        is_standard=php.is_standard,
        method=php.method,
        within=php.within,
        invoked=php.INVOKED,
        loops_values=True,
    ),
    "c": _C,
    "cpp": replace(
        _C,
        constructors=(OWN_NAME,),
        bare_members="methods",
        scattered=True,
        alternatives=True,
        declared_apart=True,
        places=("first", "second"),
    ),
}

CONSTRUCTORS = frozenset(name for row in _NAMING.values() for name in row.constructors) - {OWN_NAME}
"""What constructors are called, in whichever language."""


def naming(language: str) -> Naming:
    """How this language's names lead from file to file."""
    return _NAMING[language]


def kin(language: str) -> str:
    """What this language and those have in common whose files hold parts of each other's."""
    return naming(language).kin or language
