"""The items of a list with a text between them: `"/".join(parts)`, `parts.join("/")`, `strings.Join(parts, "/")`."""

from __future__ import annotations

from typing import NamedTuple

from seamark.extract import facts
from seamark.resolve.abstract_values import UNKNOWN, Argument, Item, Meaning, Parameter, Place, Text, options
from seamark.resolve.evaluation.protocol import Evaluation
from seamark.resolve.partial_texts.texts import all_given, combine_texts, mark_built, texts

from . import concatenation, elements, loop_accumulation

_ITSELF = -1
"""What a method is called on, as the place of an argument."""


class Join(NamedTuple):
    """Which argument has the items, which one the text between them, and what that is if the call does not say."""

    items: int
    between: int | None
    default: str = ""

    @property
    def on_list(self) -> bool:
        """Whether it is a method of lists."""
        return self.items == _ITSELF


JOINS = {
    "join": Join(items=0, between=_ITSELF),
    "join items": Join(items=_ITSELF, between=0, default=","),
    "concat items": Join(items=_ITSELF, between=None),
    "join listed": Join(items=0, between=1),
    "join by": Join(items=1, between=0),
}
"""By the names under which the catalogue has them."""


def join_items(evaluator: Evaluation, how: Join, call: facts.Call, place: Place) -> Meaning:
    """What a call makes of the items of a list: of each list that it may be given."""
    given = {number: one.value for number, one in enumerate(call.arguments)}
    if isinstance(call.callee, facts.Member):
        given[_ITSELF] = call.callee.of
    items, between = (0, None) if len(call.arguments) == 1 and how.items == 1 else (how.items, how.between)
    stated = None if between is None else given.get(between)
    separator = stated if stated is not None else facts.Literal(how.default, call.start, call.start)
    listed = loop_accumulation.whole(evaluator, given.get(items, facts.Hole()), place)
    return options([_of_items(evaluator, items, separator, place) for items in elements.lists(evaluator, listed)])


def joined_texts(evaluator: Evaluation, meaning: Meaning, between: str, place: Place) -> tuple[Text, ...]:
    """What a caller gives that is a list, as its items with this text between them."""
    separator = facts.Literal(between, 0, 0)
    listed = [one for one in elements.lists(evaluator, meaning) if one != (UNKNOWN,)]
    return texts(options([_of_items(evaluator, items, separator, place) for items in listed]))


def spread_items(evaluator: Evaluation, operation: str, listed: Meaning) -> list[Meaning]:
    """What is spread into an operation: where that joins paths, a list that a caller gives is joined, too."""
    if isinstance(listed, Parameter) and operation.startswith("join "):
        return [all_given(listed, "/")]
    return evaluator.items(listed)


def _of_items(evaluator: Evaluation, items: tuple[Item, ...], separator: facts.Value, place: Place) -> Meaning:
    standing = [(one.value, one.place) for one in items if isinstance(one, Argument)]
    if len(standing) == len(items):
        between = [part for one in standing for part in ((separator, place), one)]
        return concatenation.join_parts(evaluator, between[1:]) if between else Text(("",))
    read = texts(evaluator.value(separator, place))
    pieces = [_piece(evaluator, one, read) for one in items]
    return options(list(mark_built(combine_texts([part for piece in pieces for part in (read, piece)][1:]))))


def _piece(evaluator: Evaluation, item: Item, read: tuple[Text, ...]) -> tuple[Text, ...]:
    """An item as a text, or what a caller gives for several of them."""
    between = read[0].known_string if len(read) == 1 else None
    if isinstance(item, Parameter) and between is not None:
        return (all_given(item, between),)
    return texts(elements.looked_into(evaluator, item))
