"""Methods that the workspace adds to what is outside of it, by traits that are implemented for it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from seamark.extract import facts
from seamark.extract.facts import MODULE
from seamark.resolve.meaning import Bound, Definition, Meaning, Place, Symbol
from seamark.resolve.modules import naming
from seamark.resolve.view import View

if TYPE_CHECKING:
    from .evaluator import Evaluator


def method(evaluator: Evaluator, of: Meaning, name: str, place: Place) -> Bound | None:
    """The method of this name that a text of a library's has by a trait which a file imports or declares."""
    if not naming(evaluator.view(place.path).facts.language).extensions:
        return None
    for trait in evaluator.once(("traits", place.path), lambda: list(_traits(evaluator, place.path))):
        found = _method(evaluator, trait, name)
        if found is not None:
            return Bound(found, of)
    return None


def _traits(evaluator: Evaluator, path: str) -> Iterator[Definition]:
    """The traits that a file declares and implements for a library's texts, and those that it imports."""
    view = evaluator.view(path)
    around = Place(path, MODULE)
    for part in _implementations(evaluator, view):
        for base in evaluator.project.definition(view, part).bases:
            declared = evaluator.value(base, around)
            if isinstance(declared, Definition):
                yield declared
    for binding in view.facts.bindings if path == evaluator.project.asker else ():
        if binding.scope == MODULE and isinstance(binding.value, facts.Import):
            imported = evaluator.value(binding.value, around)
            if isinstance(imported, Definition):
                yield imported


def _method(evaluator: Evaluator, trait: Definition, name: str) -> Definition | None:
    """A trait's method as it is implemented for a library's texts in the trait's file, else as the trait has it."""
    found_at = evaluator.project.locate(trait)
    if found_at is None:
        return None
    view, own = found_at
    around = Place(view.path, MODULE)
    parts = [
        part
        for part in _implementations(evaluator, view)
        if trait in [evaluator.value(base, around) for base in evaluator.project.definition(view, part).bases]
    ]
    for body in (*parts, own) if parts else ():
        for one in evaluator.project.defined(view, body, name):
            return Definition(view.path, view.key(one))
    return None


def _implementations(evaluator: Evaluator, view: View) -> Iterator[int]:
    """Where a file adds members to a type of a library's whose values are texts."""
    known = evaluator.catalogue.text_types
    around = Place(view.path, MODULE)
    for name in sorted({kind.rpartition(".")[2] for kind in known}):
        for index in evaluator.project.received(view, name):
            receiver = evaluator.project.definition(view, index).receiver
            kind = None if receiver is None else evaluator.value(receiver, around)
            if isinstance(kind, Symbol) and kind.name in known:
                yield index
