"""Tests whose function is called for each of several cases: what these say is what callers give.

A test that passes a parameter into a request's path is a wrapper like any other, and each of its cases a call of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from typing import TYPE_CHECKING, TypeAlias

from seamark.catalogue import Cases
from seamark.extract import facts
from seamark.extract.facts import MACRO
from seamark.resolve.meaning import Argument, Definition, Place, Sequence, Symbol, each
from seamark.resolve.texts import texts
from seamark.resolve.view import as_call

from . import wrappers
from .call_site import CallSite

if TYPE_CHECKING:
    from .finder import Finder

MAX_CASES = 256
"""How many ways to combine what parameters are given are looked at."""

Case: TypeAlias = dict[str, facts.Value]
"""What parameters are given, by their names."""


def read_all(finder: Finder) -> None:
    """Read the cases of those of the file's functions whose callers state contracts."""
    known = frozenset(part for name in finder.known.cases for part in name.split("."))
    for index, definition in enumerate(finder.view.facts.definitions) if known else ():
        stated = (*definition.decorators, *(one for given in definition.parameters for one in given.decorators))
        calls = [call for one in stated if (call := as_call(one)) is not None and not known.isdisjoint(_names(call))]
        function = Definition(finder.view.path, finder.view.key(index))
        if calls and definition.parameters and finder.is_called_for(function):
            place = Place(finder.view.path, definition.parent)
            for case in _cases(finder, definition, place):
                given = [facts.Argument(p.label, case.get(p.label, facts.Hole())) for p in definition.parameters]
                call = facts.Call(calls[0].callee, tuple(given), False, calls[0].start, calls[0].end)
                wrappers.called(CallSite(finder, call, place, definition.name, index), function)


def _names(call: facts.Call) -> Iterator[str]:
    """The names of which that is made which a call calls."""
    callee = call.callee
    while isinstance(callee, facts.Member):
        yield callee.name
        callee = callee.of
    if isinstance(callee, facts.Name):
        yield callee.name.removesuffix(MACRO)
    elif isinstance(callee, facts.Import):
        yield callee.module


def _cases(finder: Finder, definition: facts.Definition, place: Place) -> Iterator[Case]:
    """What a function is called with: each way to combine what its decorators say, and those of its parameters."""
    cases: dict[str, list[Case]] = {}
    for decorator in definition.decorators:
        for name, row, call in _rows(finder, decorator, place):
            if row.cases:
                cases[f"{name} {call.start}"] = list(_listed(finder, row, call, place))
            elif name in row.decorators:
                marked = [one for one in definition.parameters if not row.marked or _has(finder, one, name, place)]
                given = zip(marked, call.arguments, strict=False)
                cases.setdefault(name, []).append({one.label: argument.value for one, argument in given})
    for parameter in definition.parameters:
        for decorator in parameter.decorators:
            for name, row, call in _rows(finder, decorator, place):
                if name in row.values:
                    cases[f"{name} {call.start}"] = [{parameter.label: one.value} for one in call.arguments]
    for way in islice(product(*cases.values()), MAX_CASES) if cases else ():
        yield {name: value for case in way for name, value in case.items()}


def _rows(finder: Finder, decorator: facts.Value, place: Place) -> Iterator[tuple[str, Cases, facts.Call]]:
    """The rows that speak of a decorator, by which name, and the decorator; names within such a one are the user's."""
    call = as_call(decorator)
    for option in each(finder.evaluator.meaning(call.callee, place)) if call is not None else ():
        name = option.name.removesuffix(MACRO) if isinstance(option, Symbol) else ""
        while name and name not in finder.known.cases:
            name = name.rpartition(".")[0]
        if name and call is not None:
            yield name, finder.known.cases[name], call


def _has(finder: Finder, parameter: facts.Parameter, name: str, place: Place) -> bool:
    """Whether a parameter has a decorator of this name."""
    return any(of == name for one in parameter.decorators for of, *_ in _rows(finder, one, place))


def _listed(finder: Finder, row: Cases, call: facts.Call, place: Place) -> Iterator[Case]:
    """The cases of a list that a decorator is given, those that stand in the same file."""
    site = CallSite(finder, call, place, "")
    stated = (text.known or "" for one in site.listed(row.names) for text in texts(one))
    names = [name.strip() for text in stated for name in text.split(",")]
    listed = site.argument(row.cases)
    for item in finder.evaluator.held(listed) if isinstance(listed, Sequence) else ():
        if isinstance(item, Argument) and item.place.path == place.path:
            held = _values(finder, row, item)
            is_whole = len(names) == 1 and (held is None or isinstance(item.value, facts.List))
            yield dict(zip(names, [item.value] if is_whole else held or (), strict=False))


def _values(finder: Finder, row: Cases, item: Argument) -> list[facts.Value] | None:
    """What a case holds that is a list, or a call that stands for one; None for anything else."""
    value = item.value
    if isinstance(value, facts.Call):
        called = each(finder.evaluator.meaning(value.callee, item.place))
        holds = any(isinstance(one, Symbol) and one.name in row.holds for one in called)
        return [one.value for one in value.arguments if one.name == ""] if holds else None
    return list(value.items) if isinstance(value, facts.List) else None
