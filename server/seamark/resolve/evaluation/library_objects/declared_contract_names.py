"""The names that functions and classes have as contracts, by their decorators: tasks, activities, workflows.

    @task(name="charge")      the function `charge_card` is the task `charge`
    def charge_card(): ...

For a method, its class or the method of an interface that it implements may be decorated instead; for a class, the
method that stands for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from seamark.catalogue import Contract
from seamark.extract import facts
from seamark.resolve.abstract_values import Definition, Place, Symbol, Text, each
from seamark.resolve.evaluation.calls.arguments import argument
from seamark.resolve.evaluation.members import class_bodies, interfaces
from seamark.resolve.evaluation.protocol import Evaluation
from seamark.resolve.partial_texts.texts import concat, texts

from . import declared_contracts


def names(evaluator: Evaluation, definition: Definition) -> tuple[Text, ...]:
    """The names that are declared for a function or class; none if nothing declares it."""
    return evaluator.once(("known as", definition), lambda: _names(evaluator, definition))


def _names(evaluator: Evaluation, definition: Definition) -> tuple[Text, ...]:
    made = declared_contracts.declared_object(evaluator, definition)
    if made is not None:
        return made.named
    if declared_contracts.is_class(evaluator, definition):
        return next(_of_methods(evaluator, definition), ())
    class_ = declared_contracts.class_around(evaluator, definition)
    if class_ is None:
        return ()
    if any(
        next(declared_contracts.runners(evaluator, row, class_), None) == definition
        for row, *_ in declared_contracts.rows(evaluator, class_)
    ):
        return names(evaluator, class_)
    row, prefixes = next(_prefixes(evaluator, class_), (None, ()))
    if row is not None:
        own_name = definition.name[:1].upper() + definition.name[1:] if row.capital else definition.name
        stated = next(_stated_names(evaluator, definition), None)
        if stated is not None and row.capital:
            return stated
        own = stated or (Text((own_name,)),)
        return tuple(concat(parts) for parts in product(prefixes, own))
    return next(filter(None, (names(evaluator, above) for above in base_methods(evaluator, definition))), ())


def _of_methods(evaluator: Evaluation, class_: Definition) -> Iterator[tuple[Text, ...]]:
    """The names of a class by its methods that stand for it, or those of what it inherits from."""
    for one in evaluator.with_bases(class_):
        for method in evaluator.methods(one):
            whole = any(row.whole for row, *_ in declared_contracts.rows(evaluator, method))
            made = declared_contracts.declared_object(evaluator, method) if whole else None
            if made is not None:
                yield made.named


def _prefixes(evaluator: Evaluation, class_: Definition) -> Iterator[tuple[Contract, tuple[Text, ...]]]:
    """What makes a class's methods contracts that decorates it, and what stands before their names."""
    for one in evaluator.with_bases(class_):
        for row, _, call, place in declared_contracts.rows(evaluator, one):
            if row.members:
                yield row, _prefix(evaluator, row, call, place)


def _prefix(evaluator: Evaluation, row: Contract, call: facts.Call, place: Place) -> tuple[Text, ...]:
    given = argument(evaluator, call, row.prefix, place)
    return (Text(("",)),) if given is None else texts(given)


def _stated_names(evaluator: Evaluation, method: Definition) -> Iterator[tuple[Text, ...]]:
    """The names that decorators state for a method, or for the one that it takes the place of."""
    for one in (method, *base_methods(evaluator, method)):
        for call, place in declared_contracts.decorators(evaluator, one):
            for option in each(evaluator.meaning(call.callee, place)):
                row = evaluator.catalogue.declares.get(option.name) if isinstance(option, Symbol) else None
                given = argument(evaluator, call, row.name, place) if row is not None else None
                if given is not None:
                    yield texts(given)


def base_methods(evaluator: Evaluation, method: Definition) -> Iterator[Definition]:
    """The methods of the same name in what a method's class inherits from, nearest first, or in interfaces it has."""
    class_ = class_bodies.class_of(evaluator, method)
    for above in evaluator.with_bases(class_) if class_ is not None else ():
        if above != class_:
            public = [one for one in evaluator.methods(above) if one.name == method.name]
            hidden = None if public else evaluator.method(above, method.name)
            yield from public if hidden is None else (hidden,)
    if class_ is not None:
        yield from interfaces.declaring_methods(evaluator, class_, method)
