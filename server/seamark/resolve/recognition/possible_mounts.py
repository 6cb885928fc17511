"""Routers that a function from outside the workspace is given with a path: it may put them below that, or elsewhere.

    attach("/api", router)

Where nobody else puts such a router anywhere, its prefix is not known.
"""

from __future__ import annotations

from seamark.extract import facts
from seamark.resolve.abstract_values import Bound, Definition, Instance, Made, Meaning, each
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.evaluation.exports import imported_names
from seamark.resolve.http import mounts, routers


def note(site: CallSite, called: Meaning) -> None:
    """Note the routers that a call is given, if what is called is none of the workspace's functions."""
    if any(isinstance(one, Bound | Definition | Instance) for one in each(called)):
        return
    for given in site.call.arguments:
        made = site.object_of(given.value) if _may_be_router(site, given.value) else None
        if made is not None and _needs_mount(site, made):
            router = routers.router(site.analysis, made, site.place)
            mounts.note_mount(site, router.identity, None, doubted=True)


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
