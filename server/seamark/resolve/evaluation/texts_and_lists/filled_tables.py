"""Tables that a function fills with what it is given: what is taken out of one is what callers of the function give.

registry = {}
def register(path, view): registry[path] = view
for path, view in registry.items(): app.add_url_rule(path, view_func=view)      `register` is given path and view
"""

from __future__ import annotations

from seamark.extract import facts
from seamark.resolve.abstract_values import Definition, Parameter, Place, Record, Sequence, each
from seamark.resolve.evaluation.protocol import Evaluation


def filled(evaluator: Evaluation, table: Record) -> Sequence | None:
    """The key and the value that a function puts into a table of its file, as it is given them.

    None if no function does, or several: of these, which key goes with which value is not known.
    """
    if table.place.scope != facts.MODULE:
        return None
    path = table.place.path
    return evaluator.once(("filled", path, table.value.start), lambda: _filled(evaluator, table, path))


def fills(evaluator: Evaluation, function: Definition) -> bool:
    """Whether a function keeps what it is given in a table, under a key that it is given: no object has it."""
    found_at = evaluator.project.locate(function)
    if found_at is None:
        return False
    view, index = found_at
    kept = evaluator.project.assignments_to(view, facts.KEY)
    return any(index in evaluator.project.scopes(view, one.scope) for one in kept)


def _filled(evaluator: Evaluation, table: Record, path: str) -> Sequence | None:
    found: list[Sequence] = []
    for one in evaluator.project.assignments_to(evaluator.view(path), facts.KEY):
        place = Place(path, one.scope)
        if isinstance(one.value, facts.List) and _is_of(evaluator, one.target.of, table, place):
            found.append(Sequence(one.value, place))
    is_given = len(found) == 1 and all(_is_parameter(evaluator, item, found[0].place) for item in found[0].value.items)
    return found[0] if is_given else None


def _is_of(evaluator: Evaluation, written: facts.Value, table: Record, place: Place) -> bool:
    return any(isinstance(one, Record) and one.value is table.value for one in each(evaluator.inner(written, place)))


def _is_parameter(evaluator: Evaluation, written: facts.Value, place: Place) -> bool:
    meaning = evaluator.meaning(written, place)
    return isinstance(meaning, Parameter) and not meaning.members
