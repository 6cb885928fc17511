"""What calls wrap: `login_required(show)`, `show.bind(this)`, `withAuth({ handler: show })`."""

from __future__ import annotations

from collections.abc import Iterator

from seamark.extract import facts
from seamark.resolve.abstract_values import Bound, Called, Definition, each, function_of
from seamark.resolve.call_sites.file_analysis import FileAnalysis


def wrapped(analysis: FileAnalysis, of: Called) -> list[facts.Value]:
    """What a call is given, last first; or what it is called on, where it gives that."""
    callee = of.call.callee
    if isinstance(callee, facts.Member):
        passing = analysis.catalogue.passing_methods.get(callee.name)
        if passing is not None and not passing.called:
            return [callee.of]
    return [_function_of(analysis, of, given.value) for given in reversed(of.call.arguments)]


def _function_of(analysis: FileAnalysis, of: Called, given: facts.Value) -> facts.Value:
    """The function in an object that a call is given: the only one, or the only one that whoever takes it calls."""
    if not isinstance(given, facts.Object):
        return given
    functions = [
        entry
        for entry in given.entries
        if any(isinstance(one, Definition | Bound) for one in each(analysis.evaluator.meaning(entry.value, of.place)))
    ]
    if len(functions) > 1:
        called = set(_called(analysis, of))
        functions = [entry for entry in functions if entry.key in called]
    return functions[0].value if len(functions) == 1 else given


def _called(analysis: FileAnalysis, of: Called) -> Iterator[str]:
    """The names that are called where the function stands that is called."""
    for callee in each(analysis.evaluator.meaning(of.call.callee, of.place)):
        found_at = analysis.project.locate(function_of(callee)) if isinstance(callee, Definition | Bound) else None
        if found_at is not None:
            yield from found_at[0].facts.called
