"""Which repository a folder is part of. Nothing is run: git's files say it."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from msgspec import Struct

from seamark.store.origins import origin

_SECTION = re.compile(r'\[remote "origin"\]')
_URL = re.compile(r'url\s*=\s*"?([^"#;]+?)"?\s*(?:[#;].*)?')
_MOST = 1_000_000
"""So many characters of a file of git's are read."""


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
    url = _url(_settings(folder / ".git"))
    known = origin(url)
    return Repository(folder, folder.name if known is None else known.name, url)


def _settings(place: Path) -> str:
    """What git's settings are in a repository: where it is a file, that says where the folder is."""
    pointed = _read(place).partition("gitdir:")[2].strip() if place.is_file() else ""
    folder = place.parent / pointed if pointed else place
    common = _read(folder / "commondir").strip()
    return _read(folder / common / "config")


def _url(settings: str) -> str:
    within = False
    for line in map(str.strip, settings.splitlines()):
        if line.startswith("["):
            within = _SECTION.match(line) is not None
        elif within and (found := _URL.fullmatch(line)) is not None:
            return found[1]
    return ""


def _read(file: Path) -> str:
    try:
        with file.open(encoding="utf-8", errors="replace") as stream:
            return stream.read(_MOST)
    except OSError:
        return ""
