"""What counts where it is told how conditions turn out: see `Place.decided`."""

from __future__ import annotations

from collections.abc import Hashable

import msgspec

from seamark.extract import facts
from seamark.extract.facts import Binding
from seamark.resolve.meaning import Decision, Place

_PLACES = ("start", "end")


def decision(choice: facts.Choice) -> tuple[Decision, bool] | None:
    """What decides a choice of two, and whether that is true for the first one; None if that is not known."""
    if len(choice.options) != 2 or not choice.tests:
        return None
    match choice.tests:
        case (facts.Call(callee=facts.Member(of=of, name=("==" | "!=") as sign), arguments=(other,)),):
            return (_spelled(of), _spelled(other.value)), sign == "=="
    return _spelled(choice.tests), True


def _spelled(fact: object) -> Hashable:
    """What a fact says, wherever it stands."""
    if isinstance(fact, tuple):
        return tuple(map(_spelled, fact))
    if not isinstance(fact, msgspec.Struct):
        return str(fact)
    names = (name for name in fact.__struct_fields__ if name not in _PLACES)
    return type(fact), *(_spelled(getattr(fact, name)) for name in names)


def arms(choice: facts.Choice, place: Place) -> tuple[facts.Value, ...]:
    """The arms of a choice that count at a place: one, if it is told there what decides that."""
    decides = decision(choice) if place.decided and choice.tests else None
    is_true = None if decides is None else place.decided.get(decides[0])
    if decides is None or is_true is None:
        return choice.options
    first, second = choice.options
    return (first if is_true == decides[1] else second,)


def left(bindings: list[Binding], place: Place) -> list[Binding]:
    """Those of a name's bindings that it may have at a place, of those that it may have there otherwise."""
    if not place.decided or len(bindings) < 2:
        return bindings
    runs = [place.decided.get((one.block_start, one.block_end)) for one in bindings]
    last = max((number for number, told in enumerate(runs) if told), default=0)
    return [one for one, told in zip(bindings[last:], runs[last:], strict=True) if told is not False] or bindings
