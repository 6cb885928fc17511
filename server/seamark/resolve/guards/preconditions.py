"""What callers must give a function for a place in it to be reached: `if (strcmp(method, "POST") == 0) …`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial, reduce

from msgspec.structs import replace

from seamark.extract import facts
from seamark.extract.facts import MODULE
from seamark.resolve.abstract_values import NOTHINGS, Meaning, ParameterPart, Place, each, is_there
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.evaluation.texts_and_lists import decided
from seamark.resolve.evaluation.texts_and_lists.edges import EdgeTest
from seamark.resolve.findings import NOTHING, Condition
from seamark.resolve.partial_texts.texts import compared_by, texts

from .equalities import equalities


def at(analysis: FileAnalysis, offset: int) -> frozenset[Condition]:
    """The conditions on what callers give under which the code at `offset` runs."""
    around = analysis.view.guards_around(offset)
    return frozenset(one for guard in around for one in conditions(analysis, guard.holds, guard.start))


def conditions(analysis: FileAnalysis, holds: Iterable[facts.Value], offset: int) -> frozenset[Condition]:
    """The conditions on what callers give that follow from these true expressions, known at `offset`."""
    scope = analysis.view.scope_at(offset)
    return frozenset() if scope == MODULE else conditions_known(analysis, holds, Place(analysis.view.path, scope))


def conditions_known(analysis: FileAnalysis, holds: Iterable[facts.Value], place: Place) -> frozenset[Condition]:
    """The conditions on what callers give that follow from these true expressions, known at a place."""
    return frozenset(one for truth in holds for one in _conditions_in(analysis, truth, place))


def _conditions_in(analysis: FileAnalysis, truth: facts.Value, place: Place) -> Iterator[Condition]:
    said = analysis.evaluator.edge_test(truth, place)
    if said is not None:
        yield from _of_edge(analysis, said, place)
        return
    match truth:
        case facts.Call():
            for values, equal in equalities(analysis, truth, place):
                of = [value for value in values if not _is_nothing(value)]
                if len(of) == 1 and len(values) > 1:
                    yield from presence_conditions(analysis.evaluator.meaning(of[0], place), is_nothing=equal)
                    continue
                read = [compared_by(one) for one in _compared_meanings(analysis, values, place)]
                given = [side[0] for side in read if len(side) == 1 and isinstance(side[0], ParameterPart)]
                known = [one for side in read for one in side if isinstance(one, str)]
                if len(given) == 1 and known and len(known) + 1 == sum(map(len, read)):
                    yield Condition(given[0], frozenset(known), other=not equal)
        case facts.Choice(options=options):
            found = [list(_conditions_in(analysis, option, place)) for option in options]
            some = [one[0] for one in found if len(one) == 1 and not one[0].other]
            if len(some) == len(options) and len({(one.given, one.edge) for one in some}) == 1:
                yield replace(some[0], texts=frozenset[str]().union(*(one.texts for one in some)))
        case facts.List(items=items):
            for item in items:
                yield from _conditions_in(analysis, item, place)


def _compared_meanings(analysis: FileAnalysis, values: Iterable[facts.Value], place: Place) -> list[Meaning]:
    """What things are that are compared."""
    found = [(value, analysis.evaluator.meaning(value, place)) for value in values]
    return [
        reduce(partial(decided.enumerator_beside, analysis.evaluator, value), (one for _, one in found), meaning)
        for value, meaning in found
    ]


def _of_edge(analysis: FileAnalysis, said: EdgeTest, place: Place) -> Iterator[Condition]:
    """What is said of the begin or the end of a text that callers give."""
    of, edge = (texts(analysis.evaluator.meaning(value, place)) for value in (said.of, said.known))
    given = [text.parts[0] for text in of if len(text.parts) == 1 and isinstance(text.parts[0], ParameterPart)]
    known = [text.known_string for text in edge if text.known_string]
    if len(given) == len(of) == 1 and len(known) == len(edge):
        yield Condition(given[0], frozenset(known), other=not said.holds, edge=said.edge)


def fails(analysis: FileAnalysis, holds: Iterable[facts.Value], offset: int) -> bool:
    """Whether one of these expressions says that a text which the function itself has put together is null or zero."""
    scope = analysis.view.scope_at(offset)
    place = Place(analysis.view.path, scope)
    for truth in holds:
        for values, equal in equalities(analysis, truth, place) if isinstance(truth, facts.Call) else ():
            of = [value for value in values if not _is_nothing(value)]
            if equal and len(of) == 1 and len(values) > 1 and isinstance(of[0], facts.Name):
                bound = analysis.view.visible(scope, of[0].name, of[0].start)
                if bound and all(isinstance(one.value, facts.Concat) and one.start < offset for one in bound):
                    return True
    return False


def _is_nothing(value: facts.Value) -> bool:
    return isinstance(value, facts.Scalar) and value.text.lower() in ("0", "false", *map(str.lower, NOTHINGS))


def presence_conditions(meaning: Meaning, *, is_nothing: bool) -> Iterator[Condition]:
    """That something is nothing, or anything else, if all of it is what callers give, or nothing where they do not."""
    some = [one for one in each(meaning) if True in is_there(one)]
    given = [
        text.parts[0]
        for one in some
        for text in texts(one)
        if len(text.parts) == 1 and isinstance(text.parts[0], ParameterPart)
    ]
    if len(given) == len(some) == 1:
        yield Condition(given[0], NOTHING, other=not is_nothing)


def agree(some: Iterable[Condition]) -> bool:
    """Whether all of these can hold together."""
    allowed: dict[ParameterPart, frozenset[str]] = {}
    refused: dict[ParameterPart, frozenset[str]] = {}
    for one in some:
        if one.edge:
            continue
        if one.other:
            refused[one.given] = refused.get(one.given, frozenset()) | one.texts
        else:
            allowed[one.given] = allowed.get(one.given, one.texts) & one.texts
    return all(texts - refused.get(given, frozenset()) for given, texts in allowed.items())
