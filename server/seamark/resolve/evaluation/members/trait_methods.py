"""Methods that the workspace adds by traits to what stands elsewhere: outside of it, or in another file of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from seamark.extract import facts
from seamark.extract.facts import MODULE
from seamark.resolve.abstract_values import UNKNOWN, Bound, Definition, Instance, Made, Meaning, Module, Place, Symbol
from seamark.resolve.evaluation.protocol import Evaluation
from seamark.resolve.module_resolution import rules_of
from seamark.resolve.workspace_facts.view import View

_Kind: TypeAlias = frozenset[str] | Definition
"""What something is: an object of one of these types of a library's, or of a class of the workspace."""


def method(evaluator: Evaluation, of: Meaning, name: str, place: Place) -> Bound | None:
    """The method of this name that something has by a trait which a file imports or declares."""
    if not rules_of(evaluator.view(place.path).facts.language).classes.extensions:
        return None
    path, kind = place.path, _kind(evaluator, of)
    found = evaluator.once(("method of a trait", path, kind, name), lambda: _trait_method(evaluator, kind, name, path))
    return None if found is None else Bound(found, of)


def _trait_method(evaluator: Evaluation, kind: _Kind, name: str, path: str) -> Definition | None:
    """The method of this name that the traits which a file imports or declares add to what something is."""
    traits = evaluator.once(("traits", path, kind), lambda: list(_traits(evaluator, path, kind)))
    methods = (_method(evaluator, trait, name, kind, path) for trait in traits)
    return next((one for one in methods if one is not None), None)


def _kind(evaluator: Evaluation, of: Meaning) -> _Kind:
    match of:
        case Instance(of=class_):
            return class_
        case Made(type=type_id):
            constructed_by = evaluator.catalogue.constructed_by
            return evaluator.once(
                ("made by", type_id), lambda: frozenset(s for s, t in constructed_by.items() if t == type_id)
            )
    return frozenset(evaluator.catalogue.text_types)


def _traits(evaluator: Evaluation, path: str, kind: _Kind) -> Iterator[Definition]:
    """The traits that a file implements for this, and those that it imports."""
    yield from _implemented_traits(evaluator, path, kind)
    for binding in evaluator.view(path).facts.bindings if path == evaluator.project.asker else ():
        if isinstance(binding.value, facts.Import):
            imported = evaluator.value(binding.value, Place(path, binding.scope))
            if isinstance(imported, Definition):
                yield imported
            elif isinstance(imported, Module) and binding.name == "*":
                yield from _implemented_traits(evaluator, imported.path, kind)


def _implemented_traits(evaluator: Evaluation, path: str, kind: _Kind) -> Iterator[Definition]:
    """The traits that a file implements for this."""
    view = evaluator.project.view(path)
    if view is None:
        return
    for part in _implementations(evaluator, view, kind):
        for base in evaluator.project.definition(view, part).bases:
            declared = evaluator.value(base, Place(path, MODULE))
            if isinstance(declared, Definition):
                yield declared


def _method(evaluator: Evaluation, trait: Definition, name: str, kind: _Kind, path: str) -> Definition | None:
    """A trait's method as its file or that at `path` implements it for this, else as the trait has it."""
    view, own = evaluator.project.whereabouts(trait)
    parts = [
        (one, part)
        for one in dict.fromkeys((view, evaluator.view(path)))
        for part in _implementations(evaluator, one, kind)
        if trait in [evaluator.value(b, Place(one.path, MODULE)) for b in evaluator.project.definition(one, part).bases]
    ]
    for one, body in (*parts, (view, own)) if parts else ():
        for index in evaluator.project.definitions_named(one, body, name):
            return Definition(one.path, one.key(index))
    return None


def _implementations(evaluator: Evaluation, view: View, kind: _Kind) -> Iterator[int]:
    """Where a file adds members to what this is."""
    known = (kind.name,) if isinstance(kind, Definition) else kind
    around = Place(view.path, MODULE)
    for name in sorted({name.rpartition(".")[2] for name in known}):
        for index in evaluator.project.scattered_definitions(view, name):
            receiver = evaluator.project.definition(view, index).receiver
            found = UNKNOWN if receiver is None else evaluator.value(receiver, around)
            if found == kind or (isinstance(found, Symbol) and found.name in known):
                yield index
