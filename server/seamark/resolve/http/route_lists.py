"""Lists of routes and routers that a file keeps under a name which its library looks for: `urlpatterns = [...]`."""

from __future__ import annotations

from msgspec.structs import replace

from seamark.extract import facts
from seamark.extract.facts import AFTER_ALL, MODULE
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.call_sites.finder import Finder
from seamark.resolve.findings import Router
from seamark.resolve.meaning import Place

from . import mounts, routers


def read_all(finder: Finder) -> None:
    """Put what stands in such lists below the file, which others mount, or which serves by itself."""
    place = Place(finder.view.path, MODULE)
    for name in finder.catalogue.tables:
        bound = finder.project.bindings(finder.view, MODULE, name)
        if not bound:
            continue
        named = facts.Name(name, AFTER_ALL, AFTER_ALL)
        call = facts.Call(named, (), False, bound[0].start, bound[0].start)
        site = CallSite(finder, call, place, name)
        before = len(finder.mounts)
        mounts.mount_all(site, site.meaning(named), Router(routers.enclosing(finder, MODULE)))
        finder.mounts[before:] = [replace(mount, listed=True) for mount in finder.mounts[before:]]
