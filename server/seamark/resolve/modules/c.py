"""How C and C++ find what a file includes, and which files hold what headers declare (C11, 6.10.2).

Where a compiler looks for headers stands in no source. So a header is looked for from the including file's folder
outwards, each folder with its `include` and `src`: the nearest is the likely one. The headers of the catalogue's
libraries are what everybody takes them for, also where a copy of the library stands in the workspace.
"""

from __future__ import annotations

from functools import cache

from seamark.catalogue import catalogue
from seamark.resolve.meaning import Meaning, Module, Symbol
from seamark.resolve.project import Project

from .paths import ancestors, folder, join

_ROOTS = ("", "include", "src")
_HEADERS = (".h", ".hh", ".hpp", ".hxx")
_SOURCES = (".c", ".cc", ".cpp", ".cxx")


def resolve(project: Project, importer: str, module: str) -> Meaning:
    """What an `#include` in the file `importer` leads to."""
    name = module.strip("<>")
    if name not in _outside():
        for base in ancestors(importer):
            for root in _ROOTS:
                path = join(base, f"{root}/{name}" if root else name)
                if path is not None and path != importer and project.exists(path):
                    return Module(path)
    return Symbol(name)


@cache
def _outside() -> frozenset[str]:
    """The headers of libraries."""
    return catalogue("c").modules | catalogue("cpp").modules


def siblings(project: Project, path: str, name: str) -> tuple[str, ...]:
    """The sources of a header, or the headers of a source, in which a name stands: `net/http.h` and `net/http.c`."""
    stem, dot, ending = path.rpartition("/")[2].rpartition(".")
    wanted = _SOURCES if f"{dot}{ending}" in _HEADERS else _HEADERS
    found = [
        other
        for around in _counterparts(folder(path))
        for one in wanted
        if project.exists(other := f"{around}/{stem}{one}" if around else f"{stem}{one}")
    ]
    return tuple(other for other in found if other in project.holding(folder(other), name))


def _counterparts(around: str) -> tuple[str, ...]:
    """The folders in which the other half of a file can stand: its own, and `src` for what stands in `include`."""
    pieces = around.split("/")
    moved = [
        "/".join((*pieces[:index], other, *pieces[index + 1 :]))
        for index, piece in enumerate(pieces)
        for other in {"include": ("src", "lib"), "src": ("include",), "lib": ("include",)}.get(piece, ())
    ]
    return (around, *moved)
