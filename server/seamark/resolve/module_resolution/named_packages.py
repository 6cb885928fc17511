"""Packages that have names in full, as those of Java and Kotlin (Java language specification, 7): `com.acme.orders`.

Each file says of which package it is, wherever it stands: in the sources of a module, in its tests, or in those of
another module. A workspace may hold several programs that call their packages alike, so the nearest file counts first.
A package is taken for the folder of its nearest file.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile

from seamark.resolve.abstract_values import Meaning, Package, Symbol
from seamark.resolve.workspace_facts.project import Project

from .language_rules import FilesOf
from .paths import folder, is_test


def resolve(project: Project, importer: str, module: str) -> Meaning:
    """What the name of a package leads to from the file `importer`."""
    files = project.files_of_package(module)
    return Package(folder(nearest(importer, files)[0])) if files else Symbol(module)


def segments(module: str) -> tuple[str, ...]:
    """The package, and the classes whose names follow it: these begin with a capital letter."""
    parts = module.split(".")
    length = next((number for number, part in enumerate(parts) if part[:1].isupper()), len(parts))
    return (".".join(parts[:length]) or parts[0], *parts[max(length, 1) :])


def holders(project: Project, package: str, name: str) -> tuple[str, ...]:
    """The files of a package whose top levels may have a name, those of its folder first."""
    first = next(iter(project.listing(package)), "")
    return _files_of(project, f"{package}/{first}", _stated_package(project, package), name, project.files_offering)


def siblings(project: Project, path: str, name: str, files_of: FilesOf) -> tuple[str, ...]:
    """The other files of a file's package with a name."""
    package = project.preamble(path).package
    found = _files_of(project, path, package, name, files_of) if package else files_of(folder(path), name)
    return tuple(other for other in found if other != path)


def nearest(path: str, files: Iterable[str]) -> list[str]:
    """Files in the order of how much they have in common with a path; tests last, but for tests."""
    from_test = is_test(path)
    return sorted(files, key=lambda one: (is_test(one) and not from_test, -_common(path, one)))


def _common(path: str, other: str) -> int:
    """By how many folders two paths begin alike."""
    pairs = zip(path.split("/"), other.split("/"), strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _stated_package(project: Project, home: str) -> str:
    """The package that the files of a folder say they are of."""
    paths = (f"{home}/{name}" if home else name for name in project.listing(home))
    return next((stated for path in paths if (stated := project.preamble(path).package)), "")


def _files_of(project: Project, path: str, package: str, name: str, files_of: FilesOf) -> tuple[str, ...]:
    # Of all files of a folder the same ones are the nearest, but for tests.
    home, kind = folder(path), "tests" if is_test(path) else "files"
    question = f"nearest {kind} of package {package}"
    files, folders = project.once_for_all(home, question, lambda own: _nearest_folders(own, path, package))
    return tuple(one for around in folders for one in files_of(around, name) if one in files)


def _nearest_folders(project: Project, path: str, package: str) -> tuple[frozenset[str], tuple[str, ...]]:
    files = project.files_of_package(package)
    return frozenset(files), tuple(dict.fromkeys(map(folder, nearest(path, files))))
