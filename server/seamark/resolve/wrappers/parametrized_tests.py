"""Tests whose function is called for each of several cases: what these say is what callers give.

A test that passes a parameter into a request's path is a wrapper like any other, and each of its cases a call of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice, product
from typing import NamedTuple, TypeAlias

from seamark.catalogue import Cases
from seamark.extract import facts
from seamark.extract.facts import MACRO, MODULE
from seamark.resolve.abstract_values import UNKNOWN, Argument, Definition, Place, Sequence, Symbol, each
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.partial_texts.texts import texts
from seamark.resolve.workspace_facts.view import as_call, last_name

from . import application

MAX_CASES = 256
"""How many ways to combine what parameters are given are looked at."""

Case: TypeAlias = dict[str, facts.Value]
"""What parameters are given, by their names."""


def read_all(analysis: FileAnalysis) -> None:
    """Read the cases of those of the file's functions whose callers state contracts."""
    known = frozenset(part for name in analysis.catalogue.cases for part in name.split("."))
    for index, definition in enumerate(analysis.view.facts.definitions) if known else ():
        stated = (*definition.decorators, *(one for given in definition.parameters for one in given.decorators))
        calls = [call for one in stated if (call := as_call(one)) is not None and not known.isdisjoint(_names(call))]
        function = Definition(analysis.view.path, analysis.view.key(index))
        if calls and definition.parameters and analysis.is_called_for(function):
            place = Place(analysis.view.path, definition.parent)
            for case in _cases(analysis, definition, place):
                given = [facts.Argument(p.label, case.get(p.label, facts.Hole())) for p in definition.parameters]
                call = facts.Call(calls[0].callee, tuple(given), False, calls[0].start, calls[0].end)
                application.read_call(CallSite(analysis, call, place, definition.name, index), function)
            for run in _runs_of_decorators(analysis, definition, function, place):
                run.call(analysis)
    for site in analysis.view.facts.sites if known else ():
        if isinstance(site.call.callee, facts.Call) and not known.isdisjoint(_names(site.call.callee)):
            for run in _runs_of_listing(analysis, site.call, site.call.callee, Place(analysis.view.path, site.scope)):
                run.call(analysis)


class _Run(NamedTuple):
    """A test with what it is given in one case, in the order of its parameters; what states that, and where."""

    test: Definition
    given: Iterable[facts.Value]
    by: facts.Call
    place: Place

    def call(self, analysis: FileAnalysis) -> None:
        """Read the case as the call of the test that it stands for, if it stands in the same file."""
        given = tuple(facts.Argument("", value) for value in self.given)
        call = facts.Call(self.by.callee, given, False, self.by.start, self.by.end)
        if self.place.path == analysis.view.path:
            application.read_call(CallSite(analysis, call, self.place, ""), self.test)


def _runs_of_listing(analysis: FileAnalysis, call: facts.Call, listing: facts.Call, place: Place) -> Iterator[_Run]:
    """The cases that something is given which then is called with the test: `it.each(cases)(name, test)`."""
    name = last_name(listing.callee)
    for _, row, _ in _rows(analysis, listing, place):
        given = CallSite(analysis, call, place, "").argument(row.function) if name in row.each else None
        for test in each(given or UNKNOWN):
            if isinstance(test, Definition) and analysis.is_called_for(test):
                listed = CallSite(analysis, listing, place, "").argument(row.cases)
                for item in analysis.evaluator.raw_items(listed) if isinstance(listed, Sequence) else ():
                    if isinstance(item, Argument):
                        yield _Run(test, _values(analysis, row, item) or [item.value], listing, item.place)


def _runs_of_decorators(
    analysis: FileAnalysis, definition: facts.Definition, test: Definition, place: Place
) -> Iterator[_Run]:
    """The cases that are a decorator each, and those that a method gives which a decorator names."""
    for decorator in definition.decorators:
        for _, row, call in _rows(analysis, decorator, place):
            site = CallSite(analysis, call, place, "")
            stated = site.argument(row.case) if row.case else None
            if isinstance(stated, Sequence):
                yield _Run(test, stated.value.items, call, stated.place)
            for text in texts(site.argument(row.provided) or UNKNOWN) if row.provided else ():
                for case in _given_by(analysis, place, text.known_string or ""):
                    yield _Run(test, case.value.items, call, case.place)


def _given_by(analysis: FileAnalysis, place: Place, name: str) -> Iterator[Sequence]:
    """The cases that a method of the class around gives: a list of lists, or one list for each."""
    around = Definition(place.path, analysis.view.key(place.scope))
    method = analysis.evaluator.method(around, name) if place.scope != MODULE and name else None
    if method is None:
        return
    view, index = analysis.project.whereabouts(method)
    within = Place(method.path, index)
    for value in analysis.project.definition(view, index).returns:
        for given in each(analysis.evaluator.meaning(value, within)):
            held = [item.value for item in analysis.evaluator.loop_items(given) if isinstance(item, Argument)]
            cases = [one for one in held if isinstance(one, facts.List)]
            if cases and len(cases) == len(held):
                yield from (Sequence(one, within) for one in cases)
            elif isinstance(given, Sequence):
                yield given


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


def _cases(analysis: FileAnalysis, definition: facts.Definition, place: Place) -> Iterator[Case]:
    """What a function is called with: each way to combine what its decorators say, and those of its parameters."""
    cases: dict[str, list[Case]] = {}
    for decorator in definition.decorators:
        for name, row, call in _rows(analysis, decorator, place):
            if row.cases:
                cases[f"{name} {call.start}"] = list(_listed_cases(analysis, row, call, place))
            elif name in row.decorators and not (row.case or row.provided):
                marked = [one for one in definition.parameters if not row.marked or _has(analysis, one, name, place)]
                given = zip(marked, call.arguments, strict=False)
                cases.setdefault(name, []).append({one.label: argument.value for one, argument in given})
    for parameter in definition.parameters:
        for decorator in parameter.decorators:
            for name, row, call in _rows(analysis, decorator, place):
                if name in row.values:
                    cases[f"{name} {call.start}"] = [{parameter.label: one.value} for one in call.arguments]
    for way in islice(product(*cases.values()), MAX_CASES) if cases else ():
        yield {name: value for case in way for name, value in case.items()}


def _rows(analysis: FileAnalysis, decorator: facts.Value, place: Place) -> Iterator[tuple[str, Cases, facts.Call]]:
    """The rows that speak of a decorator, by which name, and the decorator; names within such a one are the user's."""
    call = as_call(decorator)
    for option in each(analysis.evaluator.meaning(call.callee, place)) if call is not None else ():
        name = option.name.removesuffix(MACRO) if isinstance(option, Symbol) else ""
        while name and name not in analysis.catalogue.cases:
            name = name.rpartition(".")[0]
        if name and call is not None:
            yield name, analysis.catalogue.cases[name], call


def _has(analysis: FileAnalysis, parameter: facts.Parameter, name: str, place: Place) -> bool:
    """Whether a parameter has a decorator of this name."""
    return any(of == name for one in parameter.decorators for of, *_ in _rows(analysis, one, place))


def _listed_cases(analysis: FileAnalysis, row: Cases, call: facts.Call, place: Place) -> Iterator[Case]:
    """The cases of a list that a decorator is given, those that stand in the same file."""
    site = CallSite(analysis, call, place, "")
    stated = (text.known_string or "" for one in site.argument_items(row.names) for text in texts(one))
    names = [name.strip() for text in stated for name in text.split(",")]
    listed = site.argument(row.cases)
    for item in analysis.evaluator.raw_items(listed) if isinstance(listed, Sequence) else ():
        if isinstance(item, Argument) and item.place.path == place.path:
            held = _values(analysis, row, item)
            is_whole = len(names) == 1 and (held is None or isinstance(item.value, facts.List))
            yield dict(zip(names, [item.value] if is_whole else held or (), strict=False))


def _values(analysis: FileAnalysis, row: Cases, item: Argument) -> list[facts.Value] | None:
    """What a case holds that is a list, or a call that stands for one; None for anything else."""
    value = item.value
    if isinstance(value, facts.Call):
        called = each(analysis.evaluator.meaning(value.callee, item.place))
        holds = any(isinstance(one, Symbol) and one.name in row.holds for one in called)
        return [one.value for one in value.arguments if one.name == ""] if holds else None
    return list(value.items) if isinstance(value, facts.List) else None
