"""What expressions say that are true: which things are equal then, and which differ."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeAlias

from seamark.extract import facts
from seamark.resolve.meaning import Definition, Place, Symbol, each

from . import predicates

if TYPE_CHECKING:
    from .finder import Finder

Compared: TypeAlias = tuple[tuple[facts.Value, ...], bool]
"""Things, and whether they are equal or else differ."""


def equalities(finder: Finder, truth: facts.Call, place: Place, depth: int = 0) -> Iterator[Compared]:
    """What is known where a call gives what is true: an operator's, or that of a function that compares."""
    operator = truth.callee.name if isinstance(truth.callee, facts.Member) else ""
    if operator not in ("==", "!=") or not isinstance(truth.callee, facts.Member):
        yield from _compared(finder, truth, place, depth, is_zero=False)
        return
    sides = truth.callee.of, *(one.value for one in truth.arguments)
    calls = [side for side in sides if isinstance(side, facts.Call)]
    if facts.Scalar("0") in sides and calls:
        yield from _compared(finder, calls[0], place, depth, is_zero=operator == "==")
    else:
        yield sides, operator == "=="


def _compared(finder: Finder, call: facts.Call, place: Place, depth: int, *, is_zero: bool) -> Iterator[Compared]:
    """What it says that a call of a function that compares gives zero, or anything else."""
    for option in each(finder.evaluator.meaning(call.callee, place)):
        if isinstance(option, Definition) and depth < predicates.MAX_NESTED:
            said = predicates.truth(finder, option, call)
            found = equalities(finder, said, place, depth + 1) if said is not None else ()
            yield from ((values, equal != is_zero) for values, equal in found)
        for row, _ in finder.known.comparisons.of(option.name) if isinstance(option, Symbol) else ():
            if not row.begins:
                yield tuple(one.value for one in call.arguments), row.zero == is_zero
