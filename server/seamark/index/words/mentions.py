"""In which files names stand whose calls matter, and can mean what they do in their language."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias

from seamark.catalogue import ANY
from seamark.resolve.call_words import Word, callee

from .sketches import ThingsByWords, calls, holds

Sought: TypeAlias = tuple[str, Word]
"""A name whose calls matter, after the `kin` of the languages in whose files they do."""

_NONE: frozenset[str] = frozenset()


class Mentions:
    """The files' sketches, and which of `words` stand in each."""

    def __init__(
        self,
        repository: Callable[[str], str],
        used: Callable[[str], Iterable[str]],
        text: Callable[[str], bytes | None],
    ) -> None:
        """`repository` tells which one a file is in, `used` which others one can use; `text` gives that of a file."""
        self._repository = repository
        self._reached = used
        self._text = text
        self._used: dict[str, dict[str, bool]] = {}
        self.words: frozenset[Sought] = frozenset()
        self._sought: _SoughtNames | None = None
        self._sketches: dict[str, tuple[str, bytes]] = {}
        self._own: dict[str, frozenset[str]] = {}
        self._known_groups: dict[str, list[str]] | None = None

    @property
    def words_by_file(self) -> dict[str, frozenset[str]]:
        """Which of the words stand in each file that has any of them."""
        return self._own

    def resume(
        self, words: frozenset[Sought], mentioned: dict[str, frozenset[str]], sketches: dict[str, tuple[str, bytes]]
    ) -> None:
        """Know from an earlier run which of the words stand in each file, and the kin and the sketch of each."""
        self.words, self._sought = words, None
        self._own, self._sketches, self._known_groups = mentioned, sketches, None

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
        self._known_groups = None

    def sketches(self) -> Iterator[tuple[str, str, bytes]]:
        """All files, each with the kin of its language and its sketch."""
        return ((path, kin, sketch) for path, (kin, sketch) in self._sketches.items())

    def of(self, path: str) -> frozenset[str]:
        """The names among the words that stand in the file, and can mean what they do there."""
        return self._own.get(path, _NONE)

    def files_with(self, words: Iterable[Sought]) -> dict[str, frozenset[str]]:
        """The files in which some of these names stand, and can mean what they do there, each with those names."""
        sought = _SoughtNames(words, self._homes)
        found = {own: paths for own, paths in self._groups.items() if sought.matters(own)}
        return {
            path: names for own in found for path in found[own] if (names := self._words_in_file(sought, path, own))
        }

    @property
    def _groups(self) -> Mapping[str, Sequence[str]]:
        """The files of each repository."""
        if self._known_groups is None:
            self._known_groups = {}
            for path in self._sketches:
                self._known_groups.setdefault(self._repository(path), []).append(path)
        return self._known_groups

    def set_words(self, words: frozenset[Sought], having: Mapping[str, frozenset[str]]) -> None:
        """Look for these names from now on, given the files in which some stand that are new or old."""
        gone = self.words - words
        self.words, self._sought = words, None
        for path, names in having.items():
            if gone:
                self._look(path)
            else:
                self._own[path] = self.of(path) | names

    def _homes(self, repository: str) -> set[str]:
        """The repositories that one can use, with itself and those files that are in none."""
        return {"", repository, *self._reached(repository)}

    def _look(self, path: str) -> None:
        self._own.pop(path, None)
        if self._sought is None:
            self._sought = _SoughtNames(self.words, self._homes)
        if names := self._words_in_file(self._sought, path, self._repository(path)):
            self._own[path] = names

    def can_call(self, path: str, word: Word) -> bool:
        """Whether a file in a language of its kin can have calls of what is meant."""
        sketch = self._sketches[path][1] if path in self._sketches else b""
        is_at_hand = word.home in self._homes(self._repository(path))
        return is_at_hand and self._is_called(word, path, sketch) and (not word.beside or holds(sketch, word.beside))

    def look_again(self, paths: Iterable[str]) -> set[str]:
        """Other repositories can be used in these files than before. Gives those in which other names matter now."""
        self._sought = None
        before = {path: self.of(path) for path in paths}
        for path in before:
            self._look(path)
        return {path for path, names in before.items() if names != self.of(path)}

    def _words_in_file(self, sought: _SoughtNames, path: str, own: str) -> frozenset[str]:
        kin, sketch = self._sketches[path]
        needing = sought.by(kin, own)
        if needing is None:
            return _NONE
        return frozenset(word.name for word in needing.things_in(sketch) if self._is_called(word, path, sketch))

    def _is_called(self, word: Word, path: str, sketch: bytes) -> bool:
        """Whether a file whose text holds a word's names calls something like that."""
        if not path.startswith(word.within):
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


class _SoughtNames:
    """Some names, by the kin and the repository of the files in which they are looked for: most files need few."""

    def __init__(self, words: Iterable[Sought], homes: Callable[[str], Iterable[str]]) -> None:
        """`homes` are the repositories that one can use, with itself and those files that are in none."""
        self._homes = homes
        self._words: dict[str, dict[str, list[Word]]] = {}
        for kin, word in words:
            self._words.setdefault(word.home, {}).setdefault(kin, []).append(word)
        self._needing: dict[tuple[str, str], ThingsByWords[Word] | None] = {}

    def matters(self, repository: str) -> bool:
        """Whether any can be meant in a repository."""
        return any(home in self._words for home in self._homes(repository))

    def by(self, kin: str, repository: str) -> ThingsByWords[Word] | None:
        """Those that can be meant in the files of a kin in a repository, by what a text must hold for each."""
        asked = kin, repository
        if asked not in self._needing:
            of_homes = (self._words[home] for home in self._homes(repository) if home in self._words)
            found = [word for by_kin in of_homes for word in by_kin.get(kin, ())]
            self._needing[asked] = ThingsByWords(((one.name, one.beside), one) for one in found) if found else None
        return self._needing[asked]
