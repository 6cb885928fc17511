"""Verbs that are stated after a request was made: before it is sent (`req.Method = "POST"`), or by what sends it.

A request that states no verb, nor has a body, is a POST if it is sent with one: `urlopen(request, data)`.
So may the functions do that the function around is given, and calls with the request (`withMethod("DELETE")`), or with
an object of which a member states the verb when the request is made.
"""

from __future__ import annotations

from collections.abc import Iterator

from seamark.catalogue import Request
from seamark.extract import facts
from seamark.extract.facts import MODULE, SETTER
from seamark.resolve.abstract_values import Definition, ParameterPart, Place, Symbol, Text
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.evaluation.calls.set_members import member_of
from seamark.resolve.partial_texts.texts import texts
from seamark.resolve.workspace_facts.view import last_name
from seamark.resolve.wrappers import handed_requests

from . import verbs


def with_set(site: CallSite, row: Request, asked: tuple[Text, ...]) -> tuple[Text, ...]:
    """The verbs of a request that a call makes, which is `asked` for with some."""
    if site.place.scope == MODULE:
        return asked
    match site.written_argument(row.verbs):
        case facts.Member(of=facts.Name() as variable, name=member) if _is_made_here(site, variable.name):
            asked = _set_by_callers(site, member_of(site.meaning(variable), member), asked)
    if not (row.verb_member or any(site.written_argument(one) is not None for one in (row.verbs, row.body))):
        return _stated_by_sender(site, row) or asked
    names = frozenset(handed_requests.names_of(site)) if row.verb_member else frozenset()
    return _set_by_callers(site, row.verb_member, _set_here(site, row.verb_member, names, asked)) if names else asked


def _stated_by_sender(site: CallSite, row: Request) -> tuple[Text, ...]:
    """The verb with which the next call sends a request; none if that states none either."""
    sending = (one for one in handed_requests.takers_of(site, row.senders) if one.call.start > site.call.start)
    sent = min(sending, key=lambda one: one.call.start, default=None)
    if sent is None:
        return ()
    analysis = site.analysis
    by = CallSite(analysis, sent.call, Place(analysis.view.path, sent.scope), last_name(sent.call.callee))
    called = analysis.evaluator.meaning(sent.call.callee, by.place)
    rows = analysis.catalogue.requests.of(called.name) if isinstance(called, Symbol) else []
    return next((verbs.texts_of(by, one) for one, _ in rows), ())


def _set_here(site: CallSite, member: str, names: frozenset[str], asked: tuple[Text, ...]) -> tuple[Text, ...]:
    """The verbs that the function around sets as a member of what it knows by these names."""
    analysis, view, scope = site.analysis, site.analysis.view, site.place.scope
    for one in analysis.project.field_values(view, member.rpartition(".")[2]):
        if one.scope == scope and isinstance(one.of, facts.Name) and one.of.name in names:
            set_to = texts(analysis.evaluator.meaning(one.value, site.place))
            is_left_out = analysis.project.may_be_left_out(view, one.start, view.facts.definitions[scope].end)
            asked = tuple(dict.fromkeys((*asked, *set_to))) if is_left_out else set_to
    return asked


def _set_by_callers(site: CallSite, member: str, asked: tuple[Text, ...]) -> tuple[Text, ...]:
    """The verb that functions set as a member which callers give, or else the one that is asked for."""
    owner = Definition(site.analysis.view.path, site.analysis.view.key(site.place.scope))
    for index in _functions_given(site):
        if len(asked) == 1 and not asked[0].given_parts:
            asked = (Text((ParameterPart(owner, index, (f"{member}{SETTER}",), default=asked[0]),)),)
    return asked


def _functions_given(site: CallSite) -> Iterator[int]:
    """The parameters of the function around that are functions, or lists of them, which it calls."""
    view, scope = site.analysis.view, site.place.scope
    called = view.facts.called
    for index, one in enumerate(view.facts.definitions[scope].parameters):
        items = (bound for bound in view.bindings_in(scope) if _is_item(bound.value, one.name))
        if one.kind != "self" and (one.name in called or any(bound.name in called for bound in items)):
            yield index


def _is_item(value: facts.Value, name: str) -> bool:
    """Whether a value is some item of the list of that name."""
    return isinstance(value, facts.Element) and isinstance(value.of, facts.Name) and value.of.name == name


def _is_made_here(site: CallSite, variable: str) -> bool:
    """Whether a name is that of an object which the function around makes."""
    bound = site.analysis.view.bindings(site.place.scope, variable)
    return any(isinstance(one.value, facts.Call | facts.Object) for one in bound)
