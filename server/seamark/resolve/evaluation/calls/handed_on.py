"""What a call hands on of what its function is given: `get(*args, **kwargs)`, `axios.get(...rest)`.

Where it is not known yet what that is, since the function's own callers give it, it is theirs: the item of a list, or
the entry of an object, that a parameter takes.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from msgspec import Struct

from seamark.extract import facts
from seamark.resolve.abstract_values import UNKNOWN, Argument, Parameter, Place, Record, Sequence, each
from seamark.resolve.evaluation.protocol import Evaluation

_MANY = 64
"""How many arguments a call has at most."""


class Positional(Struct, frozen=True):
    """What a call gives by position: as it is written, or as item `number` of a `spread` list.

    It is `open` if it stands for all that is spread, since nobody knows how many that are.
    """

    argument: Argument
    spread: facts.Value | None = None
    number: int = 0
    open: bool = False


def positional(evaluator: Evaluation, call: facts.Call, place: Place) -> list[Positional]:
    """What a call gives by position, in order, with the items of lists that it hands on if they are known."""
    return list(islice(_positional(evaluator, call, place), _MANY))


def _positional(evaluator: Evaluation, call: facts.Call, place: Place) -> Iterator[Positional]:
    for one in call.arguments:
        if one.name == "":
            yield Positional(Argument(one.value, place))
        elif one.name == "*":
            known = [option for option in each(evaluator.meaning(one.value, place)) if option != UNKNOWN]
            listed = known[0] if len(known) == 1 else None
            items = listed.value.items if isinstance(listed, Sequence) else ()
            if not isinstance(listed, Sequence) or any(map(_is_spread, items)):
                yield Positional(Argument(one.value, place), one.value, open=True)
            else:
                there = listed.place
                yield from (Positional(Argument(item, there), one.value, i) for i, item in enumerate(items))


def _is_spread(item: facts.Value) -> bool:
    """Whether an item of a list stands for those of another one."""
    return isinstance(item, facts.Element) and isinstance(item.key, facts.Hole)


def rest(given: list[Positional]) -> tuple[facts.Value, ...]:
    """What is left of what a call gives by position, as the items of a list: what is spread whole is spread there."""
    found: list[facts.Value] = []
    for one in given:
        if one.spread is None:
            found.append(one.argument.value)
        elif one.open or one.number == 0:
            found.append(facts.Element(one.spread, facts.Hole()))
        elif facts.Element(one.spread, facts.Hole()) not in found:
            found.append(facts.Element(one.spread, facts.Scalar(str(one.number))))
    return tuple(found)


def by_position(evaluator: Evaluation, call: facts.Call, position: int, place: Place) -> Argument | None:
    """What a call that spreads lists gives at a position."""
    given = positional(evaluator, call, place)
    before = next((i for i, one in enumerate(given) if one.open), len(given))
    return given[position].argument if position < before else _of_all(evaluator, given[before:], position - before)


def _of_all(evaluator: Evaluation, given: list[Positional], position: int) -> Argument | None:
    """An item of what a function is given for the rest, if that is handed on whole."""
    if not given or not _takes(evaluator, given[0].argument, "rest"):
        return None
    value, place = given[0].argument.value, given[0].argument.place
    return Argument(facts.Element(value, facts.Literal(str(position), 0, 0)), place)


def by_name(evaluator: Evaluation, call: facts.Call, name: str, place: Place) -> Argument | None:
    """What a call that spreads objects gives by a name; for a function's callers to say if they give the object."""
    for one in call.arguments:
        if one.name == "**" and _may_have(evaluator, Argument(one.value, place), name):
            return Argument(facts.Element(one.value, facts.Literal(name, call.start, call.start)), place)
    return None


def is_known(evaluator: Evaluation, given: Argument) -> bool:
    """Whether what is handed on is known, and not for a function's callers to say."""
    return not any(isinstance(one, Parameter) for one in each(evaluator.meaning(given.value, given.place)))


def _may_have(evaluator: Evaluation, spread: Argument, name: str) -> bool:
    record = evaluator.meaning(spread.value, spread.place)
    if isinstance(record, Record):
        return evaluator.entry(record, name) is not None
    return _takes(evaluator, spread, "others")


def _takes(evaluator: Evaluation, spread: Argument, kind: str) -> bool:
    """Whether something is a function's parameter of this kind, of which nobody has said yet what it is given."""
    meaning = evaluator.meaning(spread.value, spread.place)
    return isinstance(meaning, Parameter) and is_kind(evaluator, meaning, kind)


def is_kind(evaluator: Evaluation, parameter: Parameter, kind: str) -> bool:
    """Whether something is a parameter of this kind itself, and no member of one."""
    taken = evaluator.project.facts_of(parameter.owner).parameters
    return not parameter.members and any(one.kind == kind for one in taken[parameter.index :][:1])
