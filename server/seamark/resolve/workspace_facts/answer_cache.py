"""A cache of answers about what files export and include, each worked out once for all files that ask.

Each answer is worked out on behalf of the file that it is about, with a budget of its own: so it is the same whoever
asks first. It is kept with what it depends on, questions and other answers, and dropped when one of the places changes
that these are about. Of C and C++ only what a file includes is shared: what a header offers depends on who includes it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any, Generic, TypeAlias, TypeVar

from msgspec import Struct, field

T = TypeVar("T")

MAX_ASKED = 100_000
"""On how much all that is remembered may depend: on a few questions and other answers each."""


class Identity:
    """What tells an answer apart from others, for those who depend on it and have no more use for it."""

    __slots__ = ()


class CachedAnswer(Struct, Generic[T], frozen=True, eq=False):
    """An answer, and what it depends on. Whoever uses it depends on itself, and needs to know no more of that."""

    known: T
    asked: frozenset[Asked]
    identity: Identity = field(default_factory=Identity)


Asked: TypeAlias = tuple[str, ...] | CachedAnswer[Any]
"""What was asked: a question (see `project.Question`), or one whose answer was there, with what that depends on."""


class AnswerCache:
    """Answers about what files offer. `place` tells what must change for a question to have another answer."""

    def __init__(self, place: Callable[[tuple[str, ...]], str]) -> None:
        self._place = place
        self._known: dict[Hashable, CachedAnswer[Any]] = {}
        self._depending: dict[str | CachedAnswer[Any], set[Hashable]] = {}
        self._asked = 0

    def get(self, what: Hashable) -> CachedAnswer[Any] | None:
        """The answer that was put for this, if it still holds."""
        return self._known.get(what)

    def put(self, what: Hashable, answer: CachedAnswer[Any]) -> None:
        """Keep an answer until one of the places changes that it is about, or another one that it depends on."""
        self._forget(what)
        self._known[what] = answer
        self._asked += len(answer.asked) + 1
        for one in self._about(answer):
            self._depending.setdefault(one, set()).add(what)

    def drop(self, places: Iterable[str]) -> None:
        """Forget the answers about these places, which have changed."""
        for place in places:
            for what in tuple(self._depending.get(place, ())):
                self._forget(what)

    def _forget(self, what: Hashable) -> None:
        """Forget an answer, and those that depend on it."""
        waiting = [what]
        while waiting:
            what = waiting.pop()
            answer = self._known.pop(what, None)
            if answer is None:
                continue
            self._asked -= len(answer.asked) + 1
            for one in self._about(answer):
                depending = self._depending[one]
                depending.discard(what)
                if not depending:
                    del self._depending[one]
            waiting += self._depending.get(answer, ())

    def _about(self, answer: CachedAnswer[Any]) -> set[str | CachedAnswer[Any]]:
        return {self._place(one) if isinstance(one, tuple) else one for one in answer.asked}

    def shrink(self) -> None:
        """Forget all answers, if they are too many. What is worked out meanwhile must not depend on any of them."""
        if self._asked >= MAX_ASKED:
            self.clear()

    def clear(self) -> None:
        """Forget all answers, as anything may have changed."""
        self._known.clear()
        self._depending.clear()
        self._asked = 0
