"""Clients that a function is given: the URLs below which their requests go are those of what its callers give.

const loans = (client) => ({ list: () => client.get("/loans") })
loans(axios.create({ baseURL: "/desk" })).list()
"""

from __future__ import annotations

from collections.abc import Iterator

from seamark.extract import facts
from seamark.resolve.abstract_values import ITEM, Definition, Made, Parameter, Text, each
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.evaluation.library_objects import constructed_identity
from seamark.resolve.findings import BroughtObject
from seamark.resolve.module_resolution.paths import is_example, is_test
from seamark.resolve.module_resolution.test_files import in_test

MAX_BASES = 8
"""How many clients a function may be given for each to count."""
MAX_HANDED = 4
"""Through how many functions a client is followed that hand it on."""


def bases(site: CallSite, made: Made | None) -> tuple[Text, ...]:
    """The URLs below which the requests go of a client, `made` if its type is known, that callers give."""
    analysis = site.analysis
    kind = None if made is None else analysis.catalogue.types.get(made.type)
    if kind is not None and not kind.base:
        return ()
    found: dict[Text, None] = {}
    for of, index, members in _parameters(site, made) if not is_test(analysis.view.path) else ():
        analysis.call_for_callers(of)
        if of.path == analysis.view.path:
            analysis.opened.add(of)
        found.update(dict.fromkeys(_brought(analysis, of, index, members)))
    return tuple(found) if len(found) <= MAX_BASES else ()


def brought(site: CallSite, of: Definition, index: int, client: Made, members: tuple[str, ...]) -> BroughtObject:
    """The client that a call gives a function; tests and examples say nothing of where its requests go."""
    is_aside = in_test(site.analysis.view, site.place.scope) or is_example(site.analysis.view.path)
    base = () if is_aside else client.base
    return BroughtObject(of, index, client.type, client.named, _given_as(client), members=members, base=base)


def _parameters(site: CallSite, made: Made | None) -> Iterator[tuple[Definition, int, tuple[str, ...]]]:
    """The parameters of functions that what a call is on may be, or members of these."""
    callee = site.call.callee
    asked = each(site.meaning(callee.of if isinstance(callee, facts.Member) else callee))
    alike = [one for one in asked if made is not None and isinstance(one, Made) and one.type == made.type]
    for given in dict.fromkeys(_given_as(one) for one in (*(() if made is None else (made,)), *alike)):
        if given is not None:
            yield *given, ()
    for one in asked:
        if isinstance(one, Parameter) and ITEM not in one.members:
            yield one.owner, one.index, one.members


def _given_as(made: Made) -> tuple[Definition, int] | None:
    """The function and the number of its parameter that an object is of which only the type is known."""
    return None if made.call is not None else constructed_identity.parameter_of(made.identity)


def _brought(
    analysis: FileAnalysis, of: Definition, index: int, members: tuple[str, ...], depth: int = 0
) -> Iterator[Text]:
    for one in analysis.brought_to(of, index, members):
        yield from one.base
        if one.handed is not None and depth < MAX_HANDED and analysis.catalogue.role(one.type) == "client":
            analysis.call_for_callers(one.handed[0])
            yield from _brought(analysis, *one.handed, (), depth + 1)
