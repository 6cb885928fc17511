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
            called = _class_of(site) if site.name == THIS_CALL else analysis.evaluator.inherited_constructor(own)
            if called is not None:
                application.read_call(site, called)


def _class_of(site: CallSite) -> Definition:
    """The class of which a constructor calls another one."""
    view = site.analysis.view
    return Definition(view.path, view.key(view.facts.definitions[site.place.scope].parent))
