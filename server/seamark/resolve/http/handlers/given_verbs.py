"""The verb of what wraps the handler of a route: `only("GET", show)`, `posted(add)`, `r.wrap(method, handler)`.

A function of the workspace says by what it does that this is a verb: it refuses requests with another one. Of one that
is not known, no more is known than how the parameter is called that callers give the verb for.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import permutations

from seamark.catalogue.path_takers import is_verb_name
from seamark.extract import facts
from seamark.resolve.abstract_values import (
    Bound,
    Definition,
    OpaqueCall,
    ParameterPart,
    Place,
    Text,
    each,
    function_of,
)
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.http.verbs import is_verb
from seamark.resolve.workspace_facts.view import View

from .told_apart import by_function, given_names, inside, is_method

MAX_WRAPPING = 4
"""How many calls may wrap a handler, one in the other."""


def given_to_wrapper(site: CallSite, handler: facts.Value) -> tuple[Text, ...]:
    """The verb that what a handler is wrapped with asks for, or is given; callers may give that."""
    for call, place in _wrapping_calls(site.analysis, handler, site.place):
        found = _verb_of_wrapper(site.analysis, call, place)
        if found:
            return found
    return ()


def _wrapping_calls(
    analysis: FileAnalysis, value: facts.Value, place: Place, depth: int = 0
) -> Iterator[tuple[facts.Call, Place]]:
    """The calls that wrap a handler, outermost first."""
    wrapping = [one for one in each(analysis.evaluator.source(value, place)) if isinstance(one, OpaqueCall)]
    if len(wrapping) != 1 or depth == MAX_WRAPPING:
        return
    call, place = wrapping[0].call, wrapping[0].place
    yield call, place
    wrapped = [one.value for one in call.arguments if _may_handle(analysis, one.value, place)]
    if len(wrapped) == 1:
        yield from _wrapping_calls(analysis, wrapped[0], place, depth + 1)


def _may_handle(analysis: FileAnalysis, value: facts.Value, place: Place) -> bool:
    """Whether something is a function, or what a call makes of which nothing is known."""
    of_call = any(isinstance(one, OpaqueCall) for one in each(analysis.evaluator.source(value, place)))
    return of_call or any(isinstance(one, Definition | Bound) for one in each(analysis.evaluator.meaning(value, place)))


def _verb_of_wrapper(analysis: FileAnalysis, call: facts.Call, place: Place) -> tuple[Text, ...]:
    callees = each(analysis.evaluator.meaning(call.callee, place))
    own = next((function_of(one) for one in callees if isinstance(one, Definition | Bound)), None)
    found = list(_by_name(analysis, call, place) if own is None else _of_own(analysis, own, call, place))
    if len(found) == 1 and len(call.arguments) > 1 and is_verb(found[0]):
        return tuple(found)
    return () if own is None else _asked_by_wrapper(analysis, own)


def _asked_by_wrapper(analysis: FileAnalysis, function: Definition) -> tuple[Text, ...]:
    """The verbs that a function which makes handlers has these tell apart, if it refuses the others."""
    view, scope = analysis.project.whereabouts(function)
    made = (Definition(view.path, view.key(inner)) for inner in inside(analysis.project, view, scope)[1:])
    told = (by_function(analysis, one) for one in made)
    return tuple(Text((verb,)) for verb in next(filter(None, told), ()))


def _by_name(analysis: FileAnalysis, call: facts.Call, place: Place) -> Iterator[Text]:
    """What a call is given that callers give for a parameter which is called as verbs are."""
    for text in (text for given in call.arguments for text in analysis.evaluator.texts(given.value, place)):
        part = text.parts[0] if len(text.parts) == 1 else None
        if isinstance(part, ParameterPart) and not part.members:
            taken = analysis.project.parameter(part.owner, part.index)
            if taken is not None and is_verb_name(taken.label):
                yield text


def _of_own(analysis: FileAnalysis, function: Definition, call: facts.Call, place: Place) -> Iterator[Text]:
    """What a function of the workspace is given that requests must have for their verb."""
    view, scope = analysis.project.whereabouts(function)
    given = analysis.evaluator.arguments_by_parameter(function, call, place)
    for index, taken in enumerate(analysis.project.definition(view, scope).parameters):
        one = given.get((function, index))
        if one is not None and _requires(analysis, view, scope, taken.name):
            yield from analysis.evaluator.texts(one.value, one.place)


def _requires(analysis: FileAnalysis, view: View, scope: int, name: str) -> bool:
    """Whether a function, or one in it, serves only requests whose verb is its parameter of this name."""
    project = analysis.project
    wrapped = given_names(project, view, scope)
    for inner in inside(project, view, scope):
        taken = given_names(project, view, inner)
        for arm in facts.within(*project.definition(view, inner).steps):
            if isinstance(arm, facts.Arm):
                signs = _signs(analysis, view, inner, arm, taken, name)
                if ("!=" in signs and _leaves(arm)) or ("==" in signs and _calls(view, arm, wrapped)):
                    return True
    return False


def _signs(
    analysis: FileAnalysis, view: View, scope: int, arm: facts.Arm, taken: Collection[str], name: str
) -> set[str]:
    """How the verb of a request is compared with what has this name, where an arm of a branch is taken."""
    found = set[str]()
    for test in arm.tests:
        match test:
            case facts.Call(callee=facts.Member(of=of, name="==" | "!=" as sign), arguments=(given,)):
                for side, other in permutations((of, given.value)):
                    if isinstance(other, facts.Name) and other.name == name:
                        found |= {sign} if is_method(analysis.project, view, scope, side, taken) else set()
    return found


def _leaves(arm: facts.Arm) -> bool:
    return bool(arm.steps) and arm.steps[-1].kind == "leave"


def _calls(view: View, arm: facts.Arm, wrapped: Collection[str]) -> bool:
    """Whether something of these names is called where an arm is taken, or a method of it."""
    roots = (view.root_of(one.callee) for one in facts.within(*arm.steps) if isinstance(one, facts.Call))
    return any(root is not None and root.name in wrapped for root in roots)
