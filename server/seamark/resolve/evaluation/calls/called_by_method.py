"""Functions that are called by a method of theirs: `load.call(this, "/users")` is `load("/users")`.

https://tc39.es/ecma262/#sec-function.prototype.call, https://www.php.net/manual/en/closure.call.php
"""

from __future__ import annotations

from msgspec.structs import replace

from seamark.extract import facts
from seamark.resolve.abstract_values import Bound, Definition, Meaning, Place, each, function_of
from seamark.resolve.evaluation.protocol import Evaluation
from seamark.resolve.module_resolution import rules_of


def called_function(evaluator: Evaluation, call: facts.Call, of: Meaning, place: Place) -> facts.Call | None:
    """The call of a function for which a call of its method stands that is on `of`; None if it is something else."""
    callee = call.callee
    if not isinstance(callee, facts.Member) or not call.arguments or call.arguments[0].name:
        return None
    if callee.name != rules_of(evaluator.view(place.path).facts.language).functions.caller:
        return None
    if not all(isinstance(one, Definition | Bound) and _is_function(evaluator, one) for one in each(of)):
        return None
    return replace(call, callee=callee.of, arguments=call.arguments[1:])


def _is_function(evaluator: Evaluation, of: Definition | Bound) -> bool:
    found_at = evaluator.project.locate(function_of(of))
    return found_at is not None and evaluator.project.definition(*found_at).kind != "class"
