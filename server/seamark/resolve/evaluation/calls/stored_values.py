"""What stands under a key, as a call elsewhere says: `viper.SetDefault("topic", "boats")`."""

from __future__ import annotations

from seamark.catalogue import Stored
from seamark.extract import facts
from seamark.resolve.abstract_values import UNKNOWN, Meaning, Parameter, Place, Symbol, Text, each, options
from seamark.resolve.evaluation.protocol import Evaluation

_GIVEN = 2
"""What a call is given that says it: the key and the value."""


def stored(evaluator: Evaluation, row: Stored, call: facts.Call, place: Place) -> Meaning:
    """What a call gives of what stands under a key; keys are alike in whatever letters."""
    keys = _keys(evaluator, call, place)
    found: list[Meaning] = []
    for path in evaluator.project.storing(row.sets) if keys else ():
        view = evaluator.project.view(path)
        for site in evaluator.project.called_in(view, row.sets) if view is not None else ():
            there = Place(path, site.scope)
            is_same = len(site.call.arguments) == _GIVEN and _is_of(evaluator, site.call.callee, row.of, there)
            if is_same and keys & _keys(evaluator, site.call, there):
                found.append(evaluator.value(site.call.arguments[1].value, there))
    return options(found) if found else UNKNOWN


def _keys(evaluator: Evaluation, call: facts.Call, place: Place) -> set[str]:
    meant = each(evaluator.value(call.arguments[0].value, place)) if call.arguments else ()
    return {one.known.casefold() for one in meant if isinstance(one, Text) and one.known is not None}


def _is_of(evaluator: Evaluation, callee: facts.Value, library: str, place: Place) -> bool:
    meant = (one.type if isinstance(one, Parameter) else one for one in each(evaluator.value(callee, place)))
    return any(isinstance(one, Symbol) and one.name.startswith(library) for one in meant)
