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

from . import bindings, imports

if TYPE_CHECKING:
    from .evaluator import Evaluator

_GLOBALS = {"python": "builtins", "typescript": "globalThis"}
_GLOBAL_OBJECTS = frozenset(["globalThis", "window", "self", "global"])


def name(evaluator: Evaluator, written: facts.Name, place: Place) -> Meaning:
    """What a name means where it stands."""
    view = evaluator.view(place.path)
    for depth, scope in enumerate(evaluator.project.scopes(view, place.scope)):
        if depth and scope != MODULE and view.facts.definitions[scope].kind == "class":
            continue
        found = bindings.in_scope(evaluator, view, scope, written.name, written.start, place)
        if found is not None:
            return found
    starred = imports.starred(evaluator, view, written.name)
    if starred is not None:
        return starred
    everything = _GLOBALS[view.facts.language]
    return Symbol(everything) if written.name in _GLOBAL_OBJECTS else Symbol(f"{everything}.{written.name}")
