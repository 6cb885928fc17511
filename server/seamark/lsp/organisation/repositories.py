"""Which repository a folder is part of. Nothing is run: git's files say it."""

from __future__ import annotations

import os
import re
from functools import lru_cache
from pathlib import Path

from msgspec import Struct

from seamark.source.limits import Limits
from seamark.source.problem import Problem
from seamark.source.read import read_file
from seamark.store.origins import origin

_VALUE = r'\s*=\s*"?([^"#;]+?)"?\s*(?:[#;].*)?'
_POINTER = "gitdir:"
_LIMITS = Limits(file=1_000_000, minified=1_000_000)


class Repository(Struct, frozen=True):
    """A repository that is checked out: its folder, its name, and where it was cloned from, if that is known."""

    folder: Path
    name: str
    url: str = ""


@lru_cache(4096)
def around(folder: Path) -> Repository | None:
    """The repository that a folder is in, or is; None if it is in none."""
    for one in (folder, *folder.parents):
        found = repository(one)
        if found is not None:
            return found
    return None


def repository(folder: Path) -> Repository | None:
    """The repository that is checked out in a folder, if one is. It has the name of where it comes from, if it has one.

    A folder with a name of the user's own is a repository of the store under the other one.
    """
    if not (folder / ".git").exists():
        return None
    url = _value(_settings(folder), '[remote "origin"]', "url")
    known = origin(url)
    return Repository(folder, folder.name if known is None else known.name, url)


def _settings(folder: Path) -> str:
    """What git's settings are in a repository.

    Where `.git` is a file it may name any folder. That counts if it names this one: so do those of worktrees and of
    submodules.
    """
    place = folder / ".git"
    if place.is_dir():
        return _read_git_file(folder, ".git/config")
    said = _read_git_file(folder, ".git")
    if not said.startswith(_POINTER):
        return ""
    kept = Path(os.path.realpath(folder / said.removeprefix(_POINTER).strip()))
    worktree = _read_git_file(kept, "gitdir").strip()
    if worktree:
        return _read_git_file(kept.parent.parent, "config") if _is_same(kept / worktree, place) else ""
    settings = _read_git_file(kept, "config")
    submodule = _value(settings, "[core]", "worktree")
    return settings if submodule and _is_same(kept / submodule, folder) else ""


def _is_same(one: Path, other: Path) -> bool:
    return os.path.realpath(one) == os.path.realpath(other)


def _value(settings: str, section: str, name: str) -> str:
    """What settings of git's have under a name in a section; empty if nothing."""
    stated, within = re.compile(name + _VALUE), False
    for line in map(str.strip, settings.splitlines()):
        if line.startswith("["):
            within = line.startswith(section)
        elif within and (found := stated.fullmatch(line)) is not None:
            return found[1]
    return ""


def _read_git_file(folder: Path, name: str) -> str:
    """The text of a file in a folder of git's; empty if it cannot be read."""
    text = read_file(folder / name, _LIMITS, folder)
    return "" if isinstance(text, Problem) else text.data.decode()
