"""Functions and classes that declare a contract by what decorates them: as objects, and the names they go by."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seamark.catalogue import DECORATED, Contract
from seamark.extract import facts
from seamark.resolve.arguments import argument
from seamark.resolve.meaning import Definition, Made, Place, Symbol, Text, each
from seamark.resolve.texts import texts
from seamark.resolve.view import as_call, last_name

if TYPE_CHECKING:
    from .evaluator import Evaluator


def declared(evaluator: Evaluator, definition: Definition) -> Made | None:
    """The object that a definition is by what decorates it, named as that says."""
    return evaluator.once(("declared", definition), lambda: _declared(evaluator, definition))


def _declared(evaluator: Evaluator, definition: Definition) -> Made | None:
    found_at = evaluator.project.locate(definition)
    if found_at is None:
        return None
    view, index = found_at
    found = evaluator.project.definition(view, index)
    place = Place(view.path, found.parent)
    for decorator in found.decorators:
        call = as_call(decorator)
        if call is None or last_name(call.callee) not in evaluator.catalogue.declaring:
            continue
        for row, library in _rows(evaluator, call, place):
            named = stated(evaluator, row, call, place) or (Text((definition.name,)),)
            return Made(evaluator.catalogue.type_id(library, row.gives), (view.path, definition.key), named=named)
    return None


def _rows(evaluator: Evaluator, call: facts.Call, place: Place) -> list[tuple[Contract, str]]:
    """The rows by which a decorator declares what it decorates."""
    known = evaluator.catalogue.contracts
    found: list[tuple[Contract, str]] = []
    if isinstance(call.callee, facts.Member):
        of = evaluator.made(evaluator.meaning(call.callee.of, place))
        found = known.on(of.type, call.callee.name) if of is not None else []
    for option in each(evaluator.meaning(call.callee, place)):
        found = found or (known.of(option.name) if isinstance(option, Symbol) else [])
    return [(row, library) for row, library in found if row.handler == DECORATED and row.gives]


def stated(evaluator: Evaluator, row: Contract, call: facts.Call, place: Place) -> tuple[Text, ...]:
    """The name that a decorator states for what it decorates; none if it leaves that to the definition."""
    given = argument(evaluator, call, row.name, place) if row.name else None
    return texts(given) if given is not None and any(isinstance(option, Text | Made) for option in each(given)) else ()
