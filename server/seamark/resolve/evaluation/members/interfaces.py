"""Interfaces that a class satisfies by its methods alone, where its language asks for no more (Go's)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from seamark.extract import facts
from seamark.extract.facts import MODULE
from seamark.resolve.abstract_values import Definition
from seamark.resolve.evaluation.protocol import Evaluation
from seamark.resolve.module_resolution import rules_of
from seamark.resolve.module_resolution.paths import ancestors, folder

MAX_FILES = 16
"""In how many files interfaces are looked for that declare a method of one name: the nearest ones."""


def declaring_methods(evaluator: Evaluation, class_: Definition, method: Definition) -> list[Definition]:
    """The methods of interfaces for which a method of a class stands that has all of theirs.

    Those of other services count only if there are none in its own: what looks alike there has another implementation.
    """
    if rules_of(evaluator.view(class_.path).facts.language).classes.interface_methods is None:
        return []
    asked = "declaring", folder(class_.path), method.name
    found = evaluator.once(asked, lambda: list(_methods_near(evaluator, class_.path, method.name)))
    own = _signatures(evaluator, class_) if found else {}
    satisfied = [one for one, declared in found if one != method and declared.items() <= own.items()]
    service = evaluator.project.service(class_.path) if satisfied else ""
    return [one for one in satisfied if evaluator.project.service(one.path) == service] or satisfied


def _methods_near(evaluator: Evaluation, path: str, name: str) -> Iterator[tuple[Definition, Mapping[str, str]]]:
    """The methods of this name that interfaces near a file declare, each with the signatures of its interface."""
    around = {one: depth for depth, one in enumerate(ancestors(path))}

    def distance(other: str) -> int:
        return next(around[one] for one in ancestors(other) if one in around)

    nearest = sorted(evaluator.project.files_declaring(name), key=lambda other: (distance(other), other))[:MAX_FILES]
    for view in filter(None, map(evaluator.project.view, nearest)):
        for interface in evaluator.project.within(view, MODULE):
            for index in evaluator.project.definitions_named(view, interface, name):
                if evaluator.project.definition(view, index).abstract:
                    signatures = _signatures(evaluator, Definition(view.path, view.key(interface)))
                    yield Definition(view.path, view.key(index)), signatures


def _signatures(evaluator: Evaluation, class_: Definition) -> Mapping[str, str]:
    """What the methods of a class or an interface take and give, by their names."""
    return evaluator.once(
        ("signatures", class_), lambda: {one.name: _signature(evaluator, one) for one in evaluator.methods(class_)}
    )


def _signature(evaluator: Evaluation, method: Definition) -> str:
    """What a method takes and gives, types by their last names: a package may have another one where it is used."""
    own = evaluator.project.facts_of(method)
    types = [one.type for one in own.parameters if one.kind != "self"]
    return ", ".join(map(_type_name, (*types, own.return_type)))


def _type_name(kind: facts.Value | None) -> str:
    match kind:
        case facts.Name(name=name) | facts.Member(name=name):
            return name
        case facts.Element(of=of):
            return _type_name(of)
        case facts.List(items=(item,)):
            return f"[]{_type_name(item)}"
    return ""
