"""Facts with other positions, after an edit before them: ten bytes typed above a call put it ten bytes further."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace

from seamark.extract.facts import AFTER_ALL, FAR, NO_GAP, ByKind, Facts, Gap, within

T = TypeVar("T")

POSITIONS = frozenset(("start", "end", "name_start", "name_end", "block_start", "block_end", "body"))
INDEXES = frozenset(("definition", "parent", "scope"))
"""The fields that are indexes of definitions."""


class Move(NamedTuple):
    """Which `place` each position gets; the indexes of definitions from the `first` on are `more` further."""

    place: Callable[[int], int]
    first: int = 0
    more: int = 0


def further(before: Gap, at: int, by: int, after: Gap) -> Callable[[int], int]:
    """The places of positions where the text from the offset `at` on is `by` further back, and has another gap."""
    until, less, more = after.at, before.by, after.by

    def place(position: int) -> int:  # Of `Gap`'s functions written out: there are tens of thousands of positions.
        offset = position - less if FAR <= position < AFTER_ALL else position
        offset = offset + by if at <= offset < AFTER_ALL else offset
        return offset + more if until < offset < FAR else offset

    return place


def move_fact(fact: T, move: Move) -> T:
    """A fact, or a tuple of facts, as it is after a move."""
    found: T = _MOVED[type(fact)](fact, *move)
    return found


def close_gap(facts: Facts, gap: Gap) -> Facts:
    """Facts of a text that was read as a whole, with their positions as they are where there is a gap."""
    return facts if gap == NO_GAP else replace(move_fact(facts, Move(gap.position)), gap=gap)


def positions(fact: object) -> Iterator[int]:
    """The offsets that stand in a fact."""
    for one in within(fact):
        if isinstance(one, int) and not isinstance(one, bool):
            yield one
        yield from (getattr(one, name) for name in _names(type(one)) if name in POSITIONS)


def moves(kind: type) -> bool:
    """Whether facts of a kind are others after a move."""
    return _MOVED[kind] is not _itself


def _names(kind: type) -> tuple[str, ...]:
    return kind.__struct_fields__ if issubclass(kind, msgspec.Struct) else ()


def _itself(fact: T, *_: object) -> T:
    return fact


def _tuple(facts: tuple[Any, ...], place: Callable[[int], int], first: int, more: int) -> tuple[Any, ...]:
    return tuple([_MOVED[type(fact)](fact, place, first, more) for fact in facts])


def _number(position: int, place: Callable[[int], int], *_: int) -> int:
    return place(position)


def _compile_mover(kind: type[msgspec.Struct]) -> Callable[..., Any]:
    """What moves records of a kind: there are thousands of them, so it is compiled and not worked out for each."""
    given = [_expression(field) for field in msgspec.structs.fields(kind)]
    if all(expression == f"fact.{field}" for expression, field in zip(given, _names(kind), strict=True)):
        return _itself
    source = f"lambda fact, place, first, more: kind({', '.join(given)})"
    made: Callable[..., Any] = eval(source, {"kind": kind, "MOVED": _MOVED})  # noqa: S307
    return made


def _expression(field: msgspec.structs.FieldInfo) -> str:
    value = f"fact.{field.name}"
    if field.name in POSITIONS:
        return f"place({value})"
    if field.name in INDEXES:
        return f"{value} + more if {value} >= first else {value}"
    return value if field.type in (str, int, bool) else f"MOVED[{value}.__class__]({value}, place, first, more)"


_MOVED: ByKind[Callable[..., Any]] = ByKind(
    _compile_mover,
    {type(None): _itself, frozenset: _itself, Gap: _itself, int: _number, str: _itself, tuple: _tuple},
)
