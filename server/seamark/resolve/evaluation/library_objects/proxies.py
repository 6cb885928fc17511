"""Objects whose members are calls of functions elsewhere: each goes by the name of the function it stands for."""

from __future__ import annotations

from collections.abc import Iterator

from seamark.catalogue import Type
from seamark.resolve.abstract_values import Definition, Made, Text, each
from seamark.resolve.evaluation.calls.arguments import argument
from seamark.resolve.evaluation.protocol import Evaluation

from . import declared_contract_names


def member(evaluator: Evaluation, kind: Type, of: Made, name: str) -> Made | None:
    """The call that a member of such an object is; None if the class that this stands for declares no such method."""
    named = tuple(dict.fromkeys(_names(evaluator, kind, of, name)))
    return Made(f"{of.type.rpartition('.')[0]}.{kind.members}", of.identity, named=named) if named else None


def _names(evaluator: Evaluation, kind: Type, of: Made, name: str) -> Iterator[Text]:
    stands_for = None
    if kind.named and of.call is not None:
        call, place = of.call
        stands_for = argument(evaluator, call, kind.named, place)
    classes = [option for option in each(stands_for) if isinstance(option, Definition)] if stands_for else []
    if not classes:
        yield Text((name,))
    for class_ in classes:
        method = evaluator.method(class_, name)
        yield from declared_contract_names.names(evaluator, method) if method is not None else ()
