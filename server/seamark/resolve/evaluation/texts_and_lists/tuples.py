"""Objects whose fields can be taken apart like the items of a list: `open, closed = Pair(open=a, closed=b)`."""

from __future__ import annotations

from seamark.extract import facts
from seamark.resolve.abstract_values import Instance, Meaning, Sequence, Symbol
from seamark.resolve.evaluation.protocol import Evaluation
from seamark.resolve.module_resolution import rules_of


def as_list(evaluator: Evaluation, of: Meaning) -> Meaning:
    """The fields of an object in their order, as they were given, if its class is of those; all else as it is."""
    if not isinstance(of, Instance) or of.made is None:
        return of
    found_at = evaluator.project.locate(of.of)
    kinds = () if found_at is None else rules_of(found_at[0].facts.language).classes.tuples
    if found_at is None or not any(isinstance(one, Symbol) and one.name in kinds for one in evaluator.lineage(of.of)):
        return of
    call, place = of.made
    first = [one.value for one in call.arguments if not one.name]
    named = {one.name: one.value for one in call.arguments if one.name}
    others = (named.get(name, facts.Hole()) for name in evaluator.project.fields(*found_at)[len(first) :])
    return Sequence(facts.List((*first, *others), call.start, call.end), place)
