"""Python's imports (language reference, 5; packages without `__init__.py` too, PEP 420).

An absolute import is looked for from the importing file's folder outwards, each folder and its `src`: where the
packages' root is stands nowhere in the sources, and the innermost folder that has the module is the likely one. A name
of the standard library or of the catalogue's is what everybody takes it for, unless the workspace has such a module
where one can be imported from: not in a package, and not as a folder of examples that is merely called so.
"""

from __future__ import annotations

import builtins
import re
import sys
from functools import lru_cache

from seamark.catalogue import Own, catalogue
from seamark.patterns import regex
from seamark.resolve.abstract_values import Meaning, Module, Package, Symbol
from seamark.resolve.workspace_facts.project import Project

from .language_rules import Classes, Functions, Globals, Imports, LanguageRules, Modules, Values
from .paths import ancestors, below, folder, join
from .renaming import with_former

_NAME = rb"AROUND(?<!\w)NAME(?!\w)"
_ITEMS = rb"(?:[^\n(]*?|[ \t]*+\([^)]{0,2000}?)"
_IMPORTS_PACKAGE = (
    rb"(?m)(?:^|[;:])[ \t]*+(?:from|import)[ \t]++\.*+(?:[\w.]+(?:[ \t]+as[ \t]+\w+)?[ \t]*,[ \t]*)*?" + _NAME,
    rb"""["']%s\.[A-Za-z_]""" % _NAME,
)
"""An import of it, or from it; its name as the beginning of a module's in a text: see `Imports`."""
_IMPORTS_FOLDER = (
    *_IMPORTS_PACKAGE,
    rb"(?m)^[ \t]*+from[ \t]++(?:\.++|(?:[\w.]+\.)?PARENT)[ \t]++import\b%s(?<!\w)NAME(?!\w)" % _ITEMS,
)


def resolve(project: Project, importer: str, module: str) -> Meaning:
    """What `module` leads to from the file `importer`."""
    name = module.lstrip(".")
    dots = len(module) - len(name)
    relative = name.replace(".", "/")
    if dots:
        base = join(folder(importer), "../" * (dots - 1))
        target = None if base is None else join(base, relative)
        found = None if target is None else _at(project, target, importer)
        return found or (Package("") if target == "" else Symbol(module))
    outside = name.partition(".")[0] in _outside(project.own)
    for base in ancestors(importer):
        if outside and project.exists(below(base, "__init__.py")):
            continue
        source = below(base, "src")
        for root in (base, source) if project.exists(source) else (base,):
            if "/" in relative and not project.exists(join(root, relative.partition("/")[0]) or ""):
                continue
            found = _at(project, below(root, relative), importer)
            if found is not None and not (outside and isinstance(found, Package)):
                return found
    return (None if outside else _elsewhere(project, relative, importer)) or Symbol(module)


def _elsewhere(project: Project, relative: str, importer: str) -> Meaning | None:
    """A module of another package of the workspace, or of the one that the workspace's folder is."""
    package, _, inside = relative.partition("/")
    for home in project.packages("pyproject.toml", package):
        found = _at(project, join(home, relative) or "", importer)
        if found is not None:
            return found
    is_own = package == project.name
    if inside and (is_own or project.exists("__init__.py")):
        return _at(project, inside, importer)
    return Package("") if is_own and not inside else None


@lru_cache
def _outside(own: Own) -> frozenset[str]:
    """The names of packages that are installed rather than part of a workspace."""
    known = {module.partition(".")[0] for library in catalogue("python", own).libraries for module in library.modules}
    return frozenset(known | sys.stdlib_module_names)


def _at(project: Project, target: str, importer: str) -> Meaning | None:
    is_folder = project.exists(target)
    for ending in (".py", "/__init__.py", ".pyi") if is_folder else (".py", ".pyi"):
        path = target + ending
        if path not in (importer, ".py") and project.exists(path):
            return Module(path)
    return Package(target) if target and is_folder else None


def leads_to(module: str, path: str) -> bool:
    """Whether the full name of a module can be that of a file: as far as both say, they are the same."""
    named = module.split(".")
    parts = path.removesuffix(".py").removesuffix("/__init__").split("/")
    known = min(len(named), len(parts))
    return named[-known:] == parts[-known:]


def submodule(project: Project, package: str, name: str) -> Meaning | None:
    """The module `name` in a package, given by its folder."""
    return _at(project, below(package, name), "")


_CLASS = regex(rb"^[ \t]*class[ \t]+\w+[ \t]*\(([^()]{1,400})\)", re.MULTILINE)
_BASE = regex(rb"(?:^|[\s,.])([A-Za-z_]\w*)\s*(?=,|\[|$)")


def bases(data: bytes) -> set[str]:
    """The names of what classes in a text inherit from, here and where that is imported from."""
    return with_former(data, {name.decode() for listed in _CLASS.findall(data) for name in _BASE.findall(listed)})


_GIVING_ANYTHING = (
    *("builtins.__import__()", "builtins.getattr()", "builtins.next()", "builtins.object()"),
    *("copy.copy()", "copy.deepcopy()", "functools.partial()", "functools.reduce()", "importlib.import_module()"),
)
"""Calls that give what there is elsewhere, or what only stands for that until it is there."""


def is_standard(symbol: str) -> bool:
    """Whether something is a builtin, or of the standard library; not what functions give that may be anything."""
    if symbol.startswith(_GIVING_ANYTHING):
        return False
    module, _, name = symbol.partition(".")
    if module == "builtins":
        return hasattr(builtins, name.partition(".")[0].removesuffix("()"))
    return module.removesuffix("()") in sys.stdlib_module_names


PYTHON = LanguageRules(
    Modules(resolve, submodule=submodule, package_file="__init__.py", leads_to=leads_to),
    Imports(
        submodule=rb"\bfrom[ \t]++PARENT[ \t]++import\b%s(?<![\w.])NAME(?!\w)" % _ITEMS,
        manifest="pyproject.toml",
        package=_IMPORTS_PACKAGE,
        folder=_IMPORTS_FOLDER,
    ),
    Globals("builtins", is_standard=is_standard),
    Classes(
        constructors=("__init__",),
        class_member="__class__",
        tuples=("typing.NamedTuple", "typing_extensions.NamedTuple"),
        text_method="__str__",
        inherited=bases,
        invoked="__call__",
        bare_members="body",
        worked_out=True,
    ),
    Functions("def", name_member="__name__"),
    values=Values(never_null=frozenset(("bool", "bytes", "float", "int", "str")), adds_lists=True),
)
