"""Calls of other constructors, where the syntax does not name these: `super("/users")`, `this("/users")`.

What they give counts as what a call of that constructor gives.
"""

from __future__ import annotations

from seamark.extract.facts import MODULE, SUPER_CALL, THIS_CALL, Call
from seamark.resolve.abstract_values import Definition, Place
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.wrappers import application


def read_all(analysis: FileAnalysis) -> None:
    """Read those of a file that are not read by their names."""
    view = analysis.view
    read = {(site.call.start, site.call.end) for site in view.facts.sites}
    for binding in view.facts.bindings:
        call, is_told = binding.value, binding.name in (SUPER_CALL, THIS_CALL) and binding.scope != MODULE
        if is_told and isinstance(call, Call) and call.arguments and (call.start, call.end) not in read:
            site = CallSite(analysis, call, Place(view.path, binding.scope), binding.name, None)
            own = Definition(view.path, view.key(binding.scope))
            called = (
                _other_constructor(site) if site.name == THIS_CALL else analysis.evaluator.inherited_constructor(own)
            )
            if called is not None:
                application.read_call(site, called)


def _other_constructor(site: CallSite) -> Definition | None:
    """The constructor of the same class that takes as much as a call gives: the last one, if several do."""
    view, own = site.analysis.view, site.place.scope
    definitions = view.facts.definitions
    others = view.definitions_named(definitions[own].parent, definitions[own].name)
    fitting = [one for one in others if one != own and len(definitions[one].parameters) == len(site.call.arguments)]
    return Definition(view.path, view.key(fitting[-1])) if fitting else None
