"""Pieces of texts that are known, and of lists that are: `name.split(".")[0]`, `file.slice(0, -3)`, `parse(file).name`.

What such a call makes of what is not known is not known, either.
"""

from __future__ import annotations

import posixpath

from seamark.extract import facts
from seamark.patterns import regex
from seamark.resolve.abstract_values import UNKNOWN, Constant, Meaning, Place, Record, Sequence, Text, each, options
from seamark.resolve.evaluation.protocol import Evaluation

_CUT = regex(r"\.\w{1,5}|/*")
_MOST = 64
"""So many pieces has a text, at most."""


def split_text(evaluator: Evaluation, of: Meaning | None, call: facts.Call, place: Place) -> Meaning:
    """The pieces of a text between the places where another one stands in it, unless a name keeps the list of them.

    That may be changed.
    """
    given = [evaluator.value(one.value, place) for one in call.arguments]
    between = given[0].known_string if len(given) == 1 and isinstance(given[0], Text) else None
    return options([_split(evaluator, one, between, call, place) for one in each(of or UNKNOWN)])


def _split(evaluator: Evaluation, of: Meaning, between: str | None, call: facts.Call, place: Place) -> Meaning:
    known = of.known_string if isinstance(of, Text) else None
    kept = (one.value for one in evaluator.view(place.path).facts.bindings)
    if known is None or not between or any(isinstance(one, facts.Call) and one == call for one in kept):
        return UNKNOWN
    pieces = known.split(between, _MOST)
    return Sequence(facts.List(_literals(pieces, call), call.start, call.end), place)


def slice_of(evaluator: Evaluation, of: Meaning | None, call: facts.Call, place: Place) -> Meaning:
    """What is between two positions of a text, or of a list of texts; from its end if they are negative.

    Of a text, that is known only if what is cut off is the ending of a file's name, or slashes: other code cuts off
    what it has found there before, on a condition.
    """
    bounds = [_number(evaluator.value(one.value, place)) for one in call.arguments[:2]]
    stated = [one for one in bounds if one is not None]
    if len(stated) != len(bounds):
        return UNKNOWN
    first, last = [*stated, *(None, None)][:2]
    return options([_slice(one, slice(first, last), call) for one in each(of or UNKNOWN)])


def _slice(of: Meaning, bounds: slice, call: facts.Call) -> Meaning:
    known = of.known_string if isinstance(of, Text) else None
    if known is not None:
        first, last, _ = bounds.indices(len(known))
        return Text((known[first:last],)) if _CUT.fullmatch(known[:first] + known[last:]) else UNKNOWN
    if isinstance(of, Sequence) and all(isinstance(one, facts.Literal) for one in of.value.items):
        return Sequence(facts.List(of.value.items[bounds], call.start, call.end), of.place)
    return UNKNOWN


def first_item(evaluator: Evaluation, of: Meaning | None, _call: facts.Call, _place: Place) -> Meaning:
    """The first of the texts of a list."""
    return options([_item(evaluator, one, 0) for one in each(of or UNKNOWN)])


def last_item(evaluator: Evaluation, of: Meaning | None, _call: facts.Call, _place: Place) -> Meaning:
    """The last of the texts of a list."""
    return options([_item(evaluator, one, -1) for one in each(of or UNKNOWN)])


def _item(evaluator: Evaluation, of: Meaning, at: int) -> Meaning:
    item = of.value.items[at] if isinstance(of, Sequence) and of.value.items else None
    return evaluator.value(item, of.place) if isinstance(of, Sequence) and isinstance(item, facts.Literal) else UNKNOWN


def _number(meaning: Meaning) -> int | None:
    text = meaning.text if isinstance(meaning, Constant) else ""
    return int(text) if len(text) < len(str(_MOST)) + 2 and text.removeprefix("-").isdecimal() else None


def path_parts(evaluator: Evaluation, call: facts.Call, place: Place) -> Meaning:
    """The parts of a file's path, by the names that Node.js has for them."""
    given = evaluator.value(call.arguments[0].value, place) if call.arguments else UNKNOWN
    return options([_parts(one, call, place) for one in each(given)])


def _parts(of: Meaning, call: facts.Call, place: Place) -> Meaning:
    known = of.known_string if isinstance(of, Text) else None
    if known is None:
        return UNKNOWN
    folder, name = posixpath.split(known)
    stem, extension = posixpath.splitext(name)
    names = ("dir", "base", "name", "ext")
    parts = zip(names, _literals([folder, name, stem, extension], call), strict=True)
    return Record(facts.Object(tuple(facts.Entry(*one) for one in parts), call.start, call.end), place)


def _literals(known: list[str], call: facts.Call) -> tuple[facts.Literal, ...]:
    return tuple(facts.Literal(one, call.start, call.end) for one in known)
