"""How C and C++ find what a file includes, and which files hold what headers declare (C11, 6.10.2).

Where a compiler looks for headers stands in no source. So a header is looked for from the including file's folder
outwards, each folder with its `include` and `src`: the nearest is the likely one. One that is included as the project's
own (`"a.h"`), or by more than its name (`<project/a.h>`), may stand anywhere else in the workspace: then it is the one
with most folders around it that are around the including file, too, and fewest others, if that is one only; those of
tests come last, but for tests. So may `<a.h>` if the workspace has one such header, and no system does. The headers of
the catalogue's libraries, and those in folders that are called as these, are what everybody takes them for, also where
a copy of the library stands in the workspace.

What is included is a part of the file: all that it includes, directly or not, shares its top level, and so do the
sources of these headers: those that are called as they are, and for what a header only declares, be it a function or a
field, any that include it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache, partial

from msgspec.structs import replace

from seamark.catalogue import Own, catalogue
from seamark.extract.facts import MODULE
from seamark.patterns import regex
from seamark.resolve.abstract_values import Module, Symbol
from seamark.resolve.workspace_facts.project import Project

from .language_rules import OWN_NAME, Classes, Confidence, FilesOf, Functions, Globals, LanguageRules, Modules, Values
from .paths import ancestors, below, folder, is_test, join

MAX_INCLUDED = 1000
"""How many files may be a part of one."""

_RESERVED = frozenset(
    ["memcmp", "sscanf", "strcasecmp", "strcasestr", "strcmp", "strdup", "strlen", "strncasecmp", "strncmp", "strndup"]
)
"""Functions of C and POSIX on texts. A program's own of these names do the same (C11, 7.1.3): they trace or count."""
_SIZES = ("8", "16", "32", "64", "max", "ptr")
_OF_THE_LANGUAGE = frozenset(
    [
        *("auto", "bool", "char", "double", "float", "int", "long", "short", "void"),
        *("extern", "inline", "static", "template", "typename", "__attribute__", "__declspec"),
        *("class", "enum", "struct", "typedef", "union", "signed", "unsigned"),
        *("const", "constexpr", "register", "restrict", "thread_local", "volatile"),
        *("size_t", "ssize_t", "ptrdiff_t", "wchar_t"),
        *(f"{sign}int{size}_t" for sign in ("", "u") for size in _SIZES),
        "std",
    ]
)
"""Types that the language has, words that are no names, and what no program may add names to (C++20, 16.4.5.2.1)."""
_NAME = regex(r"[^\W\d]\w*|operator.+")
_ROOTS = ("", "include", "src")
_OTHER_HALF = {
    "include": ("src", "lib", ""),
    "inc": ("src", "lib", ""),
    "src": ("include", "inc"),
    "lib": ("include", "inc"),
}
_SYSTEM = regex(
    r"(?:assert|complex|ctype|errno|fenv|float|inttypes|iso646|limits|locale|math|setjmp|signal|stdalign|"
    r"stdarg|stdatomic|stdbool|stddef|stdint|stdio|stdlib|stdnoreturn|string|tgmath|threads|time|uchar|"
    r"wchar|wctype|dirent|dlfcn|endian|fcntl|getopt|glob|grp|libgen|malloc|netdb|poll|pthread|pwd|regex|"
    r"sched|semaphore|strings|syslog|termios|unistd|windows|winsock2)[.]h"
)
"""What C's own headers are called, and those of the systems that it is written for."""
_HEADERS_ONLY = ("include", "inc")
_HEADERS = (".h", ".hh", ".hpp", ".hxx")
_SOURCES = (".c", ".cc", ".cpp", ".cxx")


def resolve(project: Project, importer: str, module: str) -> Module | Symbol:
    """What an `#include` in the file `importer` leads to."""
    name = module.strip("<>")
    if not _is_library(name, project.own, bracketed=name != module):
        for base in ancestors(importer):
            for root in _ROOTS:
                path = join(base, below(root, name))
                if path is not None and path != importer and project.exists(path):
                    return Module(path)
        found = _elsewhere(project, importer, name, only=name != module and "/" not in name)
        if found is not None:
            return Module(found)
    return Symbol(name)


def _elsewhere(project: Project, importer: str, name: str, *, only: bool) -> str | None:
    """The header of this name that is nearest to a file, wherever it stands; None if several are as near.

    One that is included as a system's must be the `only` one, in a folder beside, and called as none of these.
    """
    if only and _SYSTEM.fullmatch(name):
        return None
    around = set(ancestors(importer))
    near: dict[tuple[bool, int, int], list[str]] = {}
    for path in project.files_named(name.rpartition("/")[2]):
        if path != importer and path.endswith(_HEADERS) and f"/{path}".endswith(f"/{name}"):
            shared = sum(place in around for place in ancestors(path))
            usual = is_test(importer) or not is_test(path)
            near.setdefault((usual, shared, -path.count("/")), []).append(path)
    nearest = near[max(near)] if near else []
    if only and (len(near) > 1 or not nearest or not _is_beside(nearest[0], around)):
        return None
    return nearest[0] if len(nearest) == 1 else None


def _is_beside(header: str, around: set[str]) -> bool:
    """Whether a header stands in a folder beside one of these, or in the `include` of such a one."""
    places = [place for place in ancestors(header) if place.rpartition("/")[2] not in _OTHER_HALF]
    return len(places) < 2 or places[1] in around


def _is_library(name: str, own: Own, *, bracketed: bool) -> bool:
    """Whether a header is one of a library, or `<stands/in.h>` a folder that is called as such a one."""
    headers, folders = _outside(own)
    pieces = name.split("/")
    is_below = bracketed and pieces[0] in folders
    return is_below or any("/".join(pieces[number:]) in headers for number in range(len(pieces)))


@lru_cache
def _outside(own: Own) -> tuple[frozenset[str], frozenset[str]]:
    """The headers of libraries, and the folders in which further ones stand."""
    headers = catalogue("c", own).modules | catalogue("cpp", own).modules
    return headers, frozenset(header.partition("/")[0].partition(".")[0] for header in headers)


def siblings(project: Project, path: str, name: str, _files_of: FilesOf) -> tuple[str, ...]:
    """The files that are a part of one, or hold what these declare, and in which a name stands.

    What a header means depends on what is included before it: where it speaks of a name that nothing in it explains,
    it is one of the file that is read. Which sources define it depends on where it stands, not only on who has it.
    """
    if name in _OF_THE_LANGUAGE or _NAME.fullmatch(name) is None:
        return ()
    found: dict[str, None] = {}
    for around in dict.fromkeys((path, project.asker)):
        parts = _parts(project, around)
        holding = (held for place in parts.folders for held in project.files_holding(place, name))
        ordered = [held for _, held in sorted((parts.order[held], held) for held in holding if held in parts.order)]
        others = _defining_sources(project, name, ordered)
        found |= dict.fromkeys(held for held in (*ordered, *others) if held != path)
    return tuple(found)


def _defining_sources(project: Project, name: str, parts: list[str]) -> Iterator[str]:
    """The sources that define what headers among these parts only declare, or set such a field, if they include one."""
    headers = [part for part in parts if part.endswith(_HEADERS)]
    likely = [*headers, *(part for part in parts if part not in headers)]
    if not headers or any(_has(project, part, name) for part in likely):
        return
    for place in dict.fromkeys(place for header in headers for place in _opposite(folder(header))):
        for held in project.files_holding(place, name):
            if not held.endswith(_SOURCES) or held in parts:
                continue
            included = _parts(project, held).order
            is_part = any(header in included for header in headers)
            if is_part and (_has(project, held, name) or _sets(project, held, name)):
                yield held


def _has(project: Project, path: str, name: str) -> bool:
    """Whether a file's top level has a name, and does more than to declare it."""
    view = None if project.lacks("named", path, name) else project.view(path)
    return view is not None and bool(
        project.definitions_named(view, MODULE, name) or project.bindings(view, MODULE, name)
    )


def _sets(project: Project, path: str, name: str) -> bool:
    """Whether a file sets a field of this name; what tests set is that for tests only."""
    if is_test(path) and not is_test(project.asker):
        return False
    view = None if project.lacks("given", path, name) else project.view(path)
    return view is not None and bool(project.field_values(view, name))


def libraries(project: Project, path: str) -> Iterator[str]:
    """The headers of libraries that a file includes, or a header that it includes, and those that are nowhere found."""
    for target in _directly(project, path):
        inner = (target,) if isinstance(target, Symbol) else _directly(project, target.path)
        yield from (one.name for one in inner if isinstance(one, Symbol))


class _Parts:
    """The files that are a part of one, in the order in which they are looked into, and their folders."""

    def __init__(self, files: Iterable[str]) -> None:
        self.order = {path: number for number, path in enumerate(dict.fromkeys(files))}
        self.folders = tuple(dict.fromkeys(map(folder, self.order)))


def _parts(project: Project, path: str) -> _Parts:
    return project.once_for_all(path, "parts", partial(_put_together, path=path))


def _put_together(project: Project, path: str) -> _Parts:
    return _Parts(file for part in _included_files(project, path) for file in (part, *_counterparts(project, part)))


def _included_files(project: Project, path: str) -> Iterator[str]:
    """A file, and all that it includes."""
    waiting, known = [path], {path}
    for part in waiting:
        yield part
        for target in _directly(project, part):
            if isinstance(target, Module) and target.path not in known and len(known) < MAX_INCLUDED:
                known.add(target.path)
                waiting.append(target.path)


def _directly(project: Project, path: str) -> tuple[Module | Symbol, ...]:
    """The headers that a file includes by itself."""
    return project.once_for_all(path, "included", partial(_included_modules, path=path))


def _included_modules(project: Project, path: str) -> tuple[Module | Symbol, ...]:
    return tuple(resolve(project, path, module) for module in project.preamble(path).included)


def _counterparts(project: Project, path: str) -> Iterator[str]:
    """The sources of a header, or the headers of a source: `net/http.h` and `net/http.c`."""
    around, _, name = path.rpartition("/")
    stem, dot, ending = name.rpartition(".")
    wanted = _SOURCES if f"{dot}{ending}" in _HEADERS else _HEADERS
    places = _opposite(around)
    beside = [below(place, stem + other) for place in places for other in wanted]
    found = [other for other in beside if project.exists(other)]
    return iter(found or (_sources_elsewhere(project, path, stem) if wanted is _SOURCES else ()))


def _sources_elsewhere(project: Project, header: str, stem: str) -> Iterator[str]:
    """The sources that are called as a header and include it, wherever they stand; those of tests for tests only."""
    for ending in _SOURCES:
        for path in project.files_named(f"{stem}{ending}"):
            if (is_test(header) or not is_test(path)) and Module(header) in _directly(project, path):
                yield path


def _opposite(around: str) -> tuple[str, ...]:
    """The folders in which the other half of a file can stand: its own, and `src` for what stands in `include`.

    What stands in `include/project/net` may have its other half in `src/net`, for headers are included by longer names.
    """
    pieces = around.split("/")
    moved = [
        "/".join(filter(None, (*pieces[:index], other, *pieces[further:])))
        for index, piece in enumerate(pieces)
        for other in _OTHER_HALF.get(piece, ())
        for further in range(index + 1, len(pieces) + 1 if piece in _HEADERS_ONLY else index + 2)
    ]
    return tuple(dict.fromkeys((around, *moved)))


C = LanguageRules(
    Modules(resolve, siblings=siblings, libraries=libraries),
    globals=Globals(reserved=_RESERVED),
    functions=Functions(formats=True, compiled=True),
    values=Values(held_by_value=True, anything=("void", "gpointer")),
    kin="c",
    confidence=Confidence(0.85, 0.7, 0.85),
)

CPP = replace(
    C,
    classes=Classes(constructors=(OWN_NAME,), bare_members="methods", scattered=True),
    functions=replace(C.functions, alternatives=True, declared_apart=True),
    values=replace(C.values, places=("first", "second")),
)
