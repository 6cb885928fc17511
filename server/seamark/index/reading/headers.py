"""Whose a header is, C's or C++'s: the sources around it tell, for its name does not."""

from __future__ import annotations

from collections import Counter

from seamark.resolve.module_resolution.paths import ancestors
from seamark.source import C_HEADER, CPP, HEADER, C, Dialect, dialect_of


class Headers:
    """The headers and the sources of C and C++ that there are.

    A header is C's if there are sources of C in the nearest folder around it that holds any, folders in it included,
    and none of C++: what reads C++ reads C, too.
    """

    def __init__(self) -> None:
        self._sources: set[str] = set()
        self._around: dict[str, Counter[Dialect]] = {}
        self._told: dict[str, Dialect | None] = {}
        self._moved = False

    def dialect(self, path: str) -> Dialect | None:
        """The dialect of a file, as its extension or the sources around it tell."""
        return self._told.get(path) or dialect_of(path)

    def put(self, path: str) -> None:
        """There is a file of this name."""
        if dialect_of(path) is HEADER:
            self._told.setdefault(path, None)
        elif path not in self._sources:
            self._count(path, 1)

    def remove(self, path: str) -> None:
        """There is no file of this name."""
        self._told.pop(path, None)
        if path in self._sources:
            self._count(path, -1)

    def update_dialects(self) -> set[str]:
        """The headers of which it was not told yet whose they are, or told otherwise."""
        asked = [path for path, told in self._told.items() if self._moved or told is None]
        self._moved = False
        now = {path: told for path in asked if (told := self._tell(path)) != self._told[path]}
        self._told |= now
        return set(now)

    def _tell(self, path: str) -> Dialect:
        for around in ancestors(path):
            sources = self._around.get(around)
            if sources:
                return HEADER if sources[CPP] else C_HEADER
        return HEADER

    def _count(self, path: str, number: int) -> None:
        dialect = dialect_of(path)
        if dialect not in (C, CPP):
            return
        self._moved = True
        self._sources ^= {path}
        for around in ancestors(path):
            counts = self._around.setdefault(around, Counter())
            counts[dialect] += number
            if not counts[dialect]:
                del counts[dialect]
