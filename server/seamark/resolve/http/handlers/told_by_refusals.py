"""The verbs that a function answers, by what it refuses, or what its maker is given: `on({ method: "PUT" }, change)`.

It refuses requests whose method is not one, or not among some: `if (!["PUT", "PATCH"].includes(method)) throw …`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from itertools import permutations

from seamark.extract import facts
from seamark.extract.facts import MODULE
from seamark.resolve.abstract_values import Definition, Place, each, record_entries
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.guards.refusals import refuses_verb
from seamark.resolve.http.verbs import verbs_among
from seamark.resolve.partial_texts.texts import texts
from seamark.resolve.workspace_facts.view import View

from .told_apart import bound_values, given_names, is_method, without_capitalising

MAX_NAMES = 4
"""Through how many names the call is looked for."""


def by_refusals(analysis: FileAnalysis, function: Definition, value: facts.Value, within: str = "") -> tuple[str, ...]:
    """The verbs that a function answers, as it refuses requests with other ones than it names or its maker is given.

    The maker is what the call calls that `value` is. The function may be given the request in an object, under the key
    `within`.
    """
    call, (view, index) = _making_call(analysis, value), analysis.project.whereabouts(function)
    maker = Definition(function.path, function.key.rpartition(".")[0])
    place = Place(analysis.view.path, MODULE)
    is_made = call is not None and bool(maker.key)
    given = analysis.evaluator.arguments_by_parameter(maker, call, place) if call is not None and is_made else {}
    inner = Place(view.path, index, given)
    names = given_names(analysis.project, view, index, within)
    found: dict[str, None] = {}
    for truth in _refused(analysis, view, index):
        found.update(dict.fromkeys(_excluded_verbs(analysis, view, truth, names, inner)))
    return verbs_among(found)


def made_functions(analysis: FileAnalysis, value: facts.Value) -> Iterator[Definition]:
    """The functions that a call makes, as `value` has it, though they may stand for what the call is given."""
    call = _making_call(analysis, value)
    callees = () if call is None else each(analysis.evaluator.meaning(call.callee, Place(analysis.view.path, MODULE)))
    for maker in (one for one in callees if isinstance(one, Definition)):
        view, index = analysis.project.whereabouts(maker)
        for returned in analysis.project.definition(view, index).returns:
            if isinstance(returned, facts.Function):
                yield Definition(view.path, view.key(returned.definition))


def _refused(analysis: FileAnalysis, view: View, index: int) -> Iterator[facts.Value]:
    """What holds where a function says that it does not answer a verb: where it gives that, or throws it."""
    definition = analysis.project.definition(view, index)
    for returned in definition.returns:
        start = getattr(returned, "start", -1)
        guard = view.guard(start) if refuses_verb(facts.Step("leave", start, start, (returned,))) else None
        yield from guard.holds if guard is not None else ()
    for arm in facts.within(*definition.steps):
        if isinstance(arm, facts.Arm) and any(one.kind == "leave" and refuses_verb(one) for one in arm.steps):
            yield from arm.tests


def _making_call(analysis: FileAnalysis, value: facts.Value) -> facts.Call | None:
    """The call that gives something, or an object that holds it: `const { action } = build(…)`."""
    for _ in range(MAX_NAMES):
        if isinstance(value, facts.Name):
            bindings = analysis.project.bindings(analysis.view, MODULE, value.name)
            value = bindings[-1].value if bindings else facts.Hole()
        elif isinstance(value, facts.Member):
            value = value.of
        else:
            break
    return value if isinstance(value, facts.Call) else None


def _excluded_verbs(
    analysis: FileAnalysis, view: View, truth: facts.Value, names: Collection[str], place: Place
) -> Iterator[str]:
    """The verbs that a request has not if this holds."""
    evaluator = analysis.evaluator

    def is_asked(value: facts.Value) -> bool:
        return is_method(analysis.project, view, place.scope, without_capitalising(value), names)

    match truth:
        case facts.Call(callee=facts.Member(of=of, name="!="), arguments=(facts.Argument(value=other),)):
            for side, stated in permutations((of, other)):
                if is_asked(side):
                    yield from (
                        text.known_string.upper()
                        for text in texts(evaluator.meaning(stated, place))
                        if text.known_string
                    )
        case facts.Call(callee=facts.Member(of=of, name="=="), arguments=(facts.Argument(value=other),)):
            if other == facts.FALSE:
                yield from _among(analysis, of, is_asked, place)


def _among(
    analysis: FileAnalysis, value: facts.Value, is_asked: Callable[[facts.Value], bool], place: Place
) -> Iterator[str]:
    """The verbs among which a request's is if this is something: `methods.includes(method)`, `handlers[method]`."""
    evaluator = analysis.evaluator
    for one in bound_values(analysis.project, evaluator.view(place.path), place.scope, value):
        match one:
            case facts.Call(callee=facts.Member(of=held), arguments=(facts.Argument(value=asked),)) if is_asked(asked):
                for item in evaluator.items(evaluator.meaning(held, place)):
                    yield from (text.known_string.upper() for text in texts(item) if text.known_string)
            case facts.Element(of=table, key=asked) if is_asked(asked):
                yield from (entry.key for entry, _ in record_entries(evaluator.meaning(table, place)))
