"""Which folders to read."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from pathlib import Path


def roots(folders: Iterable[Path], documents: Iterable[Path]) -> tuple[Path, ...]:
    """The roots of a workspace with these folders; one without any consists of the folders of its documents.

    Where others are, a folder too wide to read is none. One inside another one is a root only if somebody chose it.
    """
    candidates = set(folders) or _outer({document.parent for document in documents})
    wanted = {folder for folder in candidates if readable(folder)} or candidates
    return tuple(sorted(wanted))


def readable(folder: Path) -> bool:
    """Whether to read all files of a folder: not those of the whole disk, of all users, of one, or of all programs."""
    wide = (Path.home(), Path(tempfile.gettempdir()))
    return folder.parent != folder and not any(place.is_relative_to(folder) for place in wide)


def _outer(folders: set[Path]) -> set[Path]:
    return {folder for folder in folders if folders.isdisjoint(folder.parents)}
