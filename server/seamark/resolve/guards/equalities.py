"""Which values are equal, and which differ, where an expression is true."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import TypeAlias

from seamark.catalogue import Comparison
from seamark.extract import facts
from seamark.resolve.abstract_values import Definition, Place, Symbol, each
from seamark.resolve.call_sites.file_analysis import FileAnalysis

from . import predicates

Compared: TypeAlias = tuple[tuple[facts.Value, ...], bool]
"""Things, and whether they are equal or else differ."""


def begins(analysis: FileAnalysis, truth: facts.Call, place: Place) -> Iterator[tuple[facts.Value, ...]]:
    """Things of which one begins with the other where this is true: `strncmp(path, "/users/", 7) == 0`"""
    return (values for row, values in _comparisons_met(analysis, truth, place) if row.begins)


def ends(
    analysis: FileAnalysis, truth: facts.Call, place: Place, depth: int = 0
) -> Iterator[tuple[facts.Value, facts.Value]]:
    """A thing, and what its end is where this is true: `ends_with(path, "/items")`, be that one of one's own."""
    for row, (of, end, *_) in (
        (row, values) for row, values in _comparisons_met(analysis, truth, place) if len(values) > 1
    ):
        match set_once(analysis, of, place) if isinstance(of, facts.Name) else of:
            case facts.Call(callee=facts.Name(name=facts.END), arguments=(text,)):
                yield text.value, end
            case _ if row.ends:
                yield of, end
    for option in each(analysis.evaluator.meaning(truth.callee, place)) if depth < predicates.MAX_NESTED else ():
        if isinstance(option, Definition):
            inner = predicates.implied_truth(analysis, option, truth, facts.FALSE, place, is_given=False)
            yield from ends(analysis, inner, place, depth + 1) if inner is not None else ()


def _comparisons_met(
    analysis: FileAnalysis, truth: facts.Call, place: Place
) -> Iterator[tuple[Comparison, tuple[facts.Value, ...]]]:
    """The comparisons of a library's that are met where this is true, and what they are given."""
    sides: tuple[facts.Value, ...] = (truth, facts.Scalar("1"))
    if isinstance(truth.callee, facts.Member):
        sides = truth.callee.of, *(one.value for one in truth.arguments)
        if truth.callee.name != "==":
            return
    for call, constant in permutations(sides, 2):
        for option in each(analysis.evaluator.meaning(call.callee, place)) if isinstance(call, facts.Call) else ():
            for row, _ in analysis.catalogue.comparisons.of(option.name) if isinstance(option, Symbol) else ():
                if row.zero == (constant == facts.FALSE) and isinstance(call, facts.Call):
                    yield row, tuple(one.value for one in call.arguments)


def equalities(analysis: FileAnalysis, truth: facts.Call, place: Place, depth: int = 0) -> Iterator[Compared]:
    """Which values are equal where a call gives a true value: one of an operator, or of a function that compares."""
    operator = truth.callee.name if isinstance(truth.callee, facts.Member) else ""
    if operator not in ("==", "!=") or not isinstance(truth.callee, facts.Member):
        yield from _compared_by_call(analysis, truth, facts.FALSE, place, depth, is_given=False)
        return
    sides = truth.callee.of, *(one.value for one in truth.arguments)
    found: list[Compared] = []
    for side, other in permutations(sides, 2):
        if isinstance(side, facts.Call):
            found += _compared_by_call(analysis, side, other, place, depth, is_given=operator == "==")
        elif isinstance(side, facts.Name) and isinstance(other, facts.Scalar) and depth < predicates.MAX_NESTED:
            found += _compared_by_variable(analysis, side, other, place, depth, is_given=operator == "==")
    yield from found or [(sides, operator == "==")]


def _compared_by_variable(
    analysis: FileAnalysis, name: facts.Name, constant: facts.Scalar, place: Place, depth: int, *, is_given: bool
) -> Iterator[Compared]:
    """What it says that a variable is a constant, or anything else, which is set to what a comparison gives.

    bool is_get = strcmp(method, "GET") == 0; if (is_get) …
    """
    value = set_once(analysis, name, place)
    if not isinstance(value, facts.Call):
        return
    is_false = predicates.NUMBERS.get(constant.text, constant.text) == "0"
    if not isinstance(value.callee, facts.Member):
        yield from _compared_by_call(analysis, value, constant, place, depth, is_given=is_given)
    elif value.callee.name in ("==", "!=") and is_false != is_given:
        yield from equalities(analysis, value, place, depth + 1)


def set_once(analysis: FileAnalysis, name: facts.Name, place: Place) -> facts.Value | None:
    """What a variable of the file is set to where a name stands for it, if that is one thing only."""
    bound = analysis.view.visible(place.scope, name.name, name.start) if place.path == analysis.view.path else []
    return bound[0].value if len(bound) == 1 else None


def by_setting(analysis: FileAnalysis, truth: facts.Call, place: Place) -> facts.Value | None:
    """What is true where a variable has a constant value, or another one: what holds where it is set to that, if known.

    int kind = 0; if (strcmp(method, "GET") == 0) kind = 1; if (!kind) return MHD_NO;
    """
    match truth:
        case facts.Call(callee=facts.Member(of=facts.Name() as name, name="==" | "!=" as sign), arguments=(other,)):
            bound = (
                analysis.view.visible(place.scope, name.name, name.start) if place.path == analysis.view.path else []
            )
        case _:
            return None
    values = [other.value, *(one.value for one in bound)] if len(bound) <= MAX_SET else [other.value]
    given, *gives = (predicates.constant_of(analysis, one, place) for one in values)
    if given is None or None in gives or len(gives) < MIN_SET:
        return None
    possible = [one for one, constant in zip(bound, gives, strict=True) if (constant == given) == (sign == "==")]
    guards = [analysis.view.guard(one.start - 1) for one in possible]
    any_of = tuple(facts.List(guard.holds, guard.start, guard.start) for guard in guards if guard is not None)
    return facts.Choice(any_of) if possible and len(any_of) == len(possible) else None


MIN_SET, MAX_SET = 2, 16
"""How often a variable is set at least, and at most, that tells something apart."""


def _compared_by_call(
    analysis: FileAnalysis, call: facts.Call, constant: facts.Value, place: Place, depth: int, *, is_given: bool
) -> Iterator[Compared]:
    """What it says that a call of a function that compares gives a constant, or anything else."""
    for option in each(analysis.evaluator.meaning(call.callee, place)):
        if isinstance(option, Definition) and depth < predicates.MAX_NESTED:
            truth = predicates.implied_truth(analysis, option, call, constant, place, is_given=is_given)
            yield from equalities(analysis, truth, place, depth + 1) if truth is not None else ()
        for row, _ in analysis.catalogue.comparisons.of(option.name) if isinstance(option, Symbol) else ():
            if not (row.begins or row.pattern) and constant == facts.FALSE:
                yield tuple(one.value for one in call.arguments), row.zero == is_given
