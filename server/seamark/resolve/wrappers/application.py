"""Calls of functions of the workspace: what these do for their callers is done for this one."""

from __future__ import annotations

from seamark.resolve.abstract_values import Arguments, Bound, Definition, function_of
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.findings import BaseEffect, Brought, ContractEffect, RequestEffect, RouteEffect, Router
from seamark.resolve.hand_written_routes import request_paths
from seamark.resolve.http import mounts, routers
from seamark.resolve.named_contracts import contract_calls

from . import name_relays, object_makers, registrars, request_wrappers
from .substitution import Substitution


def called(site: CallSite, function: Definition | Bound) -> bool:
    """Read a call of a function of the workspace, which may be given a router; true if it states a contract for it."""
    analysis = site.analysis
    definition = function_of(function)
    own: Definition | None = definition
    found_at = analysis.project.locate(definition)
    if found_at is not None and analysis.project.definition(*found_at).kind == "class":
        own = analysis.evaluator.constructor(definition)
    if own is None or not analysis.relations.called_for(own):
        return False
    given = analysis.evaluator.given(own, site.call, site.place)
    substitution = Substitution(analysis.evaluator, own, function, given, site.call, site.place)
    _mount_given(site, own, function, given, substitution)
    routes, states = [], False
    for summary in analysis.relations.summaries(own):
        effect = summary.effect
        if isinstance(effect, RouteEffect):
            routes.append((summary, effect))
            continue
        if isinstance(effect, BaseEffect):
            object_makers.apply_base(site, summary, effect, substitution)
            continue
        for at in substitution.rounds(effect.texts):
            if isinstance(effect, RequestEffect):
                request_wrappers.apply_request(site, summary, effect, function, at)
            else:
                name_relays.apply_contract(site, summary, effect, at)
        states |= isinstance(effect, ContractEffect) or not (effect.guessed or effect.only_for == "segments")
    return registrars.apply_routes(site, routes, function, given, substitution) or states


def _mount_given(
    site: CallSite, of: Definition, function: Definition | Bound, given: Arguments, substitution: Substitution
) -> None:
    """A function that is given a router declares its routes on that; one that is given a peer or stub calls that."""
    analysis = site.analysis
    for (owner, number), one in given.items():
        meaning = analysis.evaluator.meaning(one.value, one.place)
        request_paths.note_handed(site, owner, number, meaning)
        made = analysis.evaluator.object_of(meaning)
        role = "" if made is None else analysis.catalogue.role(made.type)
        if made is not None and role in contract_calls.CALLED_ON:
            analysis.bring(Brought(owner, number, made.type, made.named))
        identity = routers.of_parameter(owner, number)
        listed = routers.of_listed(owner, number)
        if made is None and analysis.relations.mounts(listed):
            mounts.mount_listed(site, meaning, listed)
        if made is not None and role == "router" and identity != made.identity:
            router = routers.router(analysis, made, site.place)
            mounts.note_mount(site, identity, router)
            mounts.note_router(site, made, Router(identity), handed=True)
            for told in analysis.relations.mounts(identity):
                if told.told and told.parent is not None and substitution.unmet(told.conditions) is not None:
                    above = registrars.router_of_caller(site, told.parent, of, function, given)
                    mounts.mount_told(site, made, told, above, substitution.text)
