"""Texts that are made of few tokens, many times, beside a call that is recognised."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import cycle
from random import Random

from msgspec import Struct

from tests.calls import CALLS

from .vocabulary import tokens

SIZES = (200, 600, 2000)
SEPARATORS = ("", " ", "\n")
PLACES = ("after", "before", "around")


class Case(Struct, frozen=True):
    """A text: what is repeated in a language, how, how often, and on which sides of the call."""

    language: str
    shape: str
    tokens: tuple[str, ...]
    separator: str
    count: int
    place: str

    @property
    def path(self) -> str:
        """The name of the file."""
        return CALLS[self.language].path

    @property
    def call(self) -> str:
        """The text that is there without the tokens."""
        return CALLS[self.language].text

    @property
    def text(self) -> str:
        """The whole text."""
        made = SHAPES[self.shape](self.tokens, self.separator, self.count)
        return {
            "after": f"{self.call}{made}\n",
            "before": f"{made}\n{self.call}",
            "around": f"{made}\n{self.call}{made}\n",
        }[self.place]


def _repeated(parts: Sequence[str], separator: str, count: int) -> str:
    return separator.join([*parts] * count)


def _nested(parts: Sequence[str], separator: str, count: int) -> str:
    """The first one so many times, and then the last one; what is between them stands in the middle."""
    return separator.join([parts[0]] * count + [*parts[1:-1]] + [parts[-1]] * count)


def _in_pairs(parts: Sequence[str], separator: str, count: int) -> str:
    """All but the last one so many times, and then the last one."""
    return separator.join([*(parts[:-1] or parts)] * count + [parts[-1]] * count)


def _indented(parts: Sequence[str], separator: str, count: int) -> str:
    """Each in a line of its own, deeper and deeper, and from the start again."""
    return "\n".join(" " * (number % 40) + separator.join(parts) for number in range(count))


SHAPES: dict[str, Callable[[Sequence[str], str, int], str]] = {
    "repeated": _repeated,
    "nested": _nested,
    "in pairs": _in_pairs,
    "indented": _indented,
}


def cases(languages: Sequence[str], seed: int) -> Iterator[Case]:
    """Cases without end, for one language after the other: each token alone, in any order, and then some together."""
    streams = [_of(language, seed) for language in languages]
    return (next(stream) for stream in cycle(streams))


def _of(language: str, seed: int) -> Iterator[Case]:
    random = Random(f"{language} {seed}")
    known = tokens(language)
    for token in random.sample(known, len(known)):
        yield _case(random, language, "repeated", (token,))
    while True:
        some = tuple(random.choices(known, k=random.choice((1, 2, 2, 2, 3))))
        yield _case(random, language, random.choice([*SHAPES]), some)


def _case(random: Random, language: str, shape: str, some: tuple[str, ...]) -> Case:
    separator, place = random.choice(SEPARATORS), random.choice(PLACES)
    return Case(language, shape, some, separator, random.choice(SIZES), place)
