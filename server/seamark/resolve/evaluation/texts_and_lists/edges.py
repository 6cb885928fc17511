"""What tells whether a text begins or ends with another one: `HasPrefix(path, "/")`, `path.ends_with(".json")`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from seamark.extract import facts
from seamark.resolve.abstract_values import Place, Symbol, Text, each
from seamark.resolve.evaluation.protocol import Evaluation
from seamark.resolve.partial_texts.operations import EDGES

_SIDES = 2


class EdgeTest(NamedTuple):
    """That a text begins or ends with another one, or does not; `edge` is the operation that tells which."""

    of: facts.Value
    edge: str
    known: facts.Value
    holds: bool


def edge_test(evaluator: Evaluation, truth: facts.Value, place: Place) -> EdgeTest | None:
    """What something true says of the begin or the end of a text; None if that is none of it."""
    match truth:
        case facts.Call(callee=facts.Member(of=facts.Call() as call, name="==" | "!=" as sign), arguments=(other,)):
            found = edge_test(evaluator, call, place) if other.value == facts.FALSE else None
            return None if found is None else found._replace(holds=found.holds == (sign == "!="))
        case facts.Call(callee=callee, arguments=arguments):
            given = [one.value for one in arguments]
            on = callee.of if isinstance(callee, facts.Member) else None
            edge = next(iter(EDGES.keys() & _method_operations(evaluator, callee)), None)
            sides = given if on is None or edge is None else [on, *given]
            edge = edge or next((one for one in _function_operations(evaluator, callee, place) if one in EDGES), None)
            return EdgeTest(sides[0], edge, sides[1], True) if edge is not None and len(sides) == _SIDES else None
    return None


def _method_operations(evaluator: Evaluation, callee: facts.Value) -> frozenset[str]:
    """What a method does with the text that it is called on."""
    name = callee.name if isinstance(callee, facts.Member) else ""
    return frozenset(evaluator.catalogue.text_methods.get(name, ()))


def _function_operations(evaluator: Evaluation, callee: facts.Value, place: Place) -> Iterator[str]:
    """What a function does with the texts that it is given. Which it is does not depend on what its caller gives."""
    if isinstance(callee, facts.Member) and not callee.name.replace("_", "a").isalnum():
        return  # An operator.
    known, apart = evaluator.catalogue.texts, Place(place.path, place.scope)
    yield from (
        known[one.name] for one in each(evaluator.value(callee, apart)) if isinstance(one, Symbol) and one.name in known
    )


def is_true(evaluator: Evaluation, said: EdgeTest, place: Place) -> bool | None:
    """Whether what is said of the begin or the end of a text is true; None if that is not known."""
    sides = [each(evaluator.value(side, place)) for side in (said.of, said.known)]
    pairs = [(one, other) for one in sides[0] for other in sides[1]]
    has = EDGES[said.edge]
    found = {has(one, other) if isinstance(one, Text) and isinstance(other, Text) else None for one, other in pairs}
    known = found.pop() if len(found) == 1 else None
    return None if known is None else known == said.holds
