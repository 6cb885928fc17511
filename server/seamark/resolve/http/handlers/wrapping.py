"""What calls wrap: `login_required(show)`, `show.bind(this)`."""

from __future__ import annotations

from seamark.extract import facts
from seamark.resolve.abstract_values import Called
from seamark.resolve.call_sites.file_analysis import FileAnalysis


def wrapped(analysis: FileAnalysis, of: Called) -> list[facts.Value]:
    """What a call is given, last first; or what it is called on, where it gives that."""
    callee = of.call.callee
    if isinstance(callee, facts.Member):
        passing = analysis.catalogue.passing_methods.get(callee.name)
        if passing is not None and not passing.called:
            return [callee.of]
    return [given.value for given in reversed(of.call.arguments)]
