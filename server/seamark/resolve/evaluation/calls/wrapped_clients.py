"""Clients with something around them, by a function of a library that nobody knows: `fetchRetry(fetch)`.

What is given a client, alone or with options, gives what is called like it: it retries, remembers, logs, keeps cookies.
What is given a text besides, as `spyOn(client, "get")`, picks something; a class makes something of its own.
"""

from __future__ import annotations

from seamark.extract import facts
from seamark.resolve.abstract_values import Made, Meaning, Place, Symbol, each, options
from seamark.resolve.evaluation.library_objects import objects
from seamark.resolve.evaluation.protocol import Evaluation
from seamark.resolve.module_resolution import rules_of

_NAMES = facts.Name | facts.Member | facts.Call | facts.Import
_OF_RESULT = "()."
"""What the symbol of a method has in it that something has which another call gave."""
_OPTIONS = facts.Object | facts.Name | facts.Member | facts.Scalar


def given_client(evaluator: Evaluation, function: str, call: facts.Call, place: Place) -> Meaning | None:
    """The client that a call of a library's function is given, or the method of one; None if it is given none."""
    is_method = _OF_RESULT in function
    if is_method or call.new or not call.arguments or not _wraps(evaluator, place):
        return None
    first, *further = call.arguments
    is_class = function.rpartition(".")[2][:1].isupper()
    if is_class or first.name or not isinstance(first.value, _NAMES):
        return None
    if not all(isinstance(one.value, _OPTIONS) for one in further) or _is_known(evaluator, Symbol(function)):
        return None
    clients = [one for one in each(evaluator.value(first.value, place)) if _sends(evaluator, one)]
    return options(clients) if clients else None


def _wraps(evaluator: Evaluation, place: Place) -> bool:
    return rules_of(evaluator.view(place.path).facts.language).functions.wrapped


def _is_known(evaluator: Evaluation, function: Symbol) -> bool:
    """Whether the catalogue says what a function belongs to: to what takes a client's place in tests, for one."""
    return evaluator.object_of(function) is not None or objects.holder(evaluator, function) is not None


def _sends(evaluator: Evaluation, meaning: Meaning) -> bool:
    """Whether something is a client, or a method with which one sends requests."""
    if not isinstance(meaning, Made | Symbol):
        return False
    known, made = evaluator.catalogue, evaluator.object_of(meaning)
    if made is not None:
        return known.role(made.type) == "client"
    of = objects.holder(evaluator, meaning)
    name = meaning.name.rpartition(".")[2] if isinstance(meaning, Symbol) else ""
    return of is not None and known.role(of.type) == "client" and bool(known.requests.on(of.type, name))
