"""PHP's namespaces, as composer maps them to folders (getcomposer.org/doc/04-schema.md, "autoload").

A namespace is taken for the folder that holds its classes, each in a file of its name (PSR-4, PSR-0, class maps). The
map stands in a `composer.json` around the importing file. Where none speaks of the file's own namespace, folders are
taken to be called as namespaces are, as seen from the importing file and its own. Functions of files that are always
loaded are known everywhere. What is not in the workspace has the names of its namespaces joined by dots.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, takewhile
from typing import Any

from seamark.extract.facts import MODULE, Import
from seamark.patterns import regex
from seamark.resolve.abstract_values import Definition, Meaning, Module, Package, Symbol
from seamark.resolve.call_words import Word
from seamark.resolve.workspace_facts.project import Project

from .language_rules import RELATIVE, Classes, FilesOf, Functions, Globals, Imports, LanguageRules, Modules, Values
from .manifests import manifests
from .paths import ancestors, below, folder, join

_EVERYTHING = "global"
_INVOKED = "__invoke"
_VARIABLE = "$"
_FILE = ".php"
_RELATIVE = ".\\"
_SECTIONS = ("autoload", "autoload-dev")
_IMPORTS_PACKAGE = (rb"(?<!\w)NAME\\",)
_IMPORTS_FOLDER = (
    rb"""\b(?:require|include)(?:_once)?\b[ \t(]*+["'](?:[\w.-]+/)*NAME(?=[/"'])""",
    rb"""\.\s*+["']/(?:[\w.-]+/)*NAME(?=[/"'])""",
    *_IMPORTS_PACKAGE,
)
"""Its folder in the path of a file that is required from around it, or its namespace: see `Imports`."""


def resolve(project: Project, importer: str, module: str) -> Meaning:
    """What a namespace, or the path of a file that is required, leads to from the file `importer`."""
    if module.startswith(_RELATIVE):
        module = _absolute(project, importer, module.removeprefix(_RELATIVE))
    elif _is_path(module):
        return _required_file(project, importer, module)
    homes = chain(_homes(project, importer, module), _elsewhere(project, module))
    home = next(filter(project.exists, homes), None)
    return Symbol(module.replace("\\", ".").lstrip(".") or _EVERYTHING) if home is None else Package(home)


def words(project: Project, called: Definition, name: str) -> tuple[Word, ...]:
    """How files name a function: what belongs to no class is called by its name, whatever namespace that is in."""
    definition = project.facts_of(called)
    return (Word(name, bare=definition.kind == "function" and definition.name == name),)


def submodule(project: Project, package: str, name: str) -> Meaning | None:
    """The namespace `name` within another one, given by its folder."""
    inner = below(package, name)
    return Package(inner) if project.exists(inner) and not project.exists(inner + _FILE) else None


def holders(project: Project, package: str, name: str) -> tuple[str, ...]:
    """The file of a class of a namespace, which may be spread over several folders."""
    homes = project.once(f"homes {package}", lambda: tuple(dict.fromkeys((package, *_other_homes(project, package)))))
    files = (below(home, name + _FILE) for home in homes)
    return tuple(path for path in files if project.exists(path))


def siblings(project: Project, path: str, name: str, files_of: FilesOf) -> tuple[str, ...]:
    """The files with a name that composer always loads, those of a class without a namespace, and of a variable those
    that require this file: it has their variables (php.net/manual/en/function.include.php).
    """
    if name.startswith(_VARIABLE):
        return _requiring(project, path)
    found: list[str] = []
    for base, loading in _loading_rules(project, path):
        for file in loading.files:
            loaded = join(base, file)
            if loaded not in (None, path) and loaded in files_of(folder(loaded or ""), name):
                found.append(loaded or "")
    if name[:1].isupper() and not namespace_of(project, path):
        found += _of_bare_class(project, path, name, files_of)
    return tuple(dict.fromkeys(found))


MAX_REQUIRING = 16
"""By how many files one is required, at most, that has the variables of those."""
MAX_NAMESAKES = 64
"""How many files may require one of a name: more of them have a library of theirs, or each another file."""


def _requiring(project: Project, path: str) -> tuple[str, ...]:
    """The files that require a file, those that require one of these, and so on, the nearest first."""
    found: dict[str, None] = {path: None}
    waiting = [path]
    while waiting and len(found) <= MAX_REQUIRING:
        required = waiting.pop(0)
        namesakes = project.files_requiring(required.rpartition("/")[2])
        for one in namesakes if len(namesakes) <= MAX_NAMESAKES else ():
            said = project.preamble(one).included if one not in found else ()
            if any(_leads_to(project, one, end, required) for end in said):
                found[one] = None
                waiting.append(one)
    return tuple(found)[1:]


def _leads_to(project: Project, by: str, end: str, path: str) -> bool:
    """Whether a path that a file requires, of which the end is known, is that of another file of its service."""
    known = end.lstrip("/")
    stated = join(folder(by), known)
    if stated is not None and project.exists(stated):
        return stated == path
    climbing = "/".join(part for part in known.split("/") if part not in (".", ".."))
    return f"/{path}".endswith(f"/{climbing}") and project.service(by) == project.service(path)


def _of_bare_class(project: Project, path: str, name: str, files_of: FilesOf) -> Iterator[str]:
    """The files of a service in which a class without a namespace can stand: however they are loaded, it is one only.

    Such a file is called as its class is, stands beside the one that asks, or in a folder of composer's class map.
    """
    maps = ((base, root) for base, loading in _loading_rules(project, path) for root in loading.classes)
    mapped = (home for one in maps if (home := join(*one)) is not None)
    folders = dict.fromkeys((folder(path), *mapped))
    called = (f"{name}{_FILE}", f"class-{name.lower().replace('_', '-')}{_FILE}")
    beside = (one for around in folders for one in files_of(around, name))
    for one in dict.fromkeys(chain(beside, *map(project.files_named, called))):
        if one != path and project.service(one) == project.service(path) and not namespace_of(project, one):
            yield one


_METHOD = regex(r"\\?((?:\w+\\)*)(\w+)(?:(?:@|::?)(\w+)(?:/\$\d+)*)?")


def method(text: str) -> tuple[str, str, str] | None:
    r"""What `App\Users@show`, `App\Users::show/$1` and `Users:show` name; a class alone is what its objects do."""
    found = _METHOD.fullmatch(text)
    return None if found is None else (found[1].rstrip("\\"), found[2], found[3] or _INVOKED)


def within(namespace: str, name: str) -> str:
    r"""A name as one of a namespace, unless it is whole: from the root on (`\A\B`), or with the namespace before it."""
    namespace = namespace.rstrip("\\")
    whole = not namespace or name.startswith(("\\", f"{namespace}\\"))
    return name if whole else f"{namespace}\\{name}".rstrip("\\")


def _absolute(project: Project, importer: str, namespace: str) -> str:
    """A namespace from the root on: its first name may be one that the file imports, else it is within the file's."""
    first, separator, rest = namespace.partition("\\")
    view = project.view(importer)
    for binding in project.bindings(view, MODULE, first) if view is not None else ():
        if isinstance(binding.value, Import):
            return f"{binding.value.module}\\{binding.value.name}{separator}{rest}".lstrip("\\")
    return f"{namespace_of(project, importer)}\\{namespace}".lstrip("\\")


def _is_path(module: str) -> bool:
    """Whether a module is written as a file's path; no namespace holds any of these."""
    return "/" in module or "." in module


def is_standard(symbol: str) -> bool:
    """Whether something is a global function; not what an undeclared one gives, nor an undeclared class or variable."""
    first, _, name = symbol.partition(".")
    return first == _EVERYTHING and "()" not in symbol and not name.startswith("$") and not name[:1].isupper()


def _required_file(project: Project, importer: str, module: str) -> Meaning:
    """A file by its path: from the importing file's folder, or if that is not said from one around it."""
    around = (folder(importer),) if module.startswith(".") else ancestors(importer)
    paths = (join(base, module) for base in around)
    found = next((path for path in paths if path is not None and project.exists(path)), None)
    if found is None:
        return Symbol(module)
    return Module(found) if "." in found.rpartition("/")[2] else Package(found)


def _homes(project: Project, importer: str, namespace: str) -> Iterator[str]:
    """The folders that can hold a namespace's classes, the likeliest first."""
    own = namespace_of(project, importer)
    for base, loading in _loading_rules(project, importer):
        yield from _mapped_paths(base, loading, namespace)
        if any(f"{own}\\".startswith(prefix) for prefix, _ in loading.by_prefix if prefix):
            return
    parts, around = namespace.split("\\"), own.split("\\")
    common = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(parts, around, strict=False)))
    if own and common:
        home = join(folder(importer), "/".join([".."] * (len(around) - common) + parts[common:]))
        if home is not None:
            yield home


def _elsewhere(project: Project, namespace: str) -> Iterator[str]:
    """The folders of a namespace of other packages of the workspace."""
    parts = namespace.split("\\")
    for length in range(len(parts), 0, -1):
        for home in project.packages("composer.json", "\\".join(parts[:length])):
            yield "/".join(part for part in (home, *parts[length:]) if part)


def _mapped_paths(base: str, loading: _Loading, namespace: str) -> Iterator[str]:
    whole = f"{namespace}\\"
    for prefix, root in loading.by_prefix:
        if whole.startswith(prefix):
            yield from _below(base, root, whole[len(prefix) :])
    for prefix, root in loading.whole:
        if whole.startswith(prefix):
            yield from _below(base, root, whole)
    for root in loading.classes:
        parts = namespace.split("\\")
        for skipped in range(len(parts)):
            yield from _below(base, root, "\\".join(parts[skipped:]))


def _below(base: str, root: str, namespace: str) -> Iterator[str]:
    home = join(base, "/".join([root, *namespace.split("\\")]))
    if home is not None:
        yield home


def _other_homes(project: Project, package: str) -> Iterator[str]:
    """The other folders of the namespace whose folder this is."""
    for base, loading in _loading_rules(project, f"{package}/"):
        for prefix, root in loading.by_prefix:
            home = join(base, root)
            if home is not None and f"{package}/".startswith(f"{home}/" if home else ""):
                inside = f"{package}/"[len(f"{home}/" if home else "") :].strip("/")
                yield from _mapped_paths(base, loading, (prefix + inside.replace("/", "\\")).rstrip("\\"))


def _loading_rules(project: Project, path: str) -> tuple[tuple[str, _Loading], ...]:
    """What the `composer.json` of each folder around a file says of loading, with that folder."""
    return project.once(f"composer {folder(path)}", lambda: tuple(_stated_around(project, path)))


def _stated_around(project: Project, path: str) -> Iterator[tuple[str, _Loading]]:
    for base, said in manifests(project, path, "composer.json"):
        sections = [section for section in map(said.get, _SECTIONS) if isinstance(section, dict)]
        if sections:
            yield base, _Loading(sections)


class _Loading:
    """What one manifest says of loading, tests included: folders by prefixes of namespaces, others, and files."""

    def __init__(self, sections: Sequence[dict[str, Any]]) -> None:
        longest_first = sorted(_rows(sections, "psr-4"), key=lambda row: -len(row[0]))
        self.by_prefix = tuple(longest_first)
        self.whole = tuple(_rows(sections, "psr-0"))
        self.classes = tuple(text for one in sections for text in _texts(one.get("classmap")))
        self.files = tuple(text for one in sections for text in _texts(one.get("files")))


def _rows(sections: Sequence[dict[str, Any]], standard: str) -> Iterator[tuple[str, str]]:
    """Each prefix of namespaces with each folder it is mapped to."""
    for section in sections:
        rows = section.get(standard)
        mapped = rows.items() if isinstance(rows, dict) else ()
        yield from ((str(prefix), root) for prefix, roots in mapped for root in _texts(roots))


def _texts(value: object) -> list[str]:
    listed = value if isinstance(value, list) else [value]
    return [text for text in listed if isinstance(text, str)]


def namespace_of(project: Project, path: str) -> str:
    """The namespace that a file states."""
    view = project.view(path)
    stated = project.bindings(view, MODULE, "*") if view is not None else ()
    modules = (binding.value.module for binding in stated if isinstance(binding.value, Import))
    return next((module for module in modules if not _is_path(module)), "")


PHP = LanguageRules(
    Modules(resolve, submodule=submodule, holders=holders, siblings=siblings, hands_variables=True),
    Imports(
        namespace_mark="\\",
        manifest="composer.json",
        package=_IMPORTS_PACKAGE,
        folder=(RELATIVE, *_IMPORTS_FOLDER),
    ),
    Globals(_EVERYTHING, variable=_VARIABLE, is_standard=is_standard),
    Classes(constructors=("__construct",), text_method="__toString", invoked=_INVOKED, worked_out=True),
    Functions("function", caller="call", words=words, named_in=method, within=within, namespace_of=namespace_of),
    Values(loops_values=True),
)
