"""Libraries that a manifest names as dependencies, and of whose kind of contract nothing was found below its folder.

Where most calls lead nowhere, each web framework is one for itself: routes of another one say nothing of its own.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache

from seamark.catalogue import Library, libraries
from seamark.index.reports import UnfoundLibraries
from seamark.resolve.module_resolution import rules_of
from seamark.resolve.module_resolution.paths import ancestors, folder
from seamark.resolve.port_model import Port

_SERVED = "http"
_CALLED = ("grpc", "queue", "temporal", "graphql")
_DOMAINS = ("com", "dev", "io", "jakarta", "net", "org")
"""What packages begin with that are called by the domains of those who make them: Maven's groups."""
_ANY = ""
"""What routes are of that may be any framework's: only their shapes tell that they are some."""
_MANY = 10
"""So many calls say something of the routes that there should be."""


def libraries_not_found(manifests: Iterable[tuple[str, bytes]], ports: Iterable[Port]) -> list[UnfoundLibraries]:
    """What is to be said of these manifests, given with their texts, and of the ports of the workspace.

    Of a folder within another one of which that is said already, it is not said again.
    """
    ports = list(ports)
    found = defaultdict[str, set[tuple[str, str]]](set)
    for port in ports:
        if not port.contract and (port.mechanism != _SERVED or port.role == "exposes"):
            found[port.mechanism].add((port.path, _ANY if port.framework == port.language else port.framework))
    lead_nowhere = _lead_nowhere(ports)
    lacking: list[UnfoundLibraries] = []
    told: set[tuple[str, str]] = set()
    for path, text in sorted(manifests, key=lambda one: (one[0].count("/"), one[0])):
        below = f"{folder(path)}/" if folder(path) else ""
        for mechanism, names in sorted(_libraries_by_mechanism(text).items()):
            is_told = any((one, mechanism) in told for one in ancestors(folder(path)))
            of = {library for where, library in found[mechanism] if where.startswith(below)}
            is_for_itself = mechanism == _SERVED and lead_nowhere and _ANY not in of
            left = names - of if is_for_itself else set() if of else names
            if left and not is_told:
                told.add((folder(path), mechanism))
                lacking.append(UnfoundLibraries(path, mechanism, tuple(sorted(left))))
    return lacking


def _lead_nowhere(ports: Iterable[Port]) -> bool:
    """Whether most of many calls ask for paths that nobody is known to serve."""
    http = [port for port in ports if port.mechanism == _SERVED]
    served = {port.key.partition(" ")[2] for port in http if port.role == "exposes"}
    calls = [port for port in http if port.role == "consumes"]
    return len(calls) >= _MANY and 2 * sum(one.key.partition(" ")[2] not in served for one in calls) > len(calls)


def _libraries_by_mechanism(manifest: bytes) -> dict[str, set[str]]:
    """The libraries that a manifest names, by the mechanisms that they are for."""
    text = manifest.decode(errors="replace").lower().replace("_", "-")
    named = defaultdict[str, set[str]](set)
    for match in _patterns().finditer(text):
        for mechanism, library in _by_package()[match["name"] or match["group"]]:
            named[mechanism].add(library)
    return named


@cache
def _patterns() -> re.Pattern[str]:
    """A package as manifests name it: between quotes, or at a line's begin before a version.

    A group of Maven's stands between tags, or before a colon: `"io.javalin:javalin:6.1"`.
    """
    names = sorted(_by_package(), key=len, reverse=True)
    groups, others = (
        "|".join(re.escape(name) for name in names if _is_group(name) == is_group) for is_group in (True, False)
    )
    before = r"""(?:^|["'])[ \t]*(?:require[ \t]+)?"""
    behind = r"""(?:/v\d+)?(?:["']|[ \t]*[=<>~!\[;@]|[ \t]+v\d|[ \t]*$)"""
    return re.compile(rf"""{before}(?P<name>{others}){behind}|["'>](?P<group>{groups})["'<:]""", re.MULTILINE)


def _is_group(module: str) -> bool:
    """Whether a module is called by the domain of those who make it."""
    first, _, rest = module.partition(".")
    return first in _DOMAINS and bool(rest) and "/" not in module


@cache
def _by_package() -> dict[str, list[tuple[str, str]]]:
    """The names of packages, each with the mechanisms and the names of the libraries that it is of."""
    found: dict[str, list[tuple[str, str]]] = {}
    for library in libraries():
        mechanisms: set[str] = {row.mechanism for row in library.contracts if row.mechanism in _CALLED}
        if library.object_trees or any(kind.role == "router" for kind in library.types.values()):
            mechanisms.add(_SERVED)
        for name in set(_packages(library)) if not library.wide else ():
            found.setdefault(name, []).extend((one, library.name) for one in sorted(mechanisms))
        for name in library.packages:  # Those of whole frameworks, of whose further parts a program need use none.
            found.setdefault(name, []).append((_SERVED, library.name))
    return {name: of for name, of in found.items() if of}


def _packages(library: Library) -> Iterator[str]:
    """What a library's packages are called in manifests, as far as its modules tell."""
    for language in library.languages:
        for module in (*library.modules, *library.imported.get(language, ())):
            name = module if "/" in module or _is_group(module) else module.partition(".")[0]
            if "\\" not in name and not rules_of(language).globals.is_standard(name):
                yield name.lower().replace("_", "-")
