"""A name on its own: looked for in the scopes around it, then in star imports, then among the globals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seamark.extract import facts
from seamark.extract.facts import MODULE
from seamark.resolve.meaning import (
    Meaning,
    Place,
    Symbol,
)
from seamark.resolve.modules import naming

from . import bindings, imports

if TYPE_CHECKING:
    from .evaluator import Evaluator

_GLOBAL_OBJECTS = frozenset(["globalThis", "window", "self", "global"])


def name(evaluator: Evaluator, written: facts.Name, place: Place) -> Meaning:
    """What a name means where it stands."""
    view = evaluator.view(place.path)
    known = naming(view.facts.language)
    for depth, scope in enumerate(evaluator.project.scopes(view, place.scope)):
        if scope != MODULE and view.facts.definitions[scope].kind == "class" and (depth or not known.bare_members):
            continue
        found = bindings.in_scope(evaluator, view, scope, written.name, written.start, place)
        if found is None and scope != MODULE:
            found = imports.starred(evaluator, view, written.name, scope)
        if found is not None:
            return found
    for elsewhere in (imports.shared, imports.starred, imports.spread):
        found = elsewhere(evaluator, view, written.name)
        if found is not None:
            return found
    if known.begins_paths:
        return evaluator.module(view.path, written.name)
    if not known.everything:
        return Symbol(written.name)
    everything = Symbol(known.everything)
    return everything if written.name in _GLOBAL_OBJECTS else everything.member(written.name)
