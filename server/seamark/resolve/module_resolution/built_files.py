"""Files that a build writes, and that stand nowhere in a repository: where their sources may be (Node.js packages).

A package says where its build writes: by the compiler's options, by a command of its scripts, or by what it offers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, NamedTuple

from seamark.patterns import regex
from seamark.resolve.workspace_facts.project import Project

from .manifests import manifest
from .paths import folder, join

_SOURCE_FOLDER = "src"
_OFFERED = ("main", "module", "browser", "types", "typings", "bin", "exports")
_WRITES = regex(r"(?:^|\s)(?:-d|-o|--out-?[dD]ir|--dir|--dist)(?:\s+|=)['\"]?([\w@./-]+)")
"""The option of a compiler or bundler that names a folder: `babel src -d lib`, `tsc --outDir dist`."""
_WORD = regex(r"[\w@./-]+")
_COMMAND = regex(r"&&|\|\||[;|]")
_MAX_BUILDS, _MAX_WORDS = 16, 32
_ENDING = regex(r"(?:\.d)?\.[cm]?[jt]sx?$")


class _Build(NamedTuple):
    """A folder that is written, and those that may hold what is compiled into it."""

    written: str
    sources: tuple[str, ...]


def sources(
    project: Project, home: str, path: str, configured: tuple[tuple[str, dict[str, Any]], ...]
) -> Iterator[str]:
    """Where the source of a file of a package may be, with and without its ending; `configured` is for compilers."""
    said = project.once_for_all(home, "builds", lambda own: _said_builds(own, home))
    for build in (*_configured(configured), *said):
        if build.written and f"{path}/".startswith(f"{build.written}/"):
            inside = path[len(build.written) + 1 :]
            for one in filter(None, (join(root, inside) for root in build.sources)):
                yield one
                yield _ENDING.sub("", one)


def _configured(options: tuple[tuple[str, dict[str, Any]], ...]) -> Iterator[_Build]:
    """What compiler options say."""
    for stated_in, said in options:
        base, written = folder(stated_in), said.get("outDir")
        if isinstance(written, str):
            roots = (str(said.get("rootDir", _SOURCE_FOLDER)), _SOURCE_FOLDER, ".")
            yield _build(base, written, roots)


def _said_builds(project: Project, home: str) -> tuple[_Build, ...]:
    """What the scripts of a package's manifest and the files that it offers say."""
    said = manifest(project, home, "package.json") or {}
    scripts = said.get("scripts")
    commands = scripts.values() if isinstance(scripts, dict) else ()
    by_command = (one for text in commands if isinstance(text, str) for one in _of_commands(project, home, text))
    offered = {path.removeprefix("./").partition("/")[0] for key in _OFFERED for path in _paths(said.get(key))}
    missing = (one for one in sorted(offered - {_SOURCE_FOLDER}) if not project.exists(join(home, one) or ""))
    by_offer = (_build(home, one, (_SOURCE_FOLDER,)) for one in missing)
    return tuple(islice(dict.fromkeys((*by_command, *by_offer)), _MAX_BUILDS))


def _of_commands(project: Project, home: str, text: str) -> Iterator[_Build]:
    """What the commands of a script write: the folders that one is given beside the other may be the sources."""
    for command in _COMMAND.split(text):
        for written in _WRITES.findall(command):
            given = (folder(one) if _ENDING.search(one) else one for one in _WORD.findall(command)[:_MAX_WORDS])
            others = (one for one in given if not one.startswith("-") and one.strip("./") != written.strip("./"))
            roots = (one for one in others if project.exists(join(home, one) or ""))
            yield _build(home, written, (*roots, _SOURCE_FOLDER))


def _build(base: str, written: str, roots: tuple[str, ...]) -> _Build:
    found = (join(base, root) for root in roots)
    return _Build(join(base, written) or "", tuple(dict.fromkeys(one for one in found if one is not None)))


def _paths(stated: object) -> Iterator[str]:
    """The paths below a folder in what a manifest offers: a text, or texts by name and condition."""
    if isinstance(stated, str):
        yield from (stated,) if "/" in stated.removeprefix("./") else ()
    elif isinstance(stated, Mapping):
        yield from (path for one in stated.values() for path in _paths(one))
