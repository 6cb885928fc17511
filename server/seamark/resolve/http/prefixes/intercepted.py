"""Functions that are called before each request of a client, and set its base, or put something before its URL.

`client.interceptors.request.use((config) => { config.url = "/shop" + config.url; return config; })`
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from seamark.catalogue import Prefix
from seamark.extract.facts import AFTER_ALL
from seamark.resolve.abstract_values import Definition, Given, Made, Parameter, Place, Text
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.http import mounts, routers
from seamark.resolve.partial_texts.texts import EMPTY, UNKNOWN_TEXT
from seamark.resolve.partial_texts.urls import join_url


def read(site: CallSite, row: Prefix, made: Made) -> None:
    """Read a call that gives a client such a function; `made` is what the call is on, which goes by the client."""
    function = site.argument(row.interceptor)
    if not isinstance(function, Definition):
        return
    urls = [text for text, _ in _set(site, function, row.before) if _goes_on(text, row)]
    before = tuple(replace(url, parts=url.parts[:-1]) for url in urls)
    stated = tuple(text for text, always in _set(site, function, row.prefix) if always and text != UNKNOWN_TEXT)
    if before or stated:
        mounts.note_mount(site, routers.intercepted(site.analysis, made), None, before, stated or None)


def bases(analysis: FileAnalysis, client: Made, known: tuple[Text, ...]) -> tuple[Text, ...]:
    """The bases of a client's requests, of which these are `known`, as its interceptors leave them."""
    found = analysis.relations.mounts(routers.intercepted(analysis, client))
    stated = tuple(text for one in found for text in one.own or ()) or known
    before = tuple(text for one in found for text in one.prefixes)
    return tuple(join_url(base, text) for base in stated or (EMPTY,) for text in before) if before else stated


def _set(site: CallSite, function: Definition, member: str) -> Iterator[tuple[Text, bool]]:
    """What a function sets this member of its first parameter to, and whether it does so in any case."""
    evaluator, project = site.analysis.evaluator, site.analysis.project
    found_at = project.locate(function)
    if found_at is None:
        return
    view, index = found_at
    place = Place(function.path, index)
    for one in project.assigned(view, member):
        at = one.target.start
        if one.scope == index and evaluator.meaning(one.target.of, place) == Parameter(function, 0):
            always = not project.may_be_left_out(view, at, AFTER_ALL)
            yield from ((text, always) for text in evaluator.texts(one.value, place))


def _goes_on(text: Text, row: Prefix) -> bool:
    """Whether a text ends with the URL that the request had before."""
    last = text.parts[-1]
    return len(text.parts) > 1 and isinstance(last, Given) and last.index == 0 and last.members == (row.before,)
