"""The texts of files, as editors show them or as the disk has them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from msgspec.structs import replace

from seamark.index.folders.roots import Roots
from seamark.source import Limits, Problem, SourceText, read_file, unfit

_DOCUMENTS_ARE_LARGER = 4


class Texts:
    """The texts of files. `unread` are the files that cannot be understood, and why.

    As long as those with `unfit_texts` stay the same, they never can.
    """

    def __init__(self, roots: Roots, limits: Callable[[str], Limits]) -> None:
        """`limits` are those for a file of some name."""
        self.shown: dict[str, bytes] = {}
        self.unread: dict[str, str] = {}
        self.unfit_texts: set[str] = set()
        self._roots = roots
        self.limits = limits

    def place(self, path: str) -> Path:
        """Where the disk has a file."""
        return self._roots.real(path)

    def root(self, path: str) -> Path:
        """The folder of the workspace that a file is in: what is elsewhere in truth is not read."""
        return self._roots.root(path)

    def text(self, path: str) -> bytes | None:
        """The text of a file; what an editor shows counts even if it is unfit to be understood."""
        shown = self.shown.get(path)
        return _data(self._read_disk(path, self.limits(path))) if shown is None else shown

    def document(self, path: str) -> bytes | None:
        """The text of a document, on however few lines; None, and no note, if it cannot be read: it may be data."""
        limits = self.limits(path)
        size = _DOCUMENTS_ARE_LARGER * limits.file
        return _data(self._find_text(path, replace(limits, file=size, minified=size)))

    def content(self, path: str) -> bytes | None:
        """The text of a file that is to be understood; None, and a note in `unread`, if that cannot be."""
        found = self._find_text(path, self.limits(path))
        if isinstance(found, Problem):
            self.unread[path] = found.reason
            if found.of_text:
                self.unfit_texts.add(path)
            return None
        return found.data

    def leave_out(self, path: str, reason: str) -> None:
        """The text of a file cannot be understood, as long as it stays the same."""
        self.unread[path] = reason
        self.unfit_texts.add(path)

    def forget(self, path: str) -> None:
        """A file may be another one than it was."""
        self.unread.pop(path, None)
        self.unfit_texts.discard(path)

    def kept_state(self) -> dict[str, str]:
        """The files that cannot be understood as long as they have the same text, and why."""
        return {path: self.unread[path] for path in self.unfit_texts}

    def resume(self, kept: Mapping[str, str]) -> None:
        """Know from an earlier run of these files."""
        self.unread.update(kept)
        self.unfit_texts.update(kept)

    def _find_text(self, path: str, limits: Limits) -> SourceText | Problem:
        shown = self.shown.get(path)
        if shown is None:
            return self._read_disk(path, limits)
        why = unfit(shown, limits)
        return SourceText(shown) if why is None else Problem(path, why, of_text=True)

    def _read_disk(self, path: str, limits: Limits) -> SourceText | Problem:
        return read_file(self.place(path), limits, self.root(path))


def _data(found: SourceText | Problem) -> bytes | None:
    return found.data if isinstance(found, SourceText) else None
