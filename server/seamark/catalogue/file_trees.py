"""Which files may be routes because of where they stand, told from their names."""

from __future__ import annotations

import re
from functools import cache

from .rows import VERBS
from .schema import Tree

NAMED = "@verbs"
"""Among the names of exports, those of HTTP's verbs in capitals."""

DEFAULT = "default"
"""The name of an export that is a file's own; `WHOLE` is that of what Node.js has for it: `module.exports = …`."""

WHOLE = "="


_LONGEST_PATH = 400
"""In characters: what users' expressions make of a file takes time by the cube of it."""


def may_stand(tree: Tree, path: str) -> bool:
    """Whether some folder around a file may be the root of such a tree, so that the file is one of its routes."""
    return len(path) <= _LONGEST_PATH and _anywhere(tree.file).fullmatch(path) is not None


def match_route_file(tree: Tree, within: str) -> re.Match[str] | None:
    """How a file's path within the root of a tree states a route, if it does."""
    return _pattern(tree.file).fullmatch(within)


def exported_names(tree: Tree) -> dict[str, tuple[str, ...]]:
    """The names of the exports that are routes, with their verbs."""
    named = {verb.upper(): (verb.upper(),) for verb in VERBS} if NAMED in tree.exports else {}
    return named | {name: verbs for name, verbs in tree.exports.items() if name != NAMED}


def words(tree: Tree) -> tuple[str, ...]:
    """The identifiers of which one stands in a file with such an export, be it one that it has from another file."""
    return ("exports", *((DEFAULT,) if set(tree.exports) == {DEFAULT} else ("export",)))


def route_path(tree: Tree, stated: str) -> str:
    """The path of a route, as `keys` reads it, of what a file's path states."""
    for pattern, becomes in tree.segments.items():
        stated = _pattern(pattern).sub(becomes, stated)
    return "/".join(("", *filter(None, f"{tree.prefix}/{stated}".split("/"))))


@cache
def _pattern(expression: str) -> re.Pattern[str]:
    return re.compile(expression)


@cache
def _anywhere(file: str) -> re.Pattern[str]:
    return re.compile(f"(?:.*/)?(?:{file})")
