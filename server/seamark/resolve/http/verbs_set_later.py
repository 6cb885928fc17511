"""Verbs that are set after a request was made, before it is sent: `req.Method = "POST"`.

So may the functions do that the function around is given, and calls with the request (`withMethod("DELETE")`), or with
an object of which a member states the verb when the request is made.
"""

from __future__ import annotations

from collections.abc import Iterator

from seamark.catalogue import Request
from seamark.extract import facts
from seamark.extract.facts import MODULE, SETTER
from seamark.resolve.abstract_values import Definition, ParameterPart, Text
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.evaluation.calls.set_members import member_of
from seamark.resolve.partial_texts.texts import texts
from seamark.resolve.wrappers import handed_requests


def with_set(site: CallSite, row: Request, asked: tuple[Text, ...]) -> tuple[Text, ...]:
    """The verbs of a request that a call makes, which is `asked` for with some."""
    if site.place.scope == MODULE:
        return asked
    match site.written_argument(row.verbs):
        case facts.Member(of=facts.Name() as variable, name=member) if _is_made_here(site, variable.name):
            asked = _set_by_callers(site, member_of(site.meaning(variable), member), asked)
    names = frozenset(handed_requests.names_of(site)) if row.verb_member else frozenset()
    return _set_by_callers(site, row.verb_member, _set_here(site, row.verb_member, names, asked)) if names else asked


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
