"""What calls wrap: `login_required(show)`, `show.bind(this)`, `withAuth({ handler: show })`."""

from __future__ import annotations

from collections.abc import Iterator

from seamark.extract import facts
from seamark.resolve.abstract_values import Bound, Definition, OpaqueCall, each, function_of
from seamark.resolve.call_sites.file_analysis import FileAnalysis


def wrapped_values(analysis: FileAnalysis, of: OpaqueCall) -> list[facts.Value]:
    """What a call is given, last first; or what it is called on, where it gives that."""
    callee = of.call.callee
    if isinstance(callee, facts.Member):
        passing = analysis.catalogue.passing_methods.get(callee.name)
        if passing is not None and not passing.called:
            return [callee.of]
    return [_handler_in(analysis, of, given.value) for given in reversed(of.call.arguments)]


def wrappers(analysis: FileAnalysis, of: OpaqueCall) -> Iterator[Definition]:
    """The functions of the workspace that a call may be of."""
    for callee in each(analysis.evaluator.meaning(of.call.callee, of.place)):
        if isinstance(callee, Definition | Bound):
            yield function_of(callee)


def _handler_in(analysis: FileAnalysis, of: OpaqueCall, given: facts.Value) -> facts.Value:
    """The function in an object that a call is given: the only one, or the only one that whoever takes it calls."""
    if not isinstance(given, facts.Object):
        return given
    functions = [
        entry
        for entry in given.entries
        if any(isinstance(one, Definition | Bound) for one in each(analysis.evaluator.meaning(entry.value, of.place)))
    ]
    if len(functions) > 1:
        views = [analysis.project.whereabouts(one)[0] for one in wrappers(analysis, of)]
        functions = [entry for entry in functions if any(entry.key in view.facts.called for view in views)]
    return functions[0].value if len(functions) == 1 else given
