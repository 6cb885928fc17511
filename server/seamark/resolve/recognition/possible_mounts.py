"""Routers that somebody may put below a prefix of whom nobody knows who it is.

    attach("/api", router)                                     a function from outside the workspace
    class Users implements Endpoint { Router routes() { … } }  whoever has an `Endpoint`, which only declares the method

Where nobody else puts such a router anywhere, its prefix is not known.
"""

from __future__ import annotations

from seamark.extract import facts
from seamark.resolve.abstract_values import UNKNOWN, Bound, Definition, Instance, Made, Meaning, Place, each
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.evaluation.exports import imported_names
from seamark.resolve.evaluation.members.classes import is_abstract
from seamark.resolve.http import mounts, routers
from seamark.resolve.workspace_facts.view import last_name


def note(site: CallSite, called: Meaning) -> None:
    """Note the routers that a call is given, if what is called is none of the workspace's functions."""
    if any(isinstance(one, Bound | Definition | Instance) for one in each(called)):
        return
    for given in site.call.arguments:
        made = site.object_of(given.value) if _may_be_router(site, given.value) else None
        if made is not None and _needs_mount(site, made):
            router = routers.router(site.analysis, made, site.place)
            mounts.note_mount(site, router.identity, None, doubted=True)


def read_given(analysis: FileAnalysis) -> None:
    """Note the routers that would serve by themselves, but are what methods give that classes above only declare."""
    view, evaluator = analysis.view, analysis.evaluator
    serves_by_itself = any(route.router.root for route in analysis.routes)
    for index, one in enumerate(view.facts.definitions) if serves_by_itself else ():
        method = Definition(view.path, view.key(index))
        if one.kind != "method" or not one.returns or not _stands_for_abstract(analysis, method):
            continue
        for option in each(evaluator.outcome(method, Place(view.path, one.parent)) or UNKNOWN):
            made = evaluator.object_of(option)
            kind = None if made is None else analysis.catalogue.types.get(made.type)
            if made is not None and made.call is not None and kind is not None and kind.root:
                site = CallSite(analysis, *made.call, last_name(made.call[0].callee))
                mounts.note_mount(site, routers.router(analysis, made, site.place).identity, None, doubted=True)


def _stands_for_abstract(analysis: FileAnalysis, method: Definition) -> bool:
    """Whether a class above only declares a method."""
    return any(is_abstract(analysis.evaluator, one) for one in analysis.evaluator.base_methods(method))


def _may_be_router(site: CallSite, value: facts.Value) -> bool:
    """Whether a value is a name, and of this file's or of another one's router as far as that is known."""
    if not isinstance(value, facts.Name | facts.Member):
        return False
    analysis, names = site.analysis, imported_names(site.analysis.view, value, site.place.scope)
    return analysis.serves or any(map(analysis.relations.offers_object, names))


def _needs_mount(site: CallSite, made: Made) -> bool:
    """Whether something is a router that is made here, or where others see it, and serves nothing by itself."""
    kind = site.analysis.catalogue.types.get(made.type)
    return (
        made.call is not None
        and kind is not None
        and kind.role == "router"
        and not (kind.root or kind.ambient or kind.enclosed)
    )
