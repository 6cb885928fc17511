"""What expressions say that are true: which things are equal then, and which differ."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import TYPE_CHECKING, TypeAlias

from seamark.extract import facts
from seamark.resolve.meaning import Definition, Place, Symbol, each

from . import predicates

if TYPE_CHECKING:
    from .finder import Finder

Compared: TypeAlias = tuple[tuple[facts.Value, ...], bool]
"""Things, and whether they are equal or else differ."""


def begins(finder: Finder, truth: facts.Call, place: Place) -> Iterator[tuple[facts.Value, ...]]:
    """Things of which one begins with the other where this is true: `strncmp(path, "/users/", 7) == 0`"""
    sides: tuple[facts.Value, ...] = (truth, facts.Scalar("1"))
    if isinstance(truth.callee, facts.Member):
        sides = truth.callee.of, *(one.value for one in truth.arguments)
        if truth.callee.name != "==":
            return
    for call, constant in permutations(sides, 2):
        for option in each(finder.evaluator.meaning(call.callee, place)) if isinstance(call, facts.Call) else ():
            for row, _ in finder.known.comparisons.of(option.name) if isinstance(option, Symbol) else ():
                if row.begins and row.zero == (constant == facts.Scalar("0")) and isinstance(call, facts.Call):
                    yield tuple(one.value for one in call.arguments)


def equalities(finder: Finder, truth: facts.Call, place: Place, depth: int = 0) -> Iterator[Compared]:
    """What is known where a call gives what is true: an operator's, or that of a function that compares."""
    operator = truth.callee.name if isinstance(truth.callee, facts.Member) else ""
    if operator not in ("==", "!=") or not isinstance(truth.callee, facts.Member):
        yield from _given(finder, truth, facts.Scalar("0"), place, depth, is_given=False)
        return
    sides = truth.callee.of, *(one.value for one in truth.arguments)
    found: list[Compared] = []
    for side, other in permutations(sides, 2):
        if isinstance(side, facts.Call):
            found += _given(finder, side, other, place, depth, is_given=operator == "==")
        elif isinstance(side, facts.Name) and isinstance(other, facts.Scalar) and depth < predicates.MAX_NESTED:
            found += _kept(finder, side, other, place, depth, is_given=operator == "==")
    yield from found or [(sides, operator == "==")]


def _kept(
    finder: Finder, name: facts.Name, constant: facts.Scalar, place: Place, depth: int, *, is_given: bool
) -> Iterator[Compared]:
    """What it says that a variable is a constant, or anything else, which is set to what a comparison gives.

    bool is_get = strcmp(method, "GET") == 0; if (is_get) …
    """
    bound = finder.view.visible(place.scope, name.name, name.start) if place.path == finder.view.path else []
    value = bound[0].value if len(bound) == 1 else None
    if not isinstance(value, facts.Call):
        return
    if not isinstance(value.callee, facts.Member):
        yield from _given(finder, value, constant, place, depth, is_given=is_given)
    elif value.callee.name in ("==", "!=") and (constant.text in _FALSE) != is_given:
        yield from equalities(finder, value, place, depth + 1)


_FALSE = ("0", "false")


def _given(
    finder: Finder, call: facts.Call, constant: facts.Value, place: Place, depth: int, *, is_given: bool
) -> Iterator[Compared]:
    """What it says that a call of a function that compares gives a constant, or anything else."""
    for option in each(finder.evaluator.meaning(call.callee, place)):
        if isinstance(option, Definition) and depth < predicates.MAX_NESTED:
            for truth in predicates.implied(finder, option, call, constant, place, is_given=is_given):
                yield from equalities(finder, truth, place, depth + 1)
        for row, _ in finder.known.comparisons.of(option.name) if isinstance(option, Symbol) else ():
            if not (row.begins or row.pattern) and constant == facts.Scalar("0"):
                yield tuple(one.value for one in call.arguments), row.zero == is_given
