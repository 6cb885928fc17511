"""What tells whether a text begins with another one: `strings.HasPrefix(path, "/")`, `path.starts_with('/')`."""

from __future__ import annotations

from typing import NamedTuple

from seamark.extract import facts
from seamark.resolve.abstract_values import Place, Symbol, Text, each
from seamark.resolve.evaluation.protocol import Evaluation
from seamark.resolve.partial_texts.operations import BEGINS, begins

_SIDES = 2


class Beginning(NamedTuple):
    """That a text begins with another one, or does not."""

    of: facts.Value
    begin: facts.Value
    holds: bool


def beginning(evaluator: Evaluation, truth: facts.Value, place: Place) -> Beginning | None:
    """What something true says of the begin of a text; None if that is none of it."""
    match truth:
        case facts.Call(callee=facts.Member(of=facts.Call() as call, name="==" | "!=" as sign), arguments=(other,)):
            found = beginning(evaluator, call, place) if other.value == facts.FALSE else None
            return None if found is None else found._replace(holds=found.holds == (sign == "!="))
        case facts.Call(callee=callee, arguments=arguments):
            known, given = evaluator.catalogue, [one.value for one in arguments]
            if isinstance(callee, facts.Member) and BEGINS in known.text_methods.get(callee.name, ()):
                sides = [callee.of, *given]
            elif any(
                isinstance(one, Symbol) and known.texts.get(one.name) == BEGINS
                for one in each(evaluator.value(callee, place))
            ):
                sides = given
            else:
                return None
            return Beginning(sides[0], sides[1], True) if len(sides) == _SIDES else None
    return None


def holds(evaluator: Evaluation, said: Beginning, place: Place) -> bool | None:
    """Whether what is said of the begin of a text is true; None if that is not known."""
    sides = [each(evaluator.value(side, place)) for side in (said.of, said.begin)]
    pairs = [(one, other) for one in sides[0] for other in sides[1]]
    found = {begins(one, other) if isinstance(one, Text) and isinstance(other, Text) else None for one, other in pairs}
    known = found.pop() if len(found) == 1 else None
    return None if known is None else known == said.holds
