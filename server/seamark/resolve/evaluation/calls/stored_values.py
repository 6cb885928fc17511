"""What stands under a key, as a call elsewhere says.

A key is a text, `viper.SetDefault("topic", "boats")`, or an object of a library: `<Client.Provider value={http}>` says
what `useContext(Client)` gives.
"""

from __future__ import annotations

from collections.abc import Iterator

from seamark.catalogue import Stored
from seamark.extract import facts
from seamark.resolve.abstract_values import (
    UNKNOWN,
    Made,
    Meaning,
    Parameter,
    Place,
    Symbol,
    Text,
    each,
    is_nothing,
    options,
)
from seamark.resolve.evaluation.protocol import Evaluation

from .arguments import argument
from .calls_elsewhere import calls_by_key, calls_named


def stored_value(evaluator: Evaluation, row: Stored, library: str, call: facts.Call, place: Place) -> Meaning | None:
    """What a call gives of what stands under a key, texts in whatever letters; None if nothing does."""
    if row.of_key:
        return _under_object(evaluator, row, evaluator.catalogue.type_id(library, row.of_key), call, place)
    return _under_texts(evaluator, row, _keys(evaluator, call, place))


def kept_for_parameter(evaluator: Evaluation, function: facts.Definition, name: str) -> Meaning | None:
    """What stands under the name of a parameter of a function that a library gives things by their names, or None."""
    if not any(one.name in evaluator.catalogue.injected for one in function.parameters):
        return None
    found = [_under_texts(evaluator, row, {name.casefold()}) for row in evaluator.catalogue.stored_by_name]
    return next((one for one in found if one is not None), None)


def _under_texts(evaluator: Evaluation, row: Stored, keys: set[str]) -> Meaning | None:
    said = calls_by_key(evaluator, row.sets) if keys else {}
    found = [
        evaluator.value(by.arguments[1].value, there)
        for written in (*sorted(keys), "")
        for by, there in said.get(written, ())
        if (not row.of or _is_of(evaluator, by.callee, row.of, there)) and keys & _keys(evaluator, by, there)
    ]
    return options(found) if found else None


def _keys(evaluator: Evaluation, call: facts.Call, place: Place) -> set[str]:
    meant = each(evaluator.value(call.arguments[0].value, place)) if call.arguments else ()
    return {one.known_string.casefold() for one in meant if isinstance(one, Text) and one.known_string}


def _is_of(evaluator: Evaluation, callee: facts.Value, library: str, place: Place) -> bool:
    meant = (one.type if isinstance(one, Parameter) else one for one in each(evaluator.value(callee, place)))
    return any(isinstance(one, Symbol) and one.name.startswith(library) for one in meant)


def _under_object(evaluator: Evaluation, row: Stored, kind: str, call: facts.Call, place: Place) -> Meaning | None:
    """What stands under an object of this type: the values that are set, and what the object was made with."""
    keys = list(_objects(evaluator, call.arguments[0].value, kind, place)) if call.arguments else []
    said = calls_named(evaluator, row.sets) if keys else ()
    found = [
        argument(evaluator, by, row.value, there) or UNKNOWN
        for by, there in said
        if isinstance(by.callee, facts.Member)
        and any(one in keys for one in _objects(evaluator, by.callee.of, kind, there))
    ]
    made = [argument(evaluator, one.call[0], row.default, one.call[1]) for one in keys if one.call is not None]
    found += [one for one in made if one is not None and not is_nothing(one)]
    return options(found) if found else None


def _objects(evaluator: Evaluation, value: facts.Value, kind: str, place: Place) -> Iterator[Made]:
    return (one for one in each(evaluator.value(value, place)) if isinstance(one, Made) and one.type == kind)
