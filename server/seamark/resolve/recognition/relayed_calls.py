"""Calls of functions of the workspace that call what they are given, with all else that they are given.

`retry(axios.get, "/users")` asks as `axios.get("/users")` does, if `retry` is `(f, ...given) => f(...given)`.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from seamark.extract import facts
from seamark.resolve.abstract_values import Bound, Definition, Place, Symbol, each, function_of
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.evaluation.calls.closures import calls_for_outcome, hands_on
from seamark.resolve.evaluation.protocol import Evaluation
from seamark.resolve.workspace_facts.view import last_name

from . import indirect_calls


def meant_calls(analysis: FileAnalysis) -> Iterator[CallSite]:
    """The calls for which calls of the file stand that are given a path, and a function before it."""
    for one in (*analysis.view.facts.with_paths, *analysis.view.facts.sites):
        if _is_given_text(one.call) and any(_may_be_relayed(analysis, a.value) for a in one.call.arguments[:-1]):
            site = CallSite(analysis, one.call, Place(analysis.view.path, one.scope), last_name(one.call.callee))
            relayed = _relayed(site)
            if relayed is not None:
                yield relayed


def _is_given_text(call: facts.Call) -> bool:
    """Whether a call is given a text behind something else."""
    return any(isinstance(one.value, facts.Literal | facts.Concat) for one in call.arguments[1:])


def _may_be_relayed(analysis: FileAnalysis, given: facts.Value) -> bool:
    """Whether an argument may be a function of a library, or one of which others speak, as far as its name tells."""
    if not isinstance(given, facts.Name | facts.Member):
        return False
    return given.name in analysis.catalogue.words or analysis.relations.is_word(given.name)


def _relayed(site: CallSite) -> CallSite | None:
    """The call that a function makes of what this one gives it; None if it makes none."""
    given = site.call.arguments
    for called in each(site.meaning(site.call.callee)):
        at = _position(site, function_of(called)) if isinstance(called, Definition | Bound) else None
        if at is None or at >= len(given) or any(one.name for one in given[: at + 1]):
            continue
        relayed = given[at].value
        if _may_be_relayed(site.analysis, relayed) and _asks(site, relayed):
            call = replace(site.call, callee=relayed, arguments=given[at + 1 :])
            return replace(site, call=call, name=last_name(relayed))
    return None


def _asks(site: CallSite, function: facts.Value) -> bool:
    """Whether a function is known to make requests: a library's, a client's method, or one of the workspace."""
    requests = site.analysis.catalogue.requests
    is_request = (bool(requests.of(one.name)) for one in each(site.meaning(function)) if isinstance(one, Symbol))
    return any(is_request) or indirect_calls.asks(site, function)


def _position(site: CallSite, function: Definition) -> int | None:
    """At which position a function takes what it calls with all that follows; None if it does not."""
    evaluator = site.analysis.evaluator
    return evaluator.once(("relays", function), lambda: _find_position(evaluator, function))


def _find_position(evaluator: Evaluation, function: Definition) -> int | None:
    view, index = evaluator.project.whereabouts(function)
    own = evaluator.project.definition(view, index)
    if own.kind == "class":
        return None
    taken = [one for one in own.parameters if one.kind != "self"]
    names = [one.name for one in taken if one.kind == "plain"]
    for call in calls_for_outcome(evaluator, view, index, own):
        if isinstance(call.callee, facts.Name) and call.callee.name in names:
            at = names.index(call.callee.name)
            if taken[at + 1 :] and hands_on(taken[at + 1 :], call):
                return at
    return None
