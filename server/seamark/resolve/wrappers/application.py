"""Calls of functions of the workspace: what these do for their callers is done for this one."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from msgspec.structs import replace

from seamark.catalogue import VERBS
from seamark.extract import facts
from seamark.resolve.abstract_values import (
    Argument,
    Arguments,
    Bound,
    Definition,
    Instance,
    Made,
    Meaning,
    Record,
    Sequence,
    Symbol,
    Text,
    each,
    function_of,
)
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.call_words import Word
from seamark.resolve.evaluation.library_objects import constructed_identity
from seamark.resolve.findings import (
    BaseEffect,
    BroughtObject,
    ContractEffect,
    Identity,
    RequestEffect,
    RouteEffect,
    Router,
    ServiceEffect,
)
from seamark.resolve.hand_written_routes import request_paths
from seamark.resolve.http import given_clients, handing_objects, mounts, routers
from seamark.resolve.named_contracts import contract_calls, provider_classes
from seamark.resolve.stated_by_callers import MAX_LEVEL

from . import (
    asking_functions,
    given_objects,
    name_relays,
    object_makers,
    overridden_fields,
    overriding,
    registrars,
    request_wrappers,
)
from .substitution import Substitution

MAX_HELD = 64
"""How many things are looked at that an object holds which a function is given."""


def read_call(site: CallSite, function: Definition | Bound) -> bool:
    """Read a call of a function of the workspace, which may be given a router; true if it states a contract for it."""
    analysis = site.analysis
    definition = function_of(function)
    asking_functions.note_call(site, definition)
    own: Definition | None = definition
    if analysis.evaluator.is_class(definition):
        own = analysis.evaluator.constructor(definition)
    if own is not None:
        bring_router_methods(site, own)
    if own is None or not analysis.relations.called_for(own):
        return False
    given = _with_decorated(site, own, analysis.evaluator.arguments_by_parameter(own, site.call, site.place))
    if analysis.project.facts_of(own).macro:
        given = {of: replace(one, value=_as_verb(one.value)) for of, one in given.items()}
    substitution = Substitution(analysis.evaluator, own, function, given, site.call, site.place)
    _mount_given(site, own, function, given, substitution)
    routes, states = [], False
    summaries = analysis.relations.summaries(own)
    decorates = (site.decorated is not None or site.applied is not None) and any(
        isinstance(one.effect, RouteEffect) and one.effect.decorator for one in summaries
    )
    for summary in summaries:
        effect = summary.effect
        if isinstance(effect, RouteEffect):
            routes.append((summary, effect))
            continue
        if isinstance(effect, BaseEffect):
            object_makers.apply_base(site, summary, effect, function, substitution)
            continue
        if isinstance(effect, ServiceEffect):
            argument, written = (
                substitution.argument(effect.given),
                substitution.written_argument(Text((effect.given,))),
            )
            if argument is not None:
                provider_classes.register_for_caller(site, summary, effect, argument, written)
            continue
        if isinstance(effect, RequestEffect):
            if decorates:
                continue
            of_object = overriding.of_object(site, effect, function)
            if of_object is None:
                continue
            of_class = overridden_fields.of_object(site, of_object, function)
            if of_class is None:
                continue
            effect = of_class
        for at in substitution.rounds(effect.texts):
            if isinstance(effect, RequestEffect):
                request_wrappers.apply_request(site, summary, effect, function, at)
            else:
                name_relays.apply_contract(site, summary, effect, at)
        states |= _is_stated(effect, substitution)
    return registrars.apply_routes(site, routes, function, given, substitution) or states


def _as_verb(value: facts.Value) -> facts.Value:
    """What a macro is given, the names of verbs as such: nothing need be called so."""
    if isinstance(value, facts.Name) and value.name.lower() in VERBS:
        return facts.Literal(value.name.upper(), value.start, value.end)
    return value


def _with_decorated(site: CallSite, own: Definition, given: Arguments) -> Arguments:
    """What a function is given, with what it decorates: that is its first argument, if it has no others."""
    parameters = () if site.decorated is None or site.call.arguments else site.analysis.project.facts_of(own).parameters
    if site.decorated is None or not parameters or parameters[0].kind != "plain" or parameters[0].default is not None:
        return given
    return {**given, (own, 0): Argument(facts.Function(site.decorated), site.place)}


def _is_stated(effect: RequestEffect | ContractEffect, substitution: Substitution) -> bool:
    """Whether a caller states a contract for a function; what it gives for the end of a path may be a value."""
    if isinstance(effect, ContractEffect):
        return True
    return not effect.guessed and (effect.only_for != "segments" or any(map(substitution.gives_path, effect.urls)))


def _mount_given(
    site: CallSite, of: Definition, function: Definition | Bound, given: Arguments, substitution: Substitution
) -> None:
    """A function that is given a router declares its routes on that; one that is given something else calls that."""
    analysis = site.analysis
    for (owner, number), one in given.items():
        meaning = analysis.evaluator.meaning(one.value, one.place)
        request_paths.note_handed(site, owner, number, meaning)
        given_objects.bring(site, owner, number, meaning)
        made = analysis.evaluator.object_of(meaning)
        if made is not None and analysis.catalogue.role(made.type) in contract_calls.CALLED_ON:
            analysis.bring(BroughtObject(owner, number, made.type, made.named))
        held = list(_held_values(analysis, meaning))
        for members, client in _given_objects(analysis, meaning, held, "client"):
            analysis.bring(given_clients.brought(site, owner, number, client, members))
        for members, router in _given_objects(analysis, meaning, held, "router"):
            analysis.bring_router(owner, number, members, router)
        method = _router_method(analysis, meaning)
        meaning = meaning if method is None else method[0]
        listed = routers.of_listed(owner, number)
        if made is None and analysis.relations.mounts(listed):
            mounts.mount_listed(site, meaning, listed)
        known = list(_routers_in(analysis, of, (owner, number), one, meaning, held))
        _hand_on(site, of, owner, number, one, {identity for identity, _ in known})
        for identity, router in known:
            if identity != router.identity:
                mounts.note_mount(site, identity, routers.router(analysis, router, site.place))
                mounts.note_router(site, router, Router(identity), handed=True)
                for told in analysis.relations.mounts(identity):
                    if (
                        told.told
                        and told.parent is not None
                        and substitution.unmet_conditions(told.conditions) is not None
                    ):
                        above = registrars.router_of_caller(site, told.parent, of, function, given)
                        mounts.mount_told(site, router, told, above, substitution.text)


def bring_router_methods(site: CallSite, of: Definition) -> None:
    """Note the methods of routers that a function is given to call them: `users.Route(router.Handle)`."""
    analysis = site.analysis
    if not any(_may_be_method(analysis, one.value) for one in site.call.arguments):
        return
    for (owner, number), one in analysis.evaluator.arguments_by_parameter(of, site.call, site.place).items():
        found = _router_method(analysis, analysis.evaluator.meaning(one.value, one.place))
        at = None if found is None else analysis.project.locate(owner)
        if found is not None and at is not None:
            analysis.bring(BroughtObject(owner, number, found[0].type, (), method=found[1]))
            name = analysis.project.definition(*at).parameters[number].label
            analysis.words.add(Word(name, within=owner.path, home=analysis.project.home(owner.path)))


def _may_be_method(analysis: FileAnalysis, given: facts.Value) -> bool:
    """Whether an argument may be a method of a router, as far as its name tells, or what a variable is set to."""
    names = analysis.catalogue.route_methods

    def find() -> set[str]:
        set_to = ((one.name, one.value) for one in analysis.view.facts.bindings)
        return {name for name, value in set_to if _written_method(analysis, value) in names}

    if isinstance(given, facts.Name):
        return given.name in analysis.once("names of methods", find)
    return _written_method(analysis, given) in names


def _written_method(analysis: FileAnalysis, value: facts.Value) -> str:
    """The name of a member that is written as a value, also as what gives it: `router.get.bind(router)`."""
    callee = value.callee if isinstance(value, facts.Call) else None
    if isinstance(callee, facts.Member) and callee.name in analysis.catalogue.passing_methods:
        value = callee.of
    return value.name if isinstance(value, facts.Member) else ""


def _router_method(analysis: FileAnalysis, meaning: Meaning) -> tuple[Made, str] | None:
    """The router of which something is a method, and the method's name: `router.Handle`."""
    made = analysis.evaluator.holder(meaning)
    if made is None or not isinstance(meaning, Symbol) or analysis.catalogue.role(made.type) != "router":
        return None
    return made, meaning.name.rpartition(".")[2]


def _hand_on(
    site: CallSite, of: Definition, owner: Definition, number: int, given: Argument, known: Collection[Identity]
) -> None:
    """Put what a function declares on its parameter, or a member of that, below the parameter that is given for it.

    What is known of the routers that are `known` says where they are.
    """
    analysis = site.analysis
    for opened in analysis.relations.opened_routers(of):
        is_known = opened.router in known
        meaning = None if is_known else routers.meaning_of_argument(analysis, opened.router, (owner, number), given)
        if meaning is None or opened.placed or opened.level >= MAX_LEVEL:
            continue
        for option in each(meaning):
            handed = routers.parameter_identity(option, option if isinstance(option, Made) else None)
            if handed not in (("", ""), opened.router):
                mounts.note_mount(site, opened.router, Router(handed), passed=True, level=opened.level + 1)
                routers.note_open(analysis, Router(handed))


def _given_objects(
    analysis: FileAnalysis, given: Meaning, held: Iterable[_Held], role: str
) -> Iterator[tuple[tuple[str, ...], Made]]:
    """The client or router that something is which a function is given, or those that it holds, by their members."""
    of_all = ((members, analysis.evaluator.object_of(one)) for members, one in (((), given), *held))
    for members, made in of_all:
        if made is not None and analysis.catalogue.role(made.type) == role:
            yield members, made


def _routers_in(
    analysis: FileAnalysis,
    of: Definition,
    parameter: tuple[Definition, int],
    given: Argument,
    meaning: Meaning,
    held: Iterable[_Held],
) -> Iterator[tuple[Identity, Made]]:
    """The router that a function is given as a parameter, or those that it is given in it, by what they are there.

    An object of a class has those at which the function declares something, or which it puts somewhere.
    """
    found = {constructed_identity.of_parameter(*parameter): meaning}
    found |= {constructed_identity.of_parameter(*parameter, members): one for members, one in held}
    if any(isinstance(option, Instance) for option in each(meaning)):
        asked = (one.router for one in analysis.relations.opened_routers(of))
        members = ((one, routers.meaning_of_argument(analysis, one, parameter, given)) for one in asked)
        found |= {identity: one for identity, one in members if one is not None}
    for identity, one in found.items():
        made = handing_objects.router(analysis, one)
        if made is not None:
            yield identity, made


_Held = tuple[tuple[str, ...], Meaning]
"""What an object or a list holds, and the members by which it does."""


def _held_values(analysis: FileAnalysis, given: Meaning) -> Iterator[_Held]:
    """What an object or a list holds that a function is given, by the members that it is."""
    for option in each(given):
        if isinstance(option, Record):
            held = [(entry.key, entry.value) for entry in option.value.entries]
        elif isinstance(option, Sequence):
            held = [(str(number), item) for number, item in enumerate(option.value.items)]
        else:
            continue
        for name, value in held[:MAX_HELD]:
            if isinstance(value, facts.Name | facts.Member | facts.Call):
                yield (name,), analysis.evaluator.meaning(value, option.place)
