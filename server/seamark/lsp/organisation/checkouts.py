"""Where the repositories of a store are checked out, and where in their files something is that a store speaks of."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath

from msgspec import Struct

from seamark.patterns import regex
from seamark.source.inside import real_path_inside
from seamark.source.lines import LineIndex
from seamark.store.origins import origin
from seamark.store.places import line_and_column
from seamark.store.shard import About

from .repositories import repository

_WORD = regex(r"(?<!\w)\w+\Z")


class Anchor(Struct, frozen=True):
    """A name near a place: by it the place is found again after the lines before it have become more or fewer."""

    word: str
    start: int


def anchor(name: str, start: int) -> Anchor | None:
    """The last word of a function's whole name, which stands at a place; None if it has none to look for."""
    found = _WORD.search(name)
    return None if found is None else Anchor(found[0], start)


def stated_checkout(about: About, stated: Mapping[str, str], root: Path) -> Path | None:
    """Where it is stated that a repository is checked out, by its name or address; `root` is what is relative to."""
    known = origin(about.url)
    for key, folder in stated.items():
        if key == about.repository or (known is not None and origin(key) == known):
            return Path(os.path.normpath(root / Path(folder).expanduser()))
    return None


def checkout(about: About, folders: Sequence[Path]) -> Path | None:
    """The folder in one of these in which a repository is checked out.

    It is known by its name, unless it was cloned from elsewhere.
    """
    known = origin(about.url)
    names = dict.fromkeys([about.repository, *([known.name] if known is not None else [])])
    return next(
        (place for folder in folders for name in names if _is_it(place := folder / name, known and known.name)), None
    )


def _is_it(folder: Path, name: str | None) -> bool:
    if not folder.is_dir():
        return False
    found = repository(folder)
    cloned = None if found is None else origin(found.url)
    return name is None or cloned is None or cloned.name == name


def inside(folder: Path, file: str) -> Path | None:
    """A file of a checkout; None if it would be outside: a store may say anything."""
    parts = PurePosixPath(file).parts
    if not parts or PurePosixPath(file).is_absolute() or ".." in parts or Path(file).drive:
        return None
    place = folder.joinpath(*parts)
    try:
        return None if real_path_inside(place, folder) is None else place
    except (OSError, ValueError):
        return None


def found_again(lines: LineIndex, start: int, end: int, near: Anchor | None) -> tuple[int, int]:
    """The offsets of a place in a text that may have changed since a store has said where it is.

    It has moved by as many lines as the name near it; without one it is where it was.
    """
    moved = 0
    if near is not None:
        line, column = line_and_column(near.start)
        there = lines.offset(line - 1, column - 1, "utf-32")
        stands = min(_words(lines.data, near.word), key=lambda at: _distance(lines, at, there), default=None)
        if stands is not None and near.start == start:
            return stands, stands + len(near.word.encode())
        moved = 0 if stands is None else lines.position(stands, "utf-32")[0] - (line - 1)
    (line, column), (end_line, end_column) = line_and_column(start), line_and_column(end)
    return (
        lines.offset(line - 1 + moved, column - 1, "utf-32"),
        lines.offset(end_line - 1 + moved, end_column - 1, "utf-32"),
    )


def _words(data: bytes, word: str) -> Iterator[int]:
    return (found.start() for found in re.finditer(rb"(?<!\w)%s(?!\w)" % re.escape(word.encode()), data))


def _distance(lines: LineIndex, at: int, there: int) -> tuple[int, int]:
    """How far two places are from each other: by lines, and then by bytes."""
    (ours, _), (theirs, _) = (lines.position(offset, "utf-8") for offset in (at, there))
    return abs(ours - theirs), abs(at - there)
