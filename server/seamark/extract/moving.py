"""Facts of a text at other places: what they are in a text that differs from it before them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, TypeVar

import msgspec

from .facts import AFTER_ALL, FACTS, held

T = TypeVar("T")

_POSITIONS = frozenset(("start", "end", "name_start", "name_end", "block_start", "block_end", "body"))
_INDEXES = frozenset(("definition", "parent", "scope"))
"""The fields that are indexes of definitions."""


class Move(NamedTuple):
    """All from the offset `at` on is `by` further back, and definitions from the index `first` on `more` further."""

    at: int
    by: int
    first: int
    more: int


def moved(fact: T, move: Move) -> T:
    """The same fact, or tuple of facts, after a move."""
    found: T = _MOVED[type(fact)](fact, *move)
    return found


def positions(fact: object) -> Iterator[int]:
    """The offsets that stand in a fact."""
    waiting: list[object] = [fact]
    while waiting:
        one = waiting.pop()
        if isinstance(one, int) and not isinstance(one, bool):
            yield one
        yield from (getattr(one, name) for name in _names(type(one)) if name in _POSITIONS)
        waiting.extend(held(one))


def _names(kind: type) -> tuple[str, ...]:
    return kind.__struct_fields__ if issubclass(kind, msgspec.Struct) else ()


def _itself(fact: T, *_: int) -> T:
    return fact


def _tuple(facts: tuple[Any, ...], at: int, by: int, first: int, more: int) -> tuple[Any, ...]:
    return tuple([_MOVED[type(fact)](fact, at, by, first, more) for fact in facts])


def _number(position: int, at: int, by: int, _first: int, _more: int) -> int:
    return position + by if position >= at else position


def _moving(kind: type[msgspec.Struct]) -> Callable[..., Any]:
    """What moves records of a kind: there are thousands of them, so it is compiled and not worked out for each."""
    given = [_expression(field) for field in msgspec.structs.fields(kind)]
    if all(expression == f"fact.{field}" for expression, field in zip(given, _names(kind), strict=True)):
        return _itself
    source = f"lambda fact, at, by, first, more: kind({', '.join(given)})"
    made: Callable[..., Any] = eval(source, {"kind": kind, "MOVED": _MOVED})  # noqa: S307
    return made


def _expression(field: msgspec.structs.FieldInfo) -> str:
    value = f"fact.{field.name}"
    if field.name == "block_end":
        return f"{value} + by if at <= {value} < {AFTER_ALL} else {value}"
    if field.name in _POSITIONS:
        return f"{value} + by if {value} >= at else {value}"
    if field.name in _INDEXES:
        return f"{value} + more if {value} >= first else {value}"
    return value if field.type in (str, int, bool) else f"MOVED[{value}.__class__]({value}, at, by, first, more)"


_MOVED: dict[type, Callable[..., Any]] = {type(None): _itself, tuple: _tuple, int: _number, str: _itself}
_MOVED |= {kind: _moving(kind) for kind in FACTS}
