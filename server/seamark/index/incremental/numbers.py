"""Numbers for things, and sets of numbers: where there are very many of both, numbers take little memory.

A workspace of 10,000 files has some 114,000 questions, and each is asked by many files.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from struct import Struct
from typing import Generic, TypeVar

T = TypeVar("T")

Numbers = bytes
"""A set of numbers, in order. Most have few members: packed like this, they take four bytes each."""

NONE: Numbers = b""

_number = Struct("I")
_packed, _SIZE = _number.pack, _number.size


def members(numbers: Numbers) -> memoryview:
    """The numbers one by one."""
    return memoryview(numbers).cast("I")


def pack_numbers(numbers: Iterable[int]) -> Numbers:
    """These numbers, as they are: those of a set are to be in order."""
    return array("I", numbers).tobytes()


def with_number(numbers: Numbers, one: int) -> Numbers:
    """The numbers and another one, which is not among them."""
    at = bisect_left(members(numbers), one) * _SIZE
    return numbers[:at] + _packed(one) + numbers[at:]


def without_number(numbers: Numbers, one: int) -> Numbers:
    """The numbers without one that is among them."""
    at = bisect_left(members(numbers), one) * _SIZE
    return numbers[:at] + numbers[at + _SIZE :]


class Numbering(Generic[T]):
    """Things with a number each. A number whose thing is gone is another one's later."""

    def __init__(self) -> None:
        self._numbers: dict[T, int] = {}
        self._things: list[T | None] = []
        self._unused: list[int] = []

    @classmethod
    def of(cls, things: Iterable[T | None]) -> Numbering[T]:
        """Things with the numbers 0, 1, …, but for those that no thing has."""
        made = cls()
        made._things = list(things)
        made._numbers = {thing: number for number, thing in enumerate(made._things) if thing is not None}
        made._unused = [number for number, thing in enumerate(made._things) if thing is None]
        return made

    def __iter__(self) -> Iterator[T | None]:
        """The things in the order of their numbers; None for a number that no thing has."""
        return iter(self._things)

    def __bool__(self) -> bool:
        """Whether there is any."""
        return bool(self._numbers)

    def __getitem__(self, number: int) -> T:
        """The thing that has this number."""
        thing = self._things[number]
        assert thing is not None, number
        return thing

    def number(self, thing: T) -> int | None:
        """Its number; None if it has none."""
        return self._numbers.get(thing)

    def add(self, thing: T) -> int:
        """The number that a thing has from now on, which had none: the next after all others, or one of those left."""
        if not self._unused:
            self._unused.append(len(self._things))
            self._things.append(None)
        number = self._numbers[thing] = self._unused.pop()
        self._things[number] = thing
        return number

    def remove(self, number: int) -> None:
        """The thing of this number is gone."""
        del self._numbers[self[number]]
        self._things[number] = None
        self._unused.append(number)
