"""The calls of a file that can declare or request something, decorators included, and members that are set."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, product
from math import prod

from msgspec.structs import replace

from seamark.catalogue import CALL
from seamark.extract import facts
from seamark.resolve.abstract_values import Bound, Definition, Item, Place
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.evaluation.exports import imported_names
from seamark.resolve.findings import RequestEffect, RequestFound, RouteEffect, RouteFound, Summary
from seamark.resolve.hand_written_routes import comparisons
from seamark.resolve.http.prefixes import assigned
from seamark.resolve.named_contracts import contract_calls, provider_classes
from seamark.resolve.workspace_facts import loops
from seamark.resolve.workspace_facts.view import as_call, last_name
from seamark.resolve.wrappers import application, given_objects

from . import correlated, dispatch, each_heir, relayed_calls

MAX_ROUNDS = 4000
"""How many times a file's calls in loops are read, each for other items; those beyond it for all items at once."""


def read_candidates(analysis: FileAnalysis) -> None:
    """Read all decorators, assignments and calls of the file; what they state is noted in the analysis."""
    view = analysis.view
    decorators: set[tuple[int, int]] = set()
    for index, definition in enumerate(view.facts.definitions):
        for decorator in definition.decorators:
            call = as_call(decorator)
            if call is not None:
                decorators.add((call.start, call.end))
                _read_call(analysis, call, definition.parent, index, catalogued=True, looped=view.facts.items)
    for assignment in view.facts.assignments if view.triggered else ():
        assigned.read_assignment(analysis, assignment)
    for site in view.facts.sites:
        if (site.call.start, site.call.end) not in decorators:
            read_candidate(analysis, site)
    for relayed in relayed_calls.meant_calls(analysis):
        stated = is_stated(analysis, relayed.call, relayed.place.scope, catalogued=True)
        _read_site(relayed, stated=stated)
    for called, constructor in given_objects.constructed(analysis):
        application.read_call(called, constructor)


def read_candidate(analysis: FileAnalysis, site: facts.Site) -> None:
    """Read one of the file's calls."""
    _read_call(analysis, site.call, site.scope, None, catalogued=site.catalogued, looped=analysis.view.facts.items)


def _read_call(
    analysis: FileAnalysis, call: facts.Call, scope: int, decorated: int | None, *, catalogued: bool, looped: bool
) -> None:
    """Read a call; as the decorator of a definition if it is one.

    In files with loops through lists that are known it is read once for each of their items.
    """
    stated = is_stated(analysis, call, scope, catalogued=catalogued, decorating=decorated is not None)
    if not stated and not _may_be_called_for(analysis, call):
        return
    for rounds in _rounds(analysis, call, scope) if looped else ({},):
        place = Place(analysis.view.path, scope, rounds=rounds)
        _read_site(CallSite(analysis, call, place, last_name(call.callee), decorated), stated=stated)


def _read_site(site: CallSite, *, stated: bool) -> None:
    """Read a call that is `stated`, or is here for the sake of what it calls; once for each way it may turn out."""
    analysis = site.analysis
    since = requests, _, summaries = _noted(analysis)
    elsewhere = _said_elsewhere(analysis)
    _read_once(site, stated=stated)
    if _said_elsewhere(analysis) != elsewhere:
        analysis.understood.add((site.call.start, site.call.end))
    effects = [one.effect for one in analysis.summaries[summaries:]]
    left = [one for one in effects if isinstance(one, RequestEffect)]
    found: list[RequestFound | RequestEffect] = [*analysis.requests[requests:], *left]
    all_ways = correlated.may_be(found)
    if not site.place.decided:
        is_one = not (all_ways or correlated.may_be_partly(found))
        apart = [] if is_one else list(correlated.read_apart(site, all_ways=all_ways))
        if not apart and correlated.has_verbs(found):
            apart = list(correlated.set_apart(site))
        paths = {one.paths for one in effects if isinstance(one, RouteEffect)}
        has_several = sum(len(one.urls) for one in left) > 1 or len(paths) > 1 or correlated.has_verbs(left)
        by_callers = correlated.told_by_callers(site) if has_several and not apart else []
        known = _take_told(analysis, since) if apart or by_callers else None
        for one in apart or by_callers:
            _read_once(one, stated=stated)
        if known and by_callers and any(one.maybe is None for one in analysis.requests[requests:]):
            # One of the ways leaves callers nothing to give: it is where the request stands.
            _take_told(analysis, since)
            _note(analysis, known)
        if known is None and _noted(analysis) != since:
            _read_for_each_heir(site, since, stated=stated)


def _read_for_each_heir(site: CallSite, since: _Noted, *, stated: bool) -> None:
    """Read a call anew for each class that inherits from the one around it, if some of what was found is of none."""
    analysis = site.analysis
    known = _taken_back(analysis, since)
    contracts = each_heir.stated_contracts(chain(*known))
    for one in each_heir.as_heirs_read(site) if len(contracts) >= each_heir.TWO_BY_TWO else ():
        before = _noted(analysis)
        _read_once(one, stated=stated)
        if each_heir.leaves_open(one):
            own = _taken_back(analysis, before)
            if len(each_heir.stated_contracts(chain(*own))) < each_heir.TWO_BY_TWO:
                _note(analysis, own)
    found = _taken_back(analysis, since)
    of_heirs = each_heir.stated_contracts(chain(*found))
    _note(analysis, found if of_heirs and not contracts <= of_heirs else known)


def _noted(analysis: FileAnalysis) -> _Noted:
    """How much is noted of what may be taken back."""
    return len(analysis.requests), len(analysis.routes), len(analysis.summaries)


def _taken_back(analysis: FileAnalysis, since: _Noted) -> _Findings:
    """What was noted since, which then is not any more."""
    requests, routes, summaries = since
    found = analysis.requests[requests:], analysis.routes[routes:], analysis.summaries[summaries:]
    del analysis.requests[requests:], analysis.routes[routes:], analysis.summaries[summaries:]
    return found


def _take_told(analysis: FileAnalysis, since: _Noted) -> _Findings:
    """Take back what was noted since of which conditions may tell that it is another one, and give that."""
    requests, routes, summaries = _taken_back(analysis, since)
    analysis.summaries += (one for one in summaries if not isinstance(one.effect, _Told))
    return requests, routes, [one for one in summaries if isinstance(one.effect, _Told)]


def _note(analysis: FileAnalysis, found: _Findings) -> None:
    """Note findings, each once."""
    requests, routes, summaries = found
    analysis.requests += dict.fromkeys(requests)
    analysis.routes += dict.fromkeys(routes)
    analysis.summaries += dict.fromkeys(summaries)


_Noted = tuple[int, int, int]
_Findings = tuple[list[RequestFound], list[RouteFound], list[Summary]]
_Told = RequestEffect | RouteEffect
"""What depends on the conditions that callers meet."""


def _said_elsewhere(analysis: FileAnalysis) -> int:
    """How much was found that does not stand where it is stated."""
    return len(analysis.summaries) + len(analysis.mounts) + len(analysis.bases)


def _read_once(site: CallSite, *, stated: bool) -> None:
    """Read it as it stands."""
    if stated:
        if _may_state_contract(site):
            dispatch.dispatch_call(site)
        return
    # It is here for the sake of a wrapper or a service, and says nothing else: or it would depend on what
    # others are named.
    analysis, call = site.analysis, site.call
    provider_classes.read_registration(site)
    if isinstance(call.callee, facts.Member):
        contract_calls.called_on_parameter(site, site.meaning(call.callee.of))
    callee = site.meaning(call.callee)
    if isinstance(call.callee, facts.Member):
        receiver = site.meaning(call.callee.of)
        callee = analysis.evaluator.or_extension(callee, receiver, call.callee, site.place)
        dispatch.read_on_given(site, receiver)
    method = analysis.evaluator.object_of(callee)
    if method is not None and analysis.evaluator.is_declared(method):
        contract_calls.called_on(replace(site, name=CALL), method)
    dispatch.read_renamed(site, callee)
    dispatch.read_worked_out(site)
    for option in analysis.evaluator.fitting_callees(callee, call, site.place):
        if isinstance(option, Definition | Bound):
            comparisons.note_call(site, option)
            dispatch.mount_extended(site, option)
            application.read_call(site, option)


def _may_state_contract(site: CallSite) -> bool:
    """Whether it is worth while to evaluate a call, in a file in which the calls of all names are read.

    Decorators, calls of functions, and methods of a name that the catalogue has are. A method of another name states a
    contract only on an object of the catalogue, if it registers a service, or if it is another file's wrapper.
    """
    analysis, callee = site.analysis, site.call.callee
    names = (analysis.catalogue.words, analysis.catalogue.further_words, analysis.bound_names)
    is_named = site.decorated is not None or any(site.name in some for some in names)
    if is_named or not isinstance(callee, facts.Member) or not analysis.reads_every_call:
        return True
    return (
        _may_be_called_for(analysis, site.call)
        or provider_classes.may_register(analysis, site.name)
        or site.object_of(callee.of) is not None
    )


def is_stated(
    analysis: FileAnalysis, call: facts.Call, scope: int, *, catalogued: bool, decorating: bool = False
) -> bool:
    """Whether the call says something by itself: because of its name, or because it is one of a router or client.

    In a file whose own text does not tell, it is one on what another file offers.
    """
    if catalogued and analysis.view.triggered and (decorating or may_tell(analysis, call)):
        return True
    is_offered = any(map(analysis.relations.offers_object, imported_names(analysis.view, call.callee, scope)))
    if not is_offered and not _may_be_brought(analysis, call):
        return False
    on = call.callee.of if isinstance(call.callee, facts.Member) else call.callee
    made = analysis.evaluator.object_of(analysis.evaluator.meaning(on, Place(analysis.view.path, scope)))
    return catalogued or made is not None


def _may_be_brought(analysis: FileAnalysis, call: facts.Call) -> bool:
    """Whether a call may be on a router that callers give a function, as far as names tell."""
    if not analysis.brought_names or not isinstance(call.callee, facts.Member):
        return False
    root = analysis.view.beginning(call.callee).root
    is_named = isinstance(root, facts.Name) and root.name in analysis.brought_names
    return is_named or isinstance(root, facts.This) or last_name(call.callee.of) in analysis.brought_names


def may_tell(analysis: FileAnalysis, call: facts.Call) -> bool:
    """Whether a call of a name that the catalogue has may be more than what makes an object: also by its arguments."""
    known, name = analysis.catalogue, last_name(call.callee)
    is_own = isinstance(call.callee, facts.Name) and name in analysis.view.names_worked_out
    if not is_own and (name in known.only_making or (name in known.handing_on and not analysis.changed_paths)):
        return False
    is_any = known.any_takes_nothing and analysis.reads_every_call
    return bool(call.arguments) or name in known.taking_nothing or is_any


def _may_be_called_for(analysis: FileAnalysis, call: facts.Call) -> bool:
    """Whether a call in a file whose own text does not tell may be of something that others ask for.

    What goes by a bare name may have another one elsewhere, and an inherited constructor goes by that of its class.
    """
    name = last_name(call.callee)
    if not isinstance(call.callee, facts.Member) or name.endswith(facts.MACRO) or is_inherited(call):
        return True
    is_registering = name in analysis.catalogue.generated.registering
    return is_registering or analysis.relations.is_word(name) or contract_calls.may_be_one(analysis, call)


def is_inherited(call: facts.Call) -> bool:
    """Whether a call is of the method for which one of the class around it stands: `super().__init__(path)`."""
    return isinstance(call.callee, facts.Member) and isinstance(call.callee.of, facts.Super)


def _rounds(analysis: FileAnalysis, call: facts.Call, scope: int) -> Iterable[dict[facts.Element, Item]]:
    """Each way in which the loops around a call can stand, those through lists that are known."""
    taken = loops.loop_elements(analysis.view, call, scope)
    place = Place(analysis.view.path, scope)
    held = {element: found for element in taken if (found := _loop_items(analysis, element, place))}
    count = prod(map(len, held.values()))
    if not held or analysis.rounds + count > MAX_ROUNDS:
        return [{}]
    analysis.rounds += count
    return [dict(zip(held, at, strict=True)) for at in product(*held.values())]


def _loop_items(analysis: FileAnalysis, element: facts.Element, place: Place) -> list[Item]:
    """The items of the list that a loop goes through; none if it is no list, or one of several."""
    return analysis.evaluator.loop_items(analysis.evaluator.meaning(element.of, place))
