"""In which files names stand whose calls matter, and can mean what they do in their language."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import lru_cache
from typing import TypeAlias

from seamark.catalogue import ANY
from seamark.resolve.call_words import Word, callee

from .sketches import Needing, calls, holds

Sought: TypeAlias = tuple[str, Word]
"""A name whose calls matter, after the `kin` of the languages in whose files they do."""

_NONE: frozenset[str] = frozenset()


class Mentions:
    """The files' sketches, and which of `words` stand in each."""

    def __init__(self, reaches: Callable[[str, str], bool], text: Callable[[str], bytes | None]) -> None:
        """`reaches` tells whether a file can use what a repository has, `text` gives that of a file."""
        self._reaches = reaches
        self._text = text
        self._used: dict[str, dict[str, bool]] = {}
        self.words: frozenset[Sought] = frozenset()
        self._known_needing: Needing[Sought] | None = None
        self._sketches: dict[str, tuple[str, bytes]] = {}
        self._own: dict[str, frozenset[str]] = {}

    @property
    def mentioned(self) -> dict[str, frozenset[str]]:
        """Which of the words stand in each file that has any of them."""
        return self._own

    def resume(
        self, words: frozenset[Sought], mentioned: dict[str, frozenset[str]], sketches: dict[str, tuple[str, bytes]]
    ) -> None:
        """Know from an earlier run which of the words stand in each file, and the kin and the sketch of each."""
        self.words, self._known_needing = words, None
        self._own, self._sketches = mentioned, sketches

    def put(self, path: str, kin: str, sketch: bytes) -> None:
        """The file, in a language of this kin, has this sketch now."""
        self.remove(path)
        self._sketches[path] = kin, sketch
        self._look(path)

    def remove(self, path: str) -> None:
        """There is no such file, or its text is not known."""
        self._sketches.pop(path, None)
        self._own.pop(path, None)
        self._used.pop(path, None)

    def sketches(self) -> Iterator[tuple[str, str, bytes]]:
        """All files, each with the kin of its language and its sketch."""
        return ((path, kin, sketch) for path, (kin, sketch) in self._sketches.items())

    def of(self, path: str) -> frozenset[str]:
        """The names among the words that stand in the file, and can mean what they do there."""
        return self._own.get(path, _NONE)

    def having(self, words: Collection[Sought]) -> Iterator[str]:
        """The files in which one of these names stands, and can mean what it does there."""
        needing = _needing(words)
        return (path for path, known in self._sketches.items() if self._mentioned(needing, path, *known))

    def set_words(self, words: frozenset[Sought], among: Iterable[str]) -> None:
        """Look for these names from now on; `among` are the files in which a name stands that is new or old."""
        self.words, self._known_needing = words, None
        for path in among:
            self._look(path)

    @property
    def _needing(self) -> Needing[Sought]:
        """The words by what a text must hold for them; who goes on from an earlier run may never ask for that."""
        if self._known_needing is None:
            self._known_needing = _needing(self.words)
        return self._known_needing

    def _look(self, path: str) -> None:
        self._own.pop(path, None)
        if names := self._mentioned(self._needing, path, *self._sketches[path]):
            self._own[path] = names

    def can_call(self, path: str, word: Word) -> bool:
        """Whether a file in a language of its kin can have calls of what is meant."""
        sketch = self._sketches[path][1] if path in self._sketches else b""
        return self._is_called(word, path, sketch) and (not word.beside or holds(sketch, word.beside))

    def look_again(self, paths: Iterable[str]) -> set[str]:
        """Other repositories can be used in these files than before. Gives those in which other names matter now."""
        before = {path: self.of(path) for path in paths}
        for path in before:
            self._look(path)
        return {path for path, names in before.items() if names != self.of(path)}

    def _mentioned(self, needing: Needing[Sought], path: str, kin: str, sketch: bytes) -> frozenset[str]:
        found = needing.held(sketch)
        return frozenset(word.name for of, word in found if of == kin and self._is_called(word, path, sketch))

    def _is_called(self, word: Word, path: str, sketch: bytes) -> bool:
        """Whether a file whose text holds a word's names calls something like that."""
        if not path.startswith(word.within) or not self._reaches(path, word.home):
            return False
        name = callee(word.name)
        return self._is_used(path, word.name) if word.object else name == ANY or calls(sketch, name, bare=word.bare)

    def _is_used(self, path: str, name: str) -> bool:
        """Whether a name stands in a file for what goes by it: `api`, also at the end of a path, not in `api/users`."""
        known = self._used.setdefault(path, {})
        if name not in known:
            text = self._text(path)
            known[name] = text is None or _outside_of_paths(name).search(text) is not None
        return known[name]


@lru_cache
def _outside_of_paths(name: str) -> re.Pattern[bytes]:
    return re.compile(rb"(?<!\w)(?<!\w-)%s(?!\w|-(?!>)|/(?!index\b))" % re.escape(name.encode()))


def _needing(words: Iterable[Sought]) -> Needing[Sought]:
    return Needing(((word.name, word.beside), (kin, word)) for kin, word in words)
