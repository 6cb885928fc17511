"""Handles of clients: what tells one apart from others in a function, and which one it is for those who call that."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from seamark.extract import facts
from seamark.extract.facts import MODULE
from seamark.resolve.abstract_values import Definition, Meaning, Parameter, ParameterPart, Place, each
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.evaluation.library_objects.constructed_identity import of_parameter
from seamark.resolve.findings import HeldHandle, Identity
from seamark.resolve.workspace_facts.view import EVERYTHING, last_name
from seamark.resolve.wrappers.substitution import Substitution

from .data_flow import Step

Handle: TypeAlias = tuple[object, ...]
"""The function in which a handle is used, and what tells it apart from others there."""


class Steps(dict[Handle, dict[tuple[int, int], Step]]):
    """The calls that state a request together, by the handle and where they stand."""


class HeldBy(dict[Handle, ParameterPart | Identity | None]):
    """For each handle, what it is for the callers of the function that uses it."""


class SeparateHandles(dict[Handle, bool]):
    """Handles that hold nothing but the URL of another one, or may do so; whether something is asked with them."""


def handle(site: CallSite, meaning: Meaning | None, written: facts.Value | None) -> Handle:
    """The handle that an expression means where a call stands, which is written like that."""
    scope = _scope(site)
    made = None if meaning is None else site.analysis.evaluator.object_of(meaning)
    if made is not None:
        return scope, *made.identity
    for option in each(meaning) if meaning is not None else ():
        if isinstance(option, Parameter):
            return scope, option.owner, option.index, option.members
    return scope, *_names(written)


def _scope(site: CallSite) -> int:
    """The function in which a call stands, around blocks that are applied to an object: `connection.apply { … }`."""
    view, applying, scope = site.analysis.view, site.analysis.catalogue.applying, site.place.scope
    while scope != MODULE and (taker := view.taker(scope)) is not None and last_name(taker.callee) in applying:
        scope = view.scope_at(taker.start)
    return scope


def _names(value: facts.Value | None) -> Iterator[str]:
    """The names of which an expression consists, from its end."""
    while isinstance(value, facts.Member | facts.Element):
        yield value.name if isinstance(value, facts.Member) else "[]"
        value = value.of
    yield value.name if isinstance(value, facts.Name) else ""


def for_callers(site: CallSite, of: Handle) -> ParameterPart | Identity | None:
    """What a handle is for the callers of the function in which it is used: what they give, or else what makes it.

    One that only this function has is nothing to them.
    """
    view = site.analysis.view
    match of:
        case (scope, Definition() as owner, int(index), tuple(members)) if scope != MODULE:
            return ParameterPart(owner, index, members)
        case (int(scope), str(path), str(made)) if scope != MODULE:
            around = Definition(view.path, view.key(scope))
            taken = range(len(view.facts.definitions[scope].parameters))
            found = (index for index in taken if of_parameter(around, index) == (path, made))
            is_own = path == view.path and made.startswith(f"{around.key}:")
            shared = (path, made) if not is_own or _is_returned(site, (path, made), scope) else None
            return next((ParameterPart(around, index) for index in found), shared)
    return None


def _is_returned(site: CallSite, of: Identity, scope: int) -> bool:
    """Whether a function returns a handle."""
    evaluator, place = site.analysis.evaluator, Place(site.analysis.view.path, scope)
    returned = site.analysis.view.facts.definitions[scope].returns
    made = (evaluator.object_of(evaluator.meaning(value, place)) for value in returned)
    return any(one is not None and one.identity == of for one in made)


def for_caller(site: CallSite, held: HeldHandle, substitution: Substitution) -> Handle:
    """The handle of a function for one of its callers."""
    if not isinstance(held.by, ParameterPart):
        return _scope(site), *held.by
    return handle(site, substitution.meaning_of(held.by), substitution.written_for(held.by))


def step(site: CallSite, of: Handle) -> Step:
    """What a call does to a handle."""
    at = (site.call.start, site.call.end)
    block = site.analysis.view.blocks.get(at, EVERYTHING)
    new = Step(site.call.start, block, tuple(site.place.rounds), [])
    return site.analysis.notes(Steps).setdefault(of, {}).setdefault(at, new)
