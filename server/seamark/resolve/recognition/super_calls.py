"""Calls of the constructor that a class inherits, where the syntax does not name it: `super("/users")`.

What they give counts as what a call of that constructor gives.
"""

from __future__ import annotations

from seamark.extract.facts import MODULE, SUPER_CALL, Call
from seamark.resolve.abstract_values import Definition, Place
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.wrappers import application


def read_all(analysis: FileAnalysis) -> None:
    """Read those of a file that are not read by their names."""
    view = analysis.view
    read = {(site.call.start, site.call.end) for site in view.facts.sites}
    for binding in view.facts.bindings:
        call = binding.value
        if binding.name != SUPER_CALL or binding.scope == MODULE or not isinstance(call, Call):
            continue
        if call.arguments and (call.start, call.end) not in read:
            own = Definition(view.path, view.key(binding.scope))
            inherited = analysis.evaluator.inherited_constructor(own)
            if inherited is not None:
                site = CallSite(analysis, call, Place(view.path, binding.scope), SUPER_CALL, None)
                application.read_call(site, inherited)
