"""Which arms of a branch count in a method of an enum, where it is known which enumerator it is called on."""

from __future__ import annotations

from seamark.extract import facts
from seamark.resolve.abstract_values import Enumerator, Place
from seamark.resolve.evaluation.protocol import Evaluation
from seamark.resolve.workspace_facts.view import View


def feasible(evaluator: Evaluation, arms: tuple[facts.Value, ...], place: Place) -> tuple[facts.Value, ...]:
    """The arms that can be run: all, if nothing is known."""
    if not isinstance(place.this, Enumerator):
        return arms
    view = evaluator.view(place.path)
    return tuple(arm for arm in arms if not _is_refuted(evaluator, view, arm, place))


def _is_refuted(evaluator: Evaluation, view: View, arm: facts.Value, place: Place) -> bool:
    start = getattr(arm, "start", None)
    around = () if start is None else view.guards_around(start)
    return any(_holds(evaluator, truth, place) is False for guard in around for truth in guard.holds)


def _holds(evaluator: Evaluation, truth: facts.Value, place: Place) -> bool | None:
    """Whether something is true; None if that is not known."""
    match truth:
        case facts.List(items=items):
            return False if any(_holds(evaluator, item, place) is False for item in items) else None
        case facts.Choice(options=options):
            return False if all(_holds(evaluator, option, place) is False for option in options) else None
        case facts.Call(callee=facts.Member(of=of, name=("==" | "!=") as sign), arguments=(other,)):
            sides = evaluator.value(of, place), evaluator.value(other.value, place)
            if all(isinstance(side, Enumerator) for side in sides):
                return (sides[0] == sides[1]) == (sign == "==")
    return None
