"""The identity of an object of the catalogue, which tells it from all others."""

from __future__ import annotations

from seamark.extract import facts
from seamark.resolve.abstract_values import Place
from seamark.resolve.evaluation.protocol import Evaluation


def identity_of(evaluator: Evaluation, call: facts.Call, place: Place) -> tuple[str, str]:
    """The identity of the object that a call makes: the file of the call, and its key there."""
    return place.path, evaluator.view(place.path).call_key(call)
