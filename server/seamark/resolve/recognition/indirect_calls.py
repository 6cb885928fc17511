"""Calls that stand for others: a function is handed to what calls it, or goes by a name of its own."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from seamark.extract import facts
from seamark.resolve.abstract_values import Symbol, each
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.workspace_facts.view import last_name


def meant(site: CallSite) -> CallSite:
    """The call for which one stands; itself if it stands for no other."""
    return _of_client(_handed(site))


def _handed(site: CallSite) -> CallSite:
    """A call of what calls the function that it is given, as a call of that: `asyncio.to_thread(requests.get, url)`."""
    known, given = site.analysis.catalogue, site.call.arguments
    at = known.invoking_methods.get(site.name) if isinstance(site.call.callee, facts.Member) else None
    if at is None and site.name in known.invoking_names:
        at = next((known.invoking[name] for name in _symbols(site) if name in known.invoking), None)
    if at is None or at >= len(given) or given[at].name:
        return site
    function = given[at].value
    if not isinstance(function, facts.Name | facts.Member | facts.Element):
        return site
    return replace(site, call=replace(site.call, callee=function, arguments=given[at + 1 :]), name=last_name(function))


def _symbols(site: CallSite) -> Iterator[str]:
    """The names of the symbols that a call may be of."""
    return (one.name for one in each(site.meaning(site.call.callee)) if isinstance(one, Symbol))


def _of_client(site: CallSite) -> CallSite:
    """A call of a name that is bound to a computed member of a client, as one of that: `ask = session[verb]`."""
    analysis, callee = site.analysis, site.call.callee
    view, project = analysis.view, analysis.project
    if not isinstance(callee, facts.Name) or site.call.new:
        return site
    scopes = project.scopes(view, site.place.scope)
    bound = next((found for one in scopes if (found := project.visible(view, one, callee.name, callee.start))), [])
    value = bound[0].value if len(bound) == 1 else None
    made = site.object_of(value.of) if isinstance(value, facts.Element) else None
    if value is None or made is None or analysis.catalogue.role(made.type) != "client":
        return site
    return replace(site, call=replace(site.call, callee=value), name=last_name(value))
