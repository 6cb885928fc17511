"""A cache of answers about what files export and include, each worked out once for all files that ask.

Each answer is worked out on behalf of the file that it is about, with a budget of its own: so it is the same whoever
asks first. It is kept with the questions on which it depends, and dropped when one of the places changes that these
are about. Of C and C++ only what a file includes is shared: what a header offers depends on who includes it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any, Generic, NamedTuple, TypeVar

T = TypeVar("T")

MAX_ASKED = 500_000
"""On how many questions all that is remembered may depend: some 30 MB, for many share the same ones."""


class CachedAnswer(NamedTuple, Generic[T]):
    """An answer, and the questions on which it depends: see `project.Question`."""

    known: T
    asked: frozenset[tuple[str, ...]]


class AnswerCache:
    """Answers about what files offer. `place` tells what must change for a question to have another answer."""

    def __init__(self, place: Callable[[tuple[str, ...]], str]) -> None:
        self._place = place
        self._known: dict[Hashable, CachedAnswer[Any]] = {}
        self._about: dict[str, set[Hashable]] = {}
        self._asked = 0

    def get(self, what: Hashable) -> CachedAnswer[Any] | None:
        """The answer that was put for this, if it still holds."""
        return self._known.get(what)

    def put(self, what: Hashable, answer: CachedAnswer[Any]) -> None:
        """Keep an answer until one of the places changes that it is about."""
        if self._asked >= MAX_ASKED:
            self.clear()
        self._forget(what)
        self._known[what] = answer
        self._asked += len(answer.asked) + 1
        for place in self._places(answer):
            self._about.setdefault(place, set()).add(what)

    def drop(self, places: Iterable[str]) -> None:
        """Forget the answers about these places, which have changed."""
        for place in places:
            for what in tuple(self._about.get(place, ())):
                self._forget(what)

    def _forget(self, what: Hashable) -> None:
        answer = self._known.pop(what, None)
        self._asked -= 0 if answer is None else len(answer.asked) + 1
        for place in () if answer is None else self._places(answer):
            self._about[place].discard(what)
            if not self._about[place]:
                del self._about[place]

    def _places(self, answer: CachedAnswer[Any]) -> set[str]:
        return {self._place(question) for question in answer.asked}

    def clear(self) -> None:
        """Forget all answers, as anything may have changed."""
        self._known.clear()
        self._about.clear()
        self._asked = 0
