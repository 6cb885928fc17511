"""Lists of routes and routers that a file keeps under a name which its library looks for: `urlpatterns = [...]`."""

from __future__ import annotations

from msgspec.structs import replace

from seamark.extract import facts
from seamark.extract.facts import AFTER_ALL, MODULE
from seamark.resolve.abstract_values import Place
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.findings import Router

from . import mounts, routers


def read_all(analysis: FileAnalysis) -> None:
    """Put what stands in such lists below the file, which others mount, or which serves by itself."""
    place = Place(analysis.view.path, MODULE)
    for name in analysis.catalogue.tables:
        bound = analysis.project.bindings(analysis.view, MODULE, name)
        if not bound:
            continue
        named = facts.Name(name, AFTER_ALL, AFTER_ALL)
        call = facts.Call(named, (), False, bound[0].start, bound[0].start)
        site = CallSite(analysis, call, place, name)
        before = len(analysis.mounts)
        mounts.mount_all(site, site.meaning(named), Router(routers.enclosing_router(analysis, MODULE)))
        analysis.mounts[before:] = [replace(mount, listed=True) for mount in analysis.mounts[before:]]
