"""Classes that stand for paths by what decorates them: `@Resource("/articles") class Articles` of Ktor."""

from __future__ import annotations

from collections.abc import Iterator

from seamark.resolve.abstract_values import Definition, Instance, Meaning, Parameter, Place, Text, each, options
from seamark.resolve.evaluation.calls.arguments import argument
from seamark.resolve.evaluation.evaluator import Evaluator
from seamark.resolve.evaluation.library_objects.declared_contracts import library_decorator
from seamark.resolve.partial_texts.texts import EMPTY, possible_texts
from seamark.resolve.partial_texts.urls import join_url

MAX_DEPTH = 8
"""How deep classes may stand below each other."""


def with_paths(evaluator: Evaluator, meaning: Meaning) -> Meaning:
    """What something means, of which classes that stand for paths, and objects of them, are these."""
    if not evaluator.catalogue.path_classes or not any(_class_of(one) for one in each(meaning)):
        return meaning
    return options([one for option in each(meaning) for one in _paths_of(evaluator, option) or (option,)])


def _class_of(meaning: Meaning) -> Definition | None:
    """The class that something is, or an object of it."""
    match meaning:
        case Definition():
            return meaning
        case Instance(of=class_) | Parameter(type=Instance(of=class_)):
            return class_
    return None


def _paths_of(evaluator: Evaluator, meaning: Meaning) -> tuple[Text, ...]:
    class_ = _class_of(meaning)
    return () if class_ is None else evaluator.once(("paths of", class_), lambda: tuple(_paths(evaluator, class_)))


def _paths(evaluator: Evaluator, class_: Definition, depth: int = 0) -> Iterator[Text]:
    """The paths that a class stands for; none if it does so for none."""
    if depth > MAX_DEPTH:
        return
    definition = evaluator.project.facts_of(class_)
    declared = library_decorator(evaluator, class_.path, definition, evaluator.catalogue.path_classes)
    if definition.kind != "class" or declared is None:
        return
    name, call, place = declared
    own = possible_texts(argument(evaluator, call, evaluator.catalogue.path_classes[name].path, place)) or (EMPTY,)
    around = (one for above in _above(evaluator, class_) for one in _paths(evaluator, above, depth + 1))
    for outer in tuple(around) or (EMPTY,):
        yield from (join_url(outer, one) for one in own)


def _above(evaluator: Evaluator, class_: Definition) -> Iterator[Definition]:
    """The classes that the constructor of a class takes objects of."""
    constructor = evaluator.constructor(class_)
    if constructor is not None:
        view, index = evaluator.project.whereabouts(constructor)
        for one in evaluator.project.definition(view, index).parameters:
            declared = () if one.type is None else each(evaluator.meaning(one.type, Place(view.path, index)))
            yield from (kind for kind in declared if isinstance(kind, Definition) and kind != class_)
