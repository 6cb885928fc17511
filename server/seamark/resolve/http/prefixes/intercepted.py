"""Functions that are called before each request of a client, and set its base, or put something before its URL.

`client.interceptors.request.use((config) => { config.url = "/shop" + config.url; return config; })`
`client.setConfig((config) => ({ ...config, baseURL: "/shop" }))`
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from itertools import islice, product

from msgspec.structs import replace

from seamark.catalogue import Prefix
from seamark.extract.facts import AFTER_ALL, Object
from seamark.resolve.abstract_values import (
    Bound,
    Definition,
    Made,
    Parameter,
    ParameterPart,
    Part,
    Place,
    Text,
    function_of,
)
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.http import mounts, routers
from seamark.resolve.module_resolution.test_files import is_test
from seamark.resolve.partial_texts.texts import EMPTY, UNKNOWN_TEXT
from seamark.resolve.partial_texts.urls import join_url
from seamark.resolve.port_model import MAX_ALTERNATIVES


def read(site: CallSite, row: Prefix, made: Made) -> None:
    """Read a call that gives a client such a function; `made` is what the call is on, which goes by the client."""
    function = site.argument(row.interceptor)
    if not isinstance(function, Definition | Bound):
        return
    before: list[Text] = []
    stated: list[Text] = []
    for text, always in (*_values_set(site, function, row.before), *_values_set(site, function, row.prefix)):
        if _is_own(text.parts[-1], row.before) and len(text.parts) > 1:
            before += (replace(text, parts=text.parts[:-1]), *(() if always else (EMPTY,)))
        elif _is_own(text.parts[0], row.prefix) and len(text.parts) > 1:
            before += (replace(text, parts=text.parts[1:]), *(() if always else (EMPTY,)))
        elif always and not any(_is_own(part, row.before) for part in text.parts) and text != UNKNOWN_TEXT:
            stated.append(text)
    if before or stated:
        client = routers.interceptor_identity(site.analysis, made)
        mounts.note_mount(site, client, None, tuple(dict.fromkeys(before)), tuple(stated) or None)


def bases(analysis: FileAnalysis, client: Made, known: tuple[Text, ...]) -> tuple[Text, ...]:
    """The bases of a client's requests, of which these are `known`, with what its interceptors make of them.

    Those that tests add count in tests alone. The last one that was added is called first.
    """
    mounts_found = analysis.relations.mounts(routers.interceptor_identity(analysis, client))
    in_test = is_test(analysis.view.path)
    found = sorted((one for one in mounts_found if in_test or not one.test), key=lambda one: (one.site, one.start))
    stated = tuple(text for one in found for text in one.own or ()) or known
    before = [one.prefixes for one in found if one.prefixes]
    if not before:
        return stated
    ways = islice(product(stated or (EMPTY,), *before), MAX_ALTERNATIVES)
    return tuple(dict.fromkeys(reduce(_join_unless_empty, way) for way in ways))


def _join_unless_empty(base: Text, text: Text) -> Text:
    return join_url(base, text) if text != EMPTY else base


def _values_set(site: CallSite, function: Definition | Bound, member: str) -> Iterator[tuple[Text, bool]]:
    """What a function sets this member of its first parameter to, and whether it does so in any case."""
    evaluator, project, own = site.analysis.evaluator, site.analysis.project, function_of(function)
    view, index = project.whereabouts(own)
    place, returns = Place(own.path, index), project.definition(view, index).returns
    for one in project.assignments_to(view, member):
        at = one.target.start
        if one.scope == index and evaluator.meaning(one.target.of, place) == Parameter(own, 0):
            is_left = any(getattr(value, "start", at) < at for value in returns)
            always = not is_left and not project.may_be_left_out(view, at, AFTER_ALL)
            yield from ((text, always) for text in evaluator.texts(one.value, place) if text.parts)
    given = (entry for one in returns if isinstance(one, Object) for entry in one.entries if entry.key == member)
    for entry in given:
        yield from ((text, len(returns) == 1) for text in evaluator.texts(entry.value, place) if text.parts)


def _is_own(part: Part, member: str) -> bool:
    """Whether a part of a text is what this member of the request was before."""
    return isinstance(part, ParameterPart) and part.index == 0 and part.members == (member,)
