"""What tells one object of the catalogue from all others."""

from __future__ import annotations

from seamark.extract import facts
from seamark.resolve.evaluation.protocol import Evaluation
from seamark.resolve.meaning import Place


def identity_of(evaluator: Evaluation, call: facts.Call, place: Place) -> tuple[str, str]:
    """What tells the object that a call makes from all others."""
    return place.path, evaluator.view(place.path).call_key(call)
