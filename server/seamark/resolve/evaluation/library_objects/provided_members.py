"""Members that plugins provide of an object that a whole program has: `useNuxtApp().$api`.

defineNuxtPlugin(() => ({ provide: { api: $fetch.create({ baseURL: "/api" }) } }))
defineNuxtPlugin((app) => { app.provide("api", $fetch.create({ baseURL: "/api" })) })
"""

from __future__ import annotations

from collections.abc import Iterator

from seamark.catalogue import Type
from seamark.extract import facts
from seamark.resolve.abstract_values import Made, Meaning, Text, each, options, records
from seamark.resolve.evaluation.calls.arguments import argument
from seamark.resolve.evaluation.calls.calls_elsewhere import calls_named
from seamark.resolve.evaluation.protocol import Evaluation

_MARK = "$"
"""What stands before the names of such members."""


def member(evaluator: Evaluation, kind: Type, of: Made, name: str) -> Meaning | None:
    """What plugins provide under a name; None if none does."""
    key = name.removeprefix(_MARK)
    found = [*_listed(evaluator, kind, key), *_added(evaluator, kind, of, key)] if key != name else []
    return options(found) if found else None


def _listed(evaluator: Evaluation, kind: Type, key: str) -> Iterator[Meaning]:
    """What stands under a key in the objects of which a plugin says that it provides what is in them."""
    for call, place in calls_named(evaluator, kind.provided):
        for one in records(argument(evaluator, call, kind.provides, place)):
            entry = evaluator.entry(one, key)
            if entry is not None:
                yield entry


def _added(evaluator: Evaluation, kind: Type, of: Made, key: str) -> Iterator[Meaning]:
    """What calls on such an object provide under a key."""
    for call, place in calls_named(evaluator, kind.provide) if kind.provide else ():
        if isinstance(call.callee, facts.Member) and len(call.arguments) > 1:
            said = each(evaluator.value(call.arguments[0].value, place))
            keys = (one.known_string for one in said if isinstance(one, Text))
            on = each(evaluator.value(call.callee.of, place)) if key in keys else ()
            if any(isinstance(one, Made) and one.type == of.type for one in on):
                yield evaluator.value(call.arguments[1].value, place)
