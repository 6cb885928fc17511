"""How names lead from file to file, for each language: a module beside this one, and a row here.

In: a file, and the name of a module as its language writes it.
Out: files, packages, or a symbol outside of the workspace.
Never: reads a file; evaluates an expression.
"""

from __future__ import annotations

from dataclasses import replace

from seamark.resolve.abstract_values import Meaning, Symbol
from seamark.resolve.workspace_facts.project import Project

from . import c, go, php, python, rust, typescript
from .language_rules import OWN_NAME, RELATIVE, LanguageRules

__all__ = ["CONSTRUCTORS", "OWN_NAME", "LanguageRules", "kin", "rules_of"]


def _outside(_project: Project, _importer: str, module: str) -> Meaning:
    return Symbol(module)


_C = LanguageRules(
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

_RULES = {
    "python": LanguageRules(
        python.resolve,
        manifest="pyproject.toml",
        imports_package=python.IMPORTS_PACKAGE,
        imports_folder=python.IMPORTS_FOLDER,
        everything="builtins",
        constructors=("__init__",),
        bare_members="body",
        never_null=frozenset(("bool", "bytes", "float", "int", "str")),
        submodule=python.submodule,
        leads_to=python.leads_to,
        is_standard=python.is_standard,
        adds_lists=True,
    ),
    "typescript": LanguageRules(
        typescript.resolve,
        manifest="package.json",
        imports_package=typescript.IMPORTS_PACKAGE,
        imports_folder=(RELATIVE, *typescript.IMPORTS_FOLDER),
        imports="name",
        everything="globalThis",
        global_objects=("globalThis", "window", "self", "global"),
        publishing=("globalThis", "window"),
        constructors=("constructor",),
        fields_in_body=True,
        never_null=frozenset(("",)),
        literal_types=True,
        siblings=typescript.siblings,
        is_standard=typescript.is_standard,
    ),
    "go": LanguageRules(
        go.resolve,
        manifest="go.mod",
        imports_package=go.IMPORTS_PACKAGE,
        imports_folder=go.IMPORTS_PACKAGE,
        imports="text",
        everything="builtin",
        scattered=True,
        holders=go.holders,
        siblings=go.siblings,
        is_standard=go.is_standard,
        is_public=go.is_public,
        words=go.words,
        loops_values=True,
    ),
    "rust": LanguageRules(
        rust.resolve,
        imports="path",
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
    "php": LanguageRules(
        php.resolve,
        manifest="composer.json",
        imports_package=php.IMPORTS_PACKAGE,
        imports_folder=(RELATIVE, *php.IMPORTS_FOLDER),
        everything=php.EVERYTHING,
        variable="$",
        namespace_mark="\\",
        constructors=("__construct",),
        submodule=php.submodule,
        holders=php.holders,
        siblings=php.siblings,
        is_standard=php.is_standard,
        method=php.method,
        within=php.within,
        words=php.words,
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

CONSTRUCTORS = frozenset(name for row in _RULES.values() for name in row.constructors) - {OWN_NAME}
"""What constructors are called, in whichever language."""


def rules_of(language: str) -> LanguageRules:
    """How this language's names lead from file to file."""
    return _RULES[language]


def kin(language: str) -> str:
    """What this language and those have in common whose files hold parts of each other's."""
    return rules_of(language).kin or language
