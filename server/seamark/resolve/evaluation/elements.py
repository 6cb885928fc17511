"""Lists and object literals, and what is taken out of them: `urls[0]`, `paths.users`, `...rest`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seamark.extract import facts
from seamark.resolve.meaning import (
    UNKNOWN,
    Definition,
    Meaning,
    Parameter,
    Place,
    Record,
    Sequence,
    Symbol,
    Text,
    Unknown,
    each,
    options,
)

if TYPE_CHECKING:
    from .evaluator import Evaluator

MAX_ITEMS = 64

LISTED = ("entries", "keys", "values")
"""What a call can list of an object literal."""


def element(evaluator: Evaluator, taken: facts.Element, place: Place) -> Meaning:
    """What `of[key]` means; all items of a list where the key is not known."""
    key = taken.key
    whole = evaluator.inner(taken.of, place)
    if isinstance(whole, Symbol) and whole.name.rpartition(".")[2] in evaluator.catalogue.generics:
        first = key.items[0] if isinstance(key, facts.List) and key.items else key
        return evaluator.value(first, place)
    if isinstance(whole, Definition | Symbol):
        return whole
    named = evaluator.value(key, place) if isinstance(key, facts.Literal | facts.Name | facts.Member) else UNKNOWN
    if isinstance(named, Text) and named.known is not None:
        return evaluator.member(whole, named.known, place)
    found: list[Meaning] = []
    for option in each(whole):
        if isinstance(option, Sequence):
            held = items(evaluator, option)
            position = int(key.text) if isinstance(key, facts.Scalar) and key.text.isdecimal() else None
            position = place.rounds.get(taken, position)
            found += held if position is None else held[position : position + 1]
        elif isinstance(option, Record) and isinstance(key, facts.Scalar):
            found.append(evaluator.member(option, key.text, place))
        elif isinstance(option, Parameter) and isinstance(key, facts.Scalar):
            found.append(UNKNOWN)
    return options(found)


def items(evaluator: Evaluator, meaning: Meaning) -> list[Meaning]:
    """What a list holds; anything else is taken as the one item."""
    found: list[Meaning] = []
    for option in each(meaning):
        if not isinstance(option, Sequence):
            found.append(option)
            continue
        for item in option.value.items[:MAX_ITEMS]:
            spread = isinstance(item, facts.Element) and isinstance(item.key, facts.Hole)
            inner = evaluator.meaning(item.of if isinstance(item, facts.Element) and spread else item, option.place)
            found += items(evaluator, inner) if spread else [inner]
    return found


def entry(evaluator: Evaluator, record: Record, name: str) -> Meaning | None:
    """The value under a key of an object literal: the one it states itself, else what is spread into it.

    What something unknown that is spread after it may replace, is one possibility.
    """
    replaced = False
    for one in reversed(record.value.entries):
        if one.key == "...":
            replaced = replaced or _is_open(evaluator.meaning(one.value, record.place))
        if one.key == name:
            stated = evaluator.meaning(one.value, record.place)
            return options([stated, UNKNOWN]) if replaced else stated
    for one in reversed(record.value.entries):
        for spread in each(evaluator.meaning(one.value, record.place)) if one.key == "..." else ():
            found = entry(evaluator, spread, name) if isinstance(spread, Record) else None
            if isinstance(spread, Parameter):
                found = evaluator.member(spread, name, record.place)
            if found is not None:
                return found
    return None


def _is_open(meaning: Meaning) -> bool:
    """Whether something spread into an object can hold any key."""
    return any(isinstance(option, Symbol | Unknown) for option in each(meaning))


def listed(which: str, record: Meaning) -> Meaning:
    """`Object.entries(record)`, `Object.keys(record)`, `Object.values(record)`."""
    if not isinstance(record, Record):
        return UNKNOWN
    whole = record.value
    pairs = [(facts.Literal(e.key, whole.start, whole.end), e.value) for e in whole.entries if e.key not in ("", "...")]
    if which == "entries":
        items: list[facts.Value] = [facts.List(pair, whole.start, whole.end) for pair in pairs]
    else:
        items = [key if which == "keys" else value for key, value in pairs]
    return Sequence(facts.List(tuple(items), whole.start, whole.end), record.place)
