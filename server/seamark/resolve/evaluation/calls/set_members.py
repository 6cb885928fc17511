"""What functions set of what they are given: `func(r *http.Request) { r.Method = "POST" }`."""

from __future__ import annotations

from seamark.extract.facts import Name
from seamark.resolve.abstract_values import (
    UNKNOWN,
    Bound,
    Closure,
    Constant,
    Definition,
    Instance,
    Meaning,
    Place,
    Sequence,
    Symbol,
    each,
    function_of,
    options,
)
from seamark.resolve.evaluation.protocol import Evaluation

NOTHING = Constant("")
"""What a function sets that leaves a member as it is."""


def member_of(kind: Meaning, name: str) -> str:
    """A member of things of a kind, as a function is asked about it that may set it."""
    match kind:
        case Symbol(name=symbol):
            return f"{symbol}.{name}"
        case Definition(path=path, key=key) | Instance(of=Definition(path=path, key=key)):
            return f"{path}:{key}.{name}"
    return f".{name}"


def set_by(evaluator: Evaluation, functions: Meaning, member: str) -> Meaning:
    """What a function sets such a member of its first argument to, or of a list of functions the last one that does.

    One from elsewhere is taken to leave it as it is.
    """
    found: list[Meaning] = []
    for one in each(functions):
        if isinstance(one, Sequence):
            set_to = (set_by(evaluator, item, member) for item in reversed(evaluator.items(one)))
            found.append(next((meaning for meaning in set_to if meaning != NOTHING), NOTHING))
        elif isinstance(one, Definition | Bound):
            found.append(_set_by_function(evaluator, one, member))
        else:
            found.append(NOTHING if isinstance(one, Symbol | Constant) else UNKNOWN)
    return options(found)


def _set_by_function(evaluator: Evaluation, function: Definition | Bound, member: str) -> Meaning:
    view, index = evaluator.project.whereabouts(function_of(function))
    name = member.rpartition(".")[2]
    taken = next((one for one in evaluator.project.definition(view, index).parameters if one.kind != "self"), None)
    kept = function.of.arguments if isinstance(function, Bound) and isinstance(function.of, Closure) else {}
    place = Place(view.path, index, kept)
    if taken is None or (taken.type is not None and member_of(evaluator.meaning(taken.type, place), name) != member):
        return NOTHING
    found: list[Meaning] = [NOTHING]
    for one in evaluator.project.field_values(view, name):
        if one.scope == index and isinstance(one.of, Name) and one.of.name == taken.name:
            set_to = evaluator.meaning(one.value, place)
            is_left_out = evaluator.project.may_be_left_out(view, one.start, view.facts.definitions[index].end)
            found = [*found, set_to] if is_left_out else [set_to]
    return options(found)
