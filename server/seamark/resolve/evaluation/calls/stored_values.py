"""What stands under a key, as a call elsewhere says: `viper.SetDefault("topic", "boats")`."""

from __future__ import annotations

from seamark.catalogue import Stored
from seamark.extract import facts
from seamark.resolve.abstract_values import UNKNOWN, Meaning, Parameter, Place, Symbol, Text, each, options
from seamark.resolve.evaluation.protocol import Evaluation

_GIVEN = 2
"""What a call is given that says it: the key and the value."""


def stored_value(evaluator: Evaluation, row: Stored, call: facts.Call, place: Place) -> Meaning:
    """What a call gives of what stands under a key; keys are alike in whatever letters."""
    keys = _keys(evaluator, call, place)
    said = evaluator.once(("stored", row.sets), lambda: _storing_calls(evaluator, row)) if keys else {}
    found = [
        evaluator.value(by.arguments[1].value, there)
        for written in (*sorted(keys), "")
        for by, there in said.get(written, ())
        if _is_of(evaluator, by.callee, row.of, there) and keys & _keys(evaluator, by, there)
    ]
    return options(found) if found else UNKNOWN


def _storing_calls(evaluator: Evaluation, row: Stored) -> dict[str, list[tuple[facts.Call, Place]]]:
    """The calls that may say what stands under keys, by the key if it is written there, and where they stand."""
    found: dict[str, list[tuple[facts.Call, Place]]] = {}
    for path in evaluator.project.files_storing(row.sets):
        view = evaluator.project.view(path)
        for site in evaluator.project.called_in(view, row.sets) if view is not None else ():
            if len(site.call.arguments) == _GIVEN:
                key = site.call.arguments[0].value
                written = key.text.casefold() if isinstance(key, facts.Literal) else ""
                found.setdefault(written, []).append((site.call, Place(path, site.scope)))
    return found


def _keys(evaluator: Evaluation, call: facts.Call, place: Place) -> set[str]:
    meant = each(evaluator.value(call.arguments[0].value, place)) if call.arguments else ()
    return {one.known_string.casefold() for one in meant if isinstance(one, Text) and one.known_string}


def _is_of(evaluator: Evaluation, callee: facts.Value, library: str, place: Place) -> bool:
    meant = (one.type if isinstance(one, Parameter) else one for one in each(evaluator.value(callee, place)))
    return any(isinstance(one, Symbol) and one.name.startswith(library) for one in meant)
