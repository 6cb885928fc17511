"""Repositories as users name them: a folder, a bare repository of git's, a revision of either, under a name."""

from __future__ import annotations

import os
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import NamedTuple

from seamark.cli.failure import Failure
from seamark.cli.reviewing.revisions import Revision, as_folder, commit_date, is_unborn, origin, revision
from seamark.cli.workspaces import unreadable
from seamark.store.shard import About

_BARE = ".git"


class Repository(NamedTuple):
    """What to read of a repository, and what is known of it before."""

    about: About
    path: str
    revision: Revision | None

    def folder(self) -> AbstractContextManager[Path]:
        """The files that are to be read, as a folder. Raises `Failure` if git cannot give them."""
        return nullcontext(Path(self.path)) if self.revision is None else as_folder(self.revision)


def name_and_path(text: str) -> tuple[str, str]:
    """The name and the path of `NAME=PATH`, or of a path alone: then the name is the folder's, without `.git`."""
    name, separator, path = text.partition("=")
    if separator and not os.path.exists(text):
        return name, path
    return Path(text).resolve().name.removesuffix(_BARE) or "root", text


def to_add(text: str) -> tuple[str, str]:
    """As `name_and_path`. Raises `Failure` for a name that says nothing, and for what is no repository unless it has a
    name.
    """
    name, path = name_and_path(text)
    if not name.strip():
        raise Failure(f"{text}: no name before the `=`")
    if text != path or not os.path.isdir(path):
        return name, path
    folder = Path(path).resolve()
    if not _is_repository(folder):
        around = next((one for one in folder.parents if _is_repository(one)), None)
        if around is not None:
            raise Failure(f"{path} is part of the repository {around}: add that, or name the part: NAME={path}")
        if any(_is_repository(one) for one in folder.iterdir()):
            all_of_it = os.path.join(path, "*")
            raise Failure(
                f"{path} is a folder of repositories: add {all_of_it}, or name it to read it as one, as in NAME={path}"
            )
    return name, path


def repository(name: str, path: str, wanted: str | None) -> Repository:
    """The repository at a path, at the revision that is wanted, or at the one that is checked out.

    A folder that is in no repository of git is taken as it is. Raises `Failure` if it cannot be read.
    """
    why = unreadable(path)
    if why is not None or not os.path.isdir(path):
        raise Failure(f"{path}: {why or 'is not a folder'}")
    if wanted is None and not _has_history(path):
        return Repository(About(name), path, None)
    if wanted is None and is_unborn(path):
        raise Failure(f"{path}: nothing is committed yet")
    found = revision(path, wanted or "HEAD")
    return Repository(About(name, found.commit, commit_date(found), origin(path)), path, found)


def _has_history(path: str) -> bool:
    """Whether a folder is in a repository of git, or is a bare one. Whether git can read it is another question."""
    around = Path(path).resolve()
    return any(_is_repository(folder) for folder in (around, *around.parents))


def _is_repository(folder: Path) -> bool:
    """Whether a folder is a repository's root, or a bare repository."""
    return (folder / _BARE).exists() or all((folder / part).exists() for part in ("HEAD", "objects", "refs"))
