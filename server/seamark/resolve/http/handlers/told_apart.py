"""The verbs that a program tells apart by conditions, if it refuses the others.

if (strcmp(path, "/users") == 0) { if (strcmp(method, "GET") == 0) return list(); return refuse(405); }
export default (req, res) => { if (req.method === "PUT") return change(req); res.status(405).end(); }
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from enum import Enum
from itertools import islice, permutations

from msgspec.structs import replace

from seamark.catalogue import NAMED_VERB, Catalogue, Comparison
from seamark.extract import facts
from seamark.patterns import regex
from seamark.resolve.abstract_values import Definition
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.guards.refusals import calls, refuses, refuses_verb
from seamark.resolve.http.verbs import IN_CAPITALS, enumerated_verbs, equal
from seamark.resolve.partial_texts.texts import texts
from seamark.resolve.workspace_facts.project import Project
from seamark.resolve.workspace_facts.view import View, last_name

_ASIDE = ("HEAD", "OPTIONS")
"""What is answered beside other verbs, for any path: a handler that tells these apart serves more."""

_METHOD = regex(r"(?:get_?)?(?:http_?|request_?)?method", re.IGNORECASE)
"""What requests call their verb."""
MAX_BOUND = 4
"""How many of the things are looked at to which a name is set."""


class _Others(Enum):
    """What becomes of requests with a verb that is not asked for."""

    REFUSED = "refused"
    SERVED = "served"
    LEFT = "left"


def by_paths(comparisons: Iterable[tuple[CallSite, Comparison]]) -> dict[facts.Value, tuple[str, ...]]:
    """The verbs that are told apart where something is equal to what is asked for, by that, if no others are served."""
    found: dict[facts.Value, dict[str, None]] = {}
    left_open: set[facts.Value] = set()
    for site, row in comparisons:
        tested = site.analysis.view.tested_calls.get((site.call.start, site.call.end))
        given = (site.meaning(one.value) for one in site.call.arguments) if site.known_conditions else ()
        said = (text.known_string or "" for one in given for text in texts(one))
        named = [verb for verb in said if verb in IN_CAPITALS]
        innermost = (
            values for truth in site.known_conditions if any(map(_is_path, values := [*equal(site, (truth,))]))
        )
        for value in next(innermost, []) if named else []:
            found.setdefault(value, {}).update(dict.fromkeys(named))
            zero = row.zero and tested is not None and tested.calls == last_name(site.call.callee)
            is_met = tested is not None and tested.sole and tested.gives == ("zero" if zero else "other")
            if tested is None or not is_met or _others(site.analysis.catalogue, tested.steps) is _Others.SERVED:
                left_open.add(value)
    told = {value: tuple(verb for verb in verbs if verb not in _ASIDE) for value, verbs in found.items()}
    return {value: verbs for value, verbs in told.items() if verbs and value not in left_open}


def _is_path(value: facts.Value) -> bool:
    """Whether it is a path's text, itself or given to a call: `mg_str("/users")`"""
    if isinstance(value, facts.Call):
        return any(_is_path(given.value) for given in value.arguments)
    return isinstance(value, facts.Literal) and value.text.startswith("/")


def by_function(analysis: FileAnalysis, function: Definition, within: str = "") -> tuple[str, ...]:
    """The verbs that a function tells apart which is given a request, if it refuses others; functions within count.

    It may be given the request in an object, under the key `within`.
    """
    project, (view, index) = analysis.project, analysis.project.whereabouts(function)
    given = given_names(project, view, index, within)
    asked: list[tuple[int, str]] = []
    own = project.definition(view, index).steps
    is_refused = any(_compared_verbs(project, view, index, own, given)) and all(
        _answers_nothing(analysis.catalogue, view, index, one) for one in _without_verb(own)
    )
    for scope in inside(project, view, index):
        steps = project.definition(view, scope).steps
        asked += _compared_verbs(project, view, scope, steps, given)
        is_refused = is_refused or _leaves_at_once(steps) or _others(analysis.catalogue, steps) is _Others.REFUSED
    return tuple(dict.fromkeys(verb for _, verb in sorted(asked))) if is_refused else ()


def given_names(project: Project, view: View, index: int, within: str = "") -> frozenset[str]:
    """The names of what a function is given, and of what it is given under the key `within`."""
    taken = [one.name for one in project.definition(view, index).parameters]
    return frozenset((*taken, *(f"{one}.{within}" for one in taken if within)))


def inside(project: Project, view: View, index: int) -> list[int]:
    """A function, and the functions within it."""
    found = [index]
    for scope in found:
        one = project.definition(view, scope)
        written = (value for value in facts.within(*one.steps, *one.returns) if isinstance(value, facts.Function))
        further = (*project.within(view, scope), *(value.definition for value in written))
        found += dict.fromkeys(inner for inner in further if inner not in found)
    return found


def _compared_verbs(
    project: Project, view: View, scope: int, steps: Iterable[facts.Step], given: Collection[str]
) -> Iterator[tuple[int, str]]:
    """The verbs with which the method of something given is compared, and where."""
    for one in facts.within(*steps):
        match one:
            case facts.Call(callee=facts.Member(of=of, name="==" | "!="), arguments=(facts.Argument(value=other),)):
                for side, text in permutations((of, other)):
                    verb = (
                        next(iter(enumerated_verbs(text)), "")
                        if not isinstance(text, facts.List | facts.Choice)
                        else ""
                    )
                    if verb and verb not in _ASIDE and is_method(project, view, scope, side, given):
                        yield one.start, verb


def without_capitalising(value: facts.Value) -> facts.Value:
    """What a method that takes nothing is called on, as one is that gives a text in capital letters."""
    if isinstance(value, facts.Call) and not value.arguments and isinstance(value.callee, facts.Member):
        return value.callee.of
    return value


def is_method(project: Project, view: View, scope: int, value: facts.Value, given: Collection[str]) -> bool:
    """Whether it is the method of something given, or a name for that: `const { method } = request`"""
    return any(
        isinstance(one, facts.Member) and _METHOD.fullmatch(one.name) and _is_given(project, view, scope, one.of, given)
        for said in bound_values(project, view, scope, value)
        for one in (without_capitalising(said), _callee_or_value(said))
    )


def _callee_or_value(value: facts.Value) -> facts.Value:
    """What is called there, if it is given nothing: `request.method()`"""
    return value.callee if isinstance(value, facts.Call) and not value.arguments else value


def _is_given(project: Project, view: View, scope: int, value: facts.Value, given: Collection[str]) -> bool:
    """Whether it is something given, or stands in what is: `({ request }) => request.method`"""
    return any(
        (isinstance(one, facts.Name) and one.name in given)
        or (isinstance(one, facts.Member) and isinstance(one.of, facts.Name) and f"{one.of.name}.{one.name}" in given)
        for one in bound_values(project, view, scope, value)
    )


def bound_values(project: Project, view: View, scope: int, value: facts.Value) -> list[facts.Value]:
    """What a name is set to in a function around a place; anything else, and a name that is none of these, as it is."""
    if not isinstance(value, facts.Name):
        return [value]
    around = (one for one in project.scopes(view, scope) if one != facts.MODULE)
    found = (bound.value for one in around for bound in project.bindings(view, one, value.name))
    return [value, *islice(found, MAX_BOUND)]


def _others(catalogue: Catalogue, steps: Sequence[facts.Step]) -> _Others:
    """What becomes of requests with a verb that none of these steps asks for."""
    found = _Others.LEFT
    for step in _without_verb(steps):
        is_refusal, is_certain = refuses(catalogue, step), not step.arms
        if is_certain and refuses_verb(step):
            return _Others.REFUSED
        if is_certain and is_refusal:
            return _Others.LEFT
        if calls(step) and not is_refusal:
            found = _Others.SERVED
    return found


def _answers_nothing(catalogue: Catalogue, view: View, scope: int, step: facts.Step) -> bool:
    """Whether a step answers no request: it keeps what it is given, or refuses a request if that is not there."""
    arms = [arm.steps for arm in step.arms if arm.steps] if step.kind == "choose" else []
    is_guard = bool(arms) and all(_refuses_all(catalogue, steps) for steps in arms)
    kept = (one.value for one in view.facts.bindings if one.scope == scope)
    return step.kind == "set" or is_guard or (step.kind == "do" and not step.arms and set(step.values) <= set(kept))


def _refuses_all(catalogue: Catalogue, steps: Sequence[facts.Step]) -> bool:
    """Whether steps leave with nothing, or one of them refuses a request."""
    are_left = all(one.kind == "leave" and not one.values for one in steps)
    return are_left or any(not one.arms and refuses(catalogue, one) for one in steps)


def _leaves_at_once(steps: Sequence[facts.Step]) -> bool:
    """Whether a function does nothing for a verb that is not asked for: `if (method != GET) return false;`"""
    for step in steps:
        arms = _arms(step)
        if len(arms) == 1 and not arms[0].tests and any(_names_verb(test) for arm in step.arms for test in arm.tests):
            done = arms[0].steps
            return [one.kind for one in done] == ["leave"] and all(isinstance(v, facts.Scalar) for v in done[0].values)
    return False


def _without_verb(steps: Sequence[facts.Step]) -> Iterator[facts.Step]:
    """The steps that are done where no verb is asked for; branches that depend on anything else are one step each."""
    for step in steps:
        arms = _arms(step)
        if step.arms and len(arms) == 1 and not arms[0].tests:
            yield from _without_verb(arms[0].steps)
            if arms[0].steps and arms[0].steps[-1].kind == "leave":
                return
        elif arms or not step.arms:
            yield replace(step, arms=arms)
        if step.kind == "leave":
            return


def _arms(step: facts.Step) -> tuple[facts.Arm, ...]:
    """The arms of a step that may run where no verb is asked for: one without tests if that is certain."""
    found: list[facts.Arm] = []
    for arm in step.arms:
        is_about_verb = bool(arm.tests) and any(map(_names_verb, arm.tests))
        if is_about_verb and all(_names_verb(test) and _is_denial(test) for test in arm.tests):
            return *found, replace(arm, tests=())
        if not is_about_verb:
            found.append(arm)
    return tuple(found)


def _is_denial(test: facts.Value) -> bool:
    """Whether it is that two things differ, none of which is what a call gives."""
    match test:
        case facts.Call(callee=facts.Member(of=of, name="!="), arguments=(facts.Argument(value=other),)):
            return not any(isinstance(without_capitalising(one), facts.Call) for one in (of, other))
    return False


def _names_verb(test: facts.Value) -> bool:
    """Whether a condition names a verb, as a text or a constant."""
    for one in facts.within(test):
        match one:
            case facts.Literal(text=word) | facts.Name(name=word) | facts.Member(name=word):
                if NAMED_VERB.search(word) or enumerated_verbs(one):
                    return True
    return False
