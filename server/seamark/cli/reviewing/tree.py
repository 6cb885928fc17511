"""What of a revision's tree may be written as files: a tree that is made by hand may say anything.

Pure: nothing is read or written here. Paths have `/` between their parts.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from seamark.patterns import regex

_STEPS = 1000
"""So many parts of paths are gone through for where a link leads: some lead in circles."""

# What git refuses as `.git` on any platform, as one has it: Windows takes more for the same, and the file system of
# macOS leaves out letters that nobody sees.
_UNSEEN = dict.fromkeys([*range(0x200C, 0x2010), *range(0x202A, 0x202F), *range(0x206A, 0x2070), 0xFEFF])
_GIT = regex(r"(?i)(?:\.git|git~1)[ .]*(?:[:\\].*)?", re.DOTALL)

_WINDOWS = os.name == "nt"
_NO_WINDOWS_NAME = regex(
    r"""(?ix) .* [\x00-\x1f\\:<>"|?*] .* | .* [ .]
    | (?: con | prn | aux | nul | com[0-9¹²³] | lpt[0-9¹²³] | conin\$ | conout\$ ) [ ]* (?: \. .* )?""",
    re.DOTALL,
)


class Entry(NamedTuple):
    """A file of a revision: where it is, below the prefix, and its object."""

    path: str
    object: str
    size: int
    is_link: bool


def accept_entries(entries: Iterable[Entry], *, windows: bool = _WINDOWS) -> tuple[list[Entry], list[str]]:
    """The entries that are files below one folder, each at a place of its own; and the paths of the others.

    Refused is a path that leads elsewhere, that git would not check out, or that is taken: by the same one, by a
    folder, or by a file or link below which it would be.
    """
    kept: dict[str, Entry] = {}
    folders: set[str] = set()
    refused = []
    for entry in entries:
        around = _around(entry.path)
        is_new = bool(around) and around[0] not in folders
        if (
            entry.path in kept
            or entry.path in folders
            or not all(_is_name(part, windows) for part in entry.path.split("/"))
            or (is_new and any(folder in kept for folder in around))
        ):
            refused.append(entry.path)
            continue
        kept[entry.path] = entry
        if is_new:
            folders.update(around)
    return list(kept.values()), refused


def goals(texts: Mapping[str, str], paths: Collection[str], prefix: str) -> dict[str, str]:
    """Where links lead: a file or folder below the prefix, "" for all of it.

    Those that lead nowhere, or out, are missing. `texts` has what each link says, by its path; `paths` are those of all
    entries. The prefix, a folder, ends with `/` or is empty.
    """
    links = {prefix + path: text for path, text in texts.items()}
    places = {prefix + path for path in paths}
    folders = {folder for place in places for folder in _around(place)}
    found = {}
    for path in texts:
        goal = _goal(prefix + path, links, places, folders)
        if goal is not None and f"{goal}/".startswith(prefix):
            found[path] = goal[len(prefix) :]
    return found


def _goal(link: str, links: Mapping[str, str], places: Collection[str], folders: Collection[str]) -> str | None:
    """Where a link leads in the end, with no link on the way to there."""
    done: list[str] = []
    pending = link.split("/")[::-1]
    for _ in range(_STEPS):
        if not pending:
            return "/".join(done)
        part = pending.pop()
        if part == ".." and not done:
            return None
        if part == "..":
            done.pop()
        if part in ("", ".", ".."):
            continue
        here = "/".join((*done, part))
        text = links.get(here)
        if text is not None:
            if not text or text.startswith("/"):
                return None
            pending += text.split("/")[::-1]
        elif here in folders or (here in places and not pending):
            done.append(part)
        else:
            return None
    return None


@lru_cache(1 << 16)
def _is_name(part: str, windows: bool) -> bool:
    """Whether a part of a path is a name that git would check out, which is one that stays where it is."""
    if part in ("", ".", "..") or "\0" in part or _GIT.fullmatch(part.translate(_UNSEEN)) is not None:
        return False
    return not windows or _NO_WINDOWS_NAME.fullmatch(part) is None


def _around(path: str) -> list[str]:
    """The folders around a path, the nearest first, without the one that is around everything."""
    parts = path.split("/")
    return ["/".join(parts[:end]) for end in range(len(parts) - 1, 0, -1)]
