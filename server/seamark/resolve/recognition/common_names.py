"""Whether a call of a name that look-ups have, too, is a request: what its receiver, arguments and outcome say.

`get` of a map, a cache or settings may be given what looks like a path.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from seamark.catalogue import UNKNOWN_TYPE, Request
from seamark.extract import facts
from seamark.extract.facts import MODULE
from seamark.patterns import regex
from seamark.resolve.abstract_values import UNKNOWN, Meaning, Parameter, each
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.evaluation.texts_and_lists.decided import spell_fact
from seamark.resolve.http import verbs
from seamark.resolve.module_resolution import rules_of
from seamark.resolve.module_resolution.test_files import in_test
from seamark.resolve.partial_texts.texts import possible_texts
from seamark.resolve.partial_texts.urls import looks_like_url
from seamark.resolve.workspace_facts.view import View

from .shapes import is_path
from .unknown_receivers import is_awaited


def asks(site: CallSite, row: Request, receiver: Meaning, undeclared: str) -> bool:
    """Whether a call on something of which nothing is known is a request.

    Of classes that nothing declares many keep things under names: on these only a whole URL counts. Elsewhere it
    matters where the call's own name is `common` to clients and to what keeps such things, on names that nothing
    declares and on what callers give without a word of what it is. Of the latter, other calls on it may tell.
    """
    if row.common and _keeps_things(site):
        return False
    stated = possible_texts(site.argument(row.url) or UNKNOWN)
    urls = [text.raw() for text in stated]
    if any(map(_PATTERN.search, urls)):
        return False
    variable = rules_of(site.analysis.view.facts.language).globals.variable
    if undeclared and variable is not None and not undeclared.startswith(variable):
        return any(map(_WHOLE.match, urls))
    is_given = not undeclared and isinstance(site.call.callee, facts.Member) and _is_given(receiver)
    if not row.common or not (undeclared or is_given):
        return True
    is_asked = any(text.route_urls for text in stated) or any(map(_ASKED.match, urls))
    if is_asked or is_awaited(site) or _has_options(site.call, row.options):
        return True
    if not is_given or not any(map(looks_like_url, stated)):
        return False
    is_told = in_test(site.analysis.view, site.place.scope) or _is_given_more(site, row) or _asks_elsewhere(site)
    return is_told or _is_client(site.analysis, receiver)


def _is_given(receiver: Meaning) -> bool:
    """Whether callers give something, and nothing says what it is."""
    options = each(receiver)
    return bool(options) and all(isinstance(one, Parameter) and one.type == UNKNOWN for one in options)


def _is_client(analysis: FileAnalysis, receiver: Meaning) -> bool:
    """Whether callers are known to give a client."""
    for one in each(receiver):
        if isinstance(one, Parameter):
            analysis.call_for_callers(one.owner)
            types = (brought.type for brought in analysis.brought_to(one.owner, one.index, one.members))
            if any(analysis.catalogue.role(name) == "client" for name in types):
                return True
    return False


_PATTERN = regex(r"/\*\w*\Z")
"""The end of a route's pattern that matches all that follows: nobody requests that."""
_WHOLE = regex(r"https?://")
_ASKED = regex(r"https?://|\{\}/|.*(?:\{\}|/\d+(?:[/?#]|$))")
"""A URL with its scheme, with a base that is not known, or with a parameter in it."""


def _has_options(call: facts.Call, options: tuple[str, ...]) -> bool:
    """Whether a call has an argument of one of these names, or one that is an object with such a key."""
    objects = (one.value for one in call.arguments if isinstance(one.value, facts.Object))
    names = {*(one.name for one in call.arguments), *(entry.key for one in objects for entry in one.entries)}
    return not names.isdisjoint(options)


def _is_given_more(site: CallSite, row: Request) -> bool:
    """Whether a call that reads or deletes is given something else than what stands in for what is not there."""
    if verbs.verb_in_name(row.verb, site.name) == "PUT":
        return False
    url = site.written_argument(row.url)
    others = (one.value for one in site.call.arguments if one.value is not url)
    return any(
        isinstance(one, facts.Name | facts.Member | facts.Call) or (isinstance(one, facts.Object) and one.entries)
        for one in others
    )


_Receiver = tuple[Hashable, int]
"""What a method is called on, as it is written, and the scope that has its name.

A part of what functions of a file are given by one name (`session.client`) is the same in all of them.
"""

_MAX_LINKS = 30
"""What is called on a longer chain is nothing that is called elsewhere, too."""


def _keeps_things(site: CallSite) -> bool:
    """Whether the file asks what a call is on for what only that has which keeps things under names: `store.keys()`."""
    view, keeping = site.analysis.view, site.analysis.catalogue.keeping

    def find() -> set[_Receiver]:
        return {_receiver(view, callee, one.scope) for one, callee in _method_calls(view) if callee.name in keeping}

    return _is_on(site, site.analysis.once("what keeps things", find))


def _asks_elsewhere(site: CallSite) -> bool:
    """Whether another call on the same thing in the file is a request, or its outcome a response, or this one's."""
    analysis, view = site.analysis, site.analysis.view

    def find() -> set[_Receiver]:
        answered = _calls_with_response(analysis)
        return {
            _receiver(view, callee, one.scope)
            for one, callee in _method_calls(view)
            if one.awaited or (one.call.start, one.call.end) in answered or _is_request(analysis, one.call)
        }

    return _is_on(site, analysis.once("what is asked", find))


def _is_request(analysis: FileAnalysis, call: facts.Call) -> bool:
    """Whether a call with a path has a name that no look-up has, or a parameter in the path, or options."""
    name = call.callee.name if isinstance(call.callee, facts.Member) else ""
    rows = [row for row, _ in analysis.catalogue.requests.on(UNKNOWN_TYPE, name)]
    paths = [one for one in call.arguments if is_path(one.value)]
    if not rows or not paths:
        return False
    is_built = any(isinstance(one.value, facts.Concat) for one in paths)
    return is_built or any(not row.common or _has_options(call, row.options) for row in rows)


def _calls_with_response(analysis: FileAnalysis) -> set[tuple[int, int]]:
    """The calls whose outcome is asked for what responses have: `client.get("/users").json()`, or by a name for it."""
    view, responding = analysis.view, analysis.catalogue.responding
    found = set[tuple[int, int]]()
    for one in (*view.facts.sites, *view.facts.with_paths):
        callee = one.call.callee
        if isinstance(callee, facts.Member) and callee.name in responding:
            bound = view.bindings(one.scope, callee.of.name) if isinstance(callee.of, facts.Name) else ()
            outcomes = (callee.of, *(binding.value for binding in bound))
            found.update((given.start, given.end) for given in outcomes if isinstance(given, facts.Call))
    return found


def _method_calls(view: View) -> Iterator[tuple[facts.Site, facts.Member]]:
    for one in view.facts.sites:
        if isinstance(one.call.callee, facts.Member):
            yield one, one.call.callee


def _is_on(site: CallSite, known: set[_Receiver]) -> bool:
    callee = site.call.callee
    return isinstance(callee, facts.Member) and _receiver(site.analysis.view, callee, site.place.scope) in known


def _receiver(view: View, callee: facts.Member, scope: int) -> _Receiver:
    begun: facts.Value = callee.of
    for _ in range(_MAX_LINKS):
        if not isinstance(begun, facts.Member | facts.Element | facts.Call):
            break
        begun = begun.callee if isinstance(begun, facts.Call) else begun.of
    else:
        return callee.start, MODULE
    name = begun.name if isinstance(begun, facts.Name) else ""
    around = [one for one in view.scopes(scope) if one != MODULE]
    kinds = {(one, p.name): p.kind for one in around for p in view.facts.definitions[one].parameters}
    if not name or "self" in (kinds.get((one, name)) for one in around):
        own = next((one for one in around if view.facts.definitions[one].kind == "class"), MODULE)
    else:
        own = next((one for one in around if view.bindings(one, name) or (one, name) in kinds), MODULE)
        own = MODULE if begun is not callee.of and (own, name) in kinds else own
    return spell_fact(callee.of), own
