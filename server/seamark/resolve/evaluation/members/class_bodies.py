"""The parts of a class: its body, and what belongs to it though it stands elsewhere (Go's methods, Rust's `impl`)."""

from __future__ import annotations

from seamark.extract import facts
from seamark.extract.facts import MODULE
from seamark.resolve.abstract_values import Definition, Instance, Meaning, Place, each
from seamark.resolve.evaluation.protocol import Evaluation
from seamark.resolve.module_resolution import rules_of
from seamark.resolve.workspace_facts.view import View, last_name


def bodies(evaluator: Evaluation, class_: Definition) -> list[tuple[View, int]]:
    """Where a class's members are defined: its own body first, then those that add to it."""
    found_at = evaluator.project.whereabouts(class_)
    known = rules_of(found_at[0].facts.language)
    received = _scattered_parts(evaluator, class_) if known.classes.can_reopen else []
    return [found_at, *(part for part in received if evaluator.project.definition(*part).kind == "class")]


def effective_definitions(evaluator: Evaluation, view: View, indexes: list[int]) -> list[int]:
    """Those of the definitions of one name in one scope that it stands for: the last, or each if they are alternatives.

    Only functions can be alternatives: what belongs to a class is found by the one definition that it has.
    """
    if len(indexes) == 1 or not rules_of(view.facts.language).functions.alternatives:
        return indexes[-1:]
    kinds = [evaluator.project.definition(view, index).kind for index in indexes]
    if kinds[-1] not in ("function", "method"):
        return indexes[-1:]
    return [index for index, kind in zip(indexes, kinds, strict=True) if kind == kinds[-1]]


def outside(evaluator: Evaluation, class_: Definition) -> list[tuple[View, int]]:
    """The methods of a class that stand outside of its bodies."""
    received = _scattered_parts(evaluator, class_)
    return [part for part in received if evaluator.project.definition(*part).kind == "method"]


def methods(evaluator: Evaluation, class_: Definition, name: str) -> list[tuple[View, int]]:
    """The methods of this name that stand outside of the class they belong to: one, or all if they are alternatives."""
    found: list[tuple[View, int]] = []
    for view, index in _scattered_parts(evaluator, class_, name):
        definition = evaluator.project.definition(view, index)
        if definition.kind == "method" and definition.name == name:
            found.append((view, index))
            if not rules_of(view.facts.language).functions.alternatives:
                break
    return found


def class_name(view: View, definition: facts.Definition) -> str:
    """What the class is called in which a definition stands, or to which it belongs; empty if there is none."""
    if definition.receiver is not None:
        return last_name(definition.receiver)
    return "" if definition.parent == MODULE else view.facts.definitions[definition.parent].name


def receiver(evaluator: Evaluation, view: View, scope: int, place: Place) -> Meaning | None:
    """The class that a definition belongs to though it stands outside of it."""
    definition = evaluator.project.definition(view, scope)
    if definition.receiver is None:
        return None
    around = Place(view.path, definition.parent, place.arguments)
    for option in each(evaluator.meaning(definition.receiver, around)):
        if isinstance(option, Definition | Instance):
            return option if isinstance(option, Instance) else Instance(option)
    return None


def class_of(evaluator: Evaluation, method: Definition) -> Definition | None:
    """The class to which a method belongs, in whose body it may stand."""
    view, index = evaluator.project.whereabouts(method)
    of = receiver(evaluator, view, index, Place(view.path, MODULE))
    if isinstance(of, Instance):
        return of.of
    parent = evaluator.project.definition(view, index).parent
    is_within = parent != MODULE and evaluator.project.definition(view, parent).kind == "class"
    return Definition(view.path, view.key(parent)) if is_within else None


def _scattered_parts(evaluator: Evaluation, class_: Definition, name: str = "") -> list[tuple[View, int]]:
    """What belongs to a class though it stands outside of it, in its file and those that may add to it.

    With a `name`, what is called so is among that; what is called otherwise need not be.
    """
    if not rules_of(evaluator.view(class_.path).facts.language).classes.scattered:
        return []
    return evaluator.once(("received", class_, name), lambda: _find_scattered(evaluator, class_, name))


def _find_scattered(evaluator: Evaluation, class_: Definition, member: str) -> list[tuple[View, int]]:
    name = class_.name
    others = (*evaluator.siblings(class_.path, name), *evaluator.files_adding(class_.path, name))
    if member:
        holding = {*evaluator.siblings(class_.path, member), *evaluator.files_adding(class_.path, member)}
        others = tuple(path for path in others if path in holding)
    paths = (class_.path, *others)
    found: list[tuple[View, int]] = []
    for path in paths:
        view = None if evaluator.project.lacks("received", path, name) else evaluator.project.view(path)
        if view is not None:
            belongs: dict[tuple[str, ...], bool] = {}
            for index in evaluator.project.scattered_definitions(view, name):
                written = _receiver_names(view.facts.definitions[index])
                if written not in belongs:
                    belongs[written] = _belongs(evaluator, view, index, class_)
                found += [(view, index)] if belongs[written] else []
    return found


def _receiver_names(definition: facts.Definition) -> tuple[str, ...]:
    """The names by which a definition says to which class it belongs, innermost first, and where it stands."""
    names, value = [str(definition.parent)], definition.receiver
    while isinstance(value, facts.Member | facts.Element):
        names += [value.name] if isinstance(value, facts.Member) else []
        value = value.of
    return (*names, value.name) if isinstance(value, facts.Name) else tuple(names)


def _belongs(evaluator: Evaluation, view: View, index: int, class_: Definition) -> bool:
    of = receiver(evaluator, view, index, Place(view.path, MODULE))
    return isinstance(of, Instance) and of.of == class_
