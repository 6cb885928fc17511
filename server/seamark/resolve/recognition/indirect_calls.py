"""Calls that stand for others: a function is handed to what calls it, or goes by a name of its own."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from seamark.catalogue import CALL, Invoking
from seamark.extract import facts
from seamark.resolve.abstract_values import UNKNOWN, Bound, Definition, Symbol, Text, each, function_of
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.evaluation.calls import parameters
from seamark.resolve.evaluation.calls.arguments import argument
from seamark.resolve.evaluation.calls.calls_elsewhere import calls_named
from seamark.resolve.http import verbs
from seamark.resolve.partial_texts.texts import possible_texts
from seamark.resolve.workspace_facts.view import last_name
from seamark.resolve.wrappers import application

MAX_CHAINED = 16
"""In a chain of more calls than these nobody tells of one route: it is not looked at."""


def meant_call(site: CallSite) -> CallSite:
    """The call for which one stands; itself if it stands for no other."""
    return _of_client(_handed_call(site))


def told_in_chain(site: CallSite) -> CallSite | None:
    """A call of what a chain of calls gives, one of which is given a path and another one verbs, as one of all of that.

    So it is with libraries that nobody sees, or that are a project's own: `ROUTE(app, "/users").methods(GET)(show)`.
    """
    chain: list[facts.Call] = []
    value: facts.Value = site.call.callee
    while isinstance(value, facts.Call) and len(chain) <= MAX_CHAINED:
        chain.append(value)
        value = value.callee.of if isinstance(value.callee, facts.Member) else value.callee
    if len(chain) > MAX_CHAINED:
        return None
    given = [one for call in reversed(chain) for one in call.arguments if not one.name]
    read = [(one, possible_texts(site.meaning(one.value))) for one in given]
    paths = [one for one, texts in read if texts and all(text.raw().startswith("/") for text in texts)]
    asked = [verb for one, texts in read for verb in _stated_verbs(one.value, texts)]
    if len(paths) != 1 or not asked or len(chain) < len(("path", "verbs")):
        return None
    listed = facts.List(tuple(asked), site.call.start, site.call.start)
    arguments = (facts.Argument("", listed), paths[0], *site.call.arguments)
    return replace(site, call=replace(site.call, arguments=arguments), name=CALL)


def _stated_verbs(value: facts.Value, texts: tuple[Text, ...]) -> list[facts.Value]:
    """The verbs that an argument with these texts states, be it by what an enumerator of somebody's own is called."""
    if texts and all(text.known_string and verbs.is_verb(text) for text in texts):
        return [value]
    named = verbs.enumerated_verbs(value) if isinstance(value, facts.Member | facts.List) else []
    return [facts.Literal(verb, 0, 0) for verb in named]


def read_provided(site: CallSite) -> bool:
    """Read a call of what calls a function that is provided elsewhere; False if none is that makes requests.

    `useSWR("/users")` calls the `fetcher` of `<SWRConfig value={{ fetcher }}>`.
    """
    row, given = _invoking_row(site), site.call.arguments
    if row is None or row.key is None or not row.by or row.key >= len(given):
        return False
    if row.function < len(given) and not isinstance(given[row.function].value, facts.Object):
        return False
    asked = _called_with(site, site.call.callee, given[row.key].value)
    return max((application.read_call(asked, one) for one in _provided_functions(site, row)), default=False)


def _provided_functions(site: CallSite, row: Invoking) -> Iterator[Definition | Bound]:
    evaluator = site.analysis.evaluator
    for call, place in calls_named(evaluator, row.by.rpartition(".")[2]):
        if Symbol(row.by) in each(evaluator.meaning(call.callee, place)):
            for one in each(argument(evaluator, call, row.provides, place) or UNKNOWN):
                if isinstance(one, Definition | Bound) and site.analysis.relations.called_for(function_of(one)):
                    yield one


def _invoking_row(site: CallSite) -> Invoking | None:
    known = site.analysis.catalogue
    row = known.invoking_methods.get(site.name) if isinstance(site.call.callee, facts.Member) else None
    if row is None and (site.name in known.invoking_names or site.name in site.analysis.renamed_imports):
        row = next((known.invoking[name] for name in _symbols(site) if name in known.invoking), None)
    return row


def _handed_call(site: CallSite) -> CallSite:
    """A call of what calls the function that it is given, as a call of that: `asyncio.to_thread(requests.get, url)`."""
    row, given = _invoking_row(site), site.call.arguments
    if row is None or row.function >= len(given) or given[row.function].name:
        return site
    function = given[row.function].value
    if row.key is not None:
        return _called_with(site, function, given[row.key].value) if asks(site, function) else site
    if not isinstance(function, facts.Name | facts.Member | facts.Element):
        return site
    arguments = given[row.function + 1 :]
    return replace(site, call=replace(site.call, callee=function, arguments=arguments), name=last_name(function))


def asks(site: CallSite, function: facts.Value) -> bool:
    """Whether a function is a client, a method of one, or one of the workspace that makes requests for its callers."""
    analysis, meant = site.analysis, each(site.meaning(function))
    own = [function_of(one) for one in meant if isinstance(one, Definition | Bound)]
    made = [*map(analysis.evaluator.object_of, meant), *map(analysis.evaluator.holder, meant)]
    is_client = any(one is not None and analysis.catalogue.role(one.type) == "client" for one in made)
    return is_client or any(map(analysis.relations.called_for, own))


def _called_with(site: CallSite, function: facts.Value, key: facts.Value) -> CallSite:
    """A call of a function with a key, or with what that gives if it is a function."""
    is_function = any(isinstance(one, Definition | Bound) for one in each(site.meaning(key)))
    given = _given_by(site, key) if is_function else key
    call = replace(site.call, callee=function, arguments=(facts.Argument("", given),))
    return replace(site, call=call, name=last_name(function))


def given_as(site: CallSite, spec: str) -> facts.Value | None:
    """What a call gives as the argument `spec`, or as one that holds it, be it a function: what that gives."""
    whole = spec.rsplit("|", maxsplit=1)[-1]
    value = site.written_argument(whole.removesuffix(CALL))
    if value is None or whole == whole.removesuffix(CALL):
        return value
    return _given_by(site, value)


def _given_by(site: CallSite, function: facts.Value) -> facts.Call:
    """What a function gives, whatever it is given."""
    anything = (facts.Argument("*", facts.Hole()),)
    return facts.Call(function, anything, False, site.call.start, site.call.end)


def _symbols(site: CallSite) -> Iterator[str]:
    """The names of the symbols that a call may be of."""
    return (one.name for one in each(site.meaning(site.call.callee)) if isinstance(one, Symbol))


def _of_client(site: CallSite) -> CallSite:
    """A call of a computed member of a client, which has a name (`ask = session[verb]`) or is given by a function."""
    analysis, callee = site.analysis, site.call.callee
    view, project = analysis.view, analysis.project
    if not isinstance(callee, facts.Name | facts.Call) or site.call.new:
        return site
    value: facts.Value | None = callee
    if isinstance(callee, facts.Name):
        scopes = project.scopes(view, site.place.scope)
        bound = next((found for one in scopes if (found := project.visible(view, one, callee.name, callee.start))), [])
        value = bound[0].value if len(bound) == 1 else None
    members = [value] if isinstance(value, facts.Element) else _given_members(site, value)
    of_client = [one for one in members if _is_client(site, one.of)]
    if not of_client:
        return site
    return replace(site, call=replace(site.call, callee=of_client[0]), name=last_name(of_client[0]))


def _is_client(site: CallSite, value: facts.Value) -> bool:
    made = site.object_of(value)
    return made is not None and site.analysis.catalogue.role(made.type) == "client"


def _given_members(site: CallSite, value: facts.Value | None) -> list[facts.Element]:
    """The computed members that a function of this file gives, with what a call gives it for their keys."""
    if not isinstance(value, facts.Call) or not isinstance(value.callee, facts.Name | facts.Member):
        return []
    analysis, found = site.analysis, list[facts.Element]()
    for option in each(site.meaning(value.callee)):
        function = function_of(option) if isinstance(option, Definition | Bound) else None
        found_at = None if function is None else analysis.project.locate(function)
        if function is None or found_at is None or found_at[0].path != site.place.path:
            continue
        definition = analysis.project.definition(*found_at)
        given = parameters.arguments_by_parameter(analysis.evaluator, function, value, site.place)
        by_name = {one.name: given.get((function, at)) for at, one in enumerate(definition.parameters)}
        for one in definition.returns:
            key = site.analysis.view.root_of(one.key) if isinstance(one, facts.Element) else None
            argument = None if key is None else by_name.get(key.name)
            if isinstance(one, facts.Element) and argument is not None:
                found.append(replace(one, key=argument.value))
    return found
