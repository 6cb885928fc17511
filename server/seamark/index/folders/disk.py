"""Which files the workspace has on disk, as the walk finds them, and what became of those that may have changed."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from seamark.resolve.module_resolution.paths import folder
from seamark.source import RULES, SHAPING, FoundFile, LeftOut, Limits, Problem, dialect_of, left_out, look, walk

from .configured import SettingsByFolder
from .roots import Roots
from .sweep import Sight, Stamp

GRAIN = 2_000_000_000
"""The longest time, in nanoseconds, within which a file's changes can have the same time: that of FAT."""


class Disk:
    """The names of the files on disk that belong to the workspace, and what could not be listed or is left out."""

    def __init__(self, roots: Roots, configured: SettingsByFolder, wanted: Callable[[str], bool]) -> None:
        self._stamps: dict[str, tuple[Stamp, bool]] = {}
        self.problems: dict[str, str] = {}
        self._roots = roots
        self._configured = configured
        self._wanted = wanted

    @property
    def paths(self) -> Collection[str]:
        """The files that there are."""
        return self._stamps.keys()

    def stamp(self, path: str) -> Stamp | None:
        """What tells the file from what it becomes by later changes; None if it was changed too short a time ago."""
        stamp, settled = self._stamps.get(path, (None, False))
        return stamp if settled else None

    def size(self, path: str) -> int:
        """How large the file was when it was looked at, in bytes."""
        return self._stamps[path][0][0] if path in self._stamps else 0

    def known_stamps(self) -> Mapping[str, Stamp | None]:
        """The files that there are, with what tells them from what they become: see `stamp`."""
        return {path: stamp if settled else None for path, (stamp, settled) in self._stamps.items()}

    def sight(self) -> Sight:
        """How all files are at the moment, which changes nothing here. For whatever thread."""
        return {one.path: _stamp(one) for one in self._find_files("") if isinstance(one, FoundFile)}

    def belongs(self, path: str) -> bool:
        """Whether a file belongs to the workspace. What is not on disk does, and what could be no part of it."""
        name = path.rpartition("/")[2]
        could_be_part = dialect_of(name) is not None or self._wanted(name)
        if path in self._stamps or not could_be_part or not self._is_file(path):
            return True
        return any(isinstance(one, FoundFile) and one.path == path for one in self._find_files(path))

    def left_out(self, path: str) -> Iterator[LeftOut]:
        """What there is besides, and why it does not belong to the workspace: of everything, or at or around a path."""
        for label, root in self._roots.items():
            if label and path and path != label and not path.startswith(f"{label}/"):
                continue
            within = path.removeprefix(label).removeprefix("/")
            for one in left_out(root, *self._rules(label), within):
                yield replace(one, path=f"{label}/{one.path}") if label else one

    def stamps_of(self, paths: Iterable[str]) -> dict[str, tuple[Stamp, bool]]:
        """What tells each of these files from what it becomes, and whether it was changed long enough ago for that."""
        return {path: self._stamps[path] for path in paths if path in self._stamps}

    def take_stamps(self, stamps: Mapping[str, tuple[Stamp, bool]]) -> None:
        """These are the files that there are, as somebody else has looked at them."""
        self._stamps = dict(stamps)

    def load(self) -> set[str]:
        """Look at everything. Gives the files that are there, and those that were."""
        return self._look("")

    def refresh(self, paths: Iterable[str]) -> set[str]:
        """Look at these files and folders. Gives those files among them, or below them, that are there, or were."""
        looked = {folder(path) if self._shapes(path) else path for path in paths}
        changed: set[str] = set()
        for path in sorted(looked):
            if not any(around in looked for around in _around(path)):
                changed |= self._look(path)
        return changed

    def _shapes(self, path: str) -> bool:
        """Whether a change of this file can add files around it to the workspace, or take them away."""
        name = path.rpartition("/")[2]
        return name in RULES or (name in SHAPING and self._is_file(path) != (path in self.paths))

    def _is_file(self, path: str) -> bool:
        try:
            return self._roots.real(path).is_file()
        except (OSError, ValueError):
            return False

    def _look(self, path: str) -> set[str]:
        looked = time.time_ns()
        before = {path} if path in self._stamps else _below(path, self._stamps)
        for known in _below(path, self.problems):
            del self.problems[known]
        now: dict[str, tuple[Stamp, bool]] = {}
        for found in self._find_files(path):
            if isinstance(found, Problem):
                self.problems[found.path] = found.reason
            else:
                settled = max(found.mtime_ns, found.ctime_ns) + GRAIN < looked
                now[found.path] = _stamp(found), settled
        for gone in before:
            del self._stamps[gone]
        self._stamps |= now
        return before | now.keys()

    def _find_files(self, path: str) -> Iterator[FoundFile | Problem]:
        for label, root in self._roots.items():
            if label and path and path != label and not path.startswith(f"{label}/"):
                continue
            within = path.removeprefix(label).removeprefix("/")
            rules = self._rules(label)
            found = look(root, within, *rules) if within else None
            if found is None:
                found = [one for one in walk(root, *rules) if _is_at(one.path, within)]
            yield from (_with_label(one, label) for one in found) if label else found

    def _rules(self, label: str) -> tuple[Limits, Callable[[str], bool], Sequence[str], Sequence[str]]:
        """What says which files in a folder belong to the workspace: see `walk`."""
        exclude = self._configured.of(label).files.exclude
        return self._configured.limits(label), self._wanted, exclude, self._roots.inner(label)


def _stamp(found: FoundFile) -> Stamp:
    return found.size, found.mtime_ns, found.ctime_ns


def _with_label(found: FoundFile | Problem, label: str) -> FoundFile | Problem:
    """What was found in the folder of a label. What concerns the folder itself is called by that."""
    path = label if found.path == "." else f"{label}/{found.path}"
    return Problem(path, found.reason) if isinstance(found, Problem) else replace(found, path=path)


def _is_at(path: str, place: str) -> bool:
    return not place or path == place or path.startswith(f"{place}/")


def _below(place: str, paths: Iterable[str]) -> set[str]:
    """The paths at or below a place. What concerns the root itself is called `.`."""
    return {path for path in paths if _is_at(path, place)}


def _around(path: str) -> Iterator[str]:
    while path:
        path = folder(path)
        yield path
