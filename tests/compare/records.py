"""What every tool's answer is turned into, so that all are scored alike."""

from __future__ import annotations

import re
from typing import NamedTuple

ANY = "ANY"
NESTED = 3
"""How deep brackets may stand in brackets, as in `{id:[0-9]{4}}`."""

_PARAMETER = re.compile(
    r"""<[^<>]*> | \$?\{[^{}]*\} | (?<=/)\[[^\[\]]*\] | (?<=/)\*\w* | %[sdv]
    | (?<=/):\w+(?:\([^()]*\))?\?? | \([^()]*\)""",
    re.VERBOSE,
)


class Key(NamedTuple):
    """A verb and a path whose parameters have no names: `GET /users/{}`."""

    verb: str
    path: str

    def __str__(self) -> str:
        return f"{self.verb} {self.path}"


class Place(NamedTuple):
    """Lines of a file, by its path from the checkout. Of a tool that says only the file, the line is 0."""

    file: str
    line: int
    last: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


class Port(NamedTuple):
    """A route or a call."""

    key: Key
    place: Place


class Link(NamedTuple):
    """A call, and a place that the tool leads to from it: the route's, or its handler's."""

    call: Port
    target: Place


class Found(NamedTuple):
    """What a tool finds in a repository. Routes and calls are counted once for each key and place."""

    routes: frozenset[Port] = frozenset()
    calls: frozenset[Port] = frozenset()
    links: frozenset[Link] = frozenset()


def key(verb: str, path: str) -> Key:
    """The key of a path as any tool writes it: `/users/<int:id>`, `/users/:id`, `http://host/users/{param}?x=1`."""
    path = re.sub(r"^\w+://[^/]*", "", path)
    path = path.partition("?")[0] if "(?" not in path else path
    for _ in range(NESTED):
        path = _PARAMETER.sub("\0", path)
    path = re.sub("\0+", "{}", path)
    return Key(verb.upper() or ANY, re.sub(r"/{2,}", "/", f"/{path.strip('/')}"))


def place(file: str, line: int | None, root: str = "") -> Place:
    """A place of a tool that names files from the checkout or, if `root` is given, by their whole path."""
    return Place(file.removeprefix(root).lstrip("/").removeprefix("./"), line or 0)
