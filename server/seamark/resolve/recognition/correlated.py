"""Requests whose URL and verb depend on the same conditions: `fetch(id ? "/a" : "/b", { method: id ? "PUT" : … })`.

One that may have several URLs and several verbs is read once for each way in which what they depend on may turn out:
each way has its own URL and verb. So is one whose URL depends on what callers give, be it in a function that makes the
URL: each of them meets the conditions of one way (`path.startswith("/")`). So is one whose URL has parts that
conditions add which do not go together, or which are the same: `if (id) url += "/" + id; … if (id) url += "/tags"`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from math import prod
from typing import TypeGuard

from msgspec.structs import replace

from seamark.extract import facts
from seamark.resolve.abstract_values import Bound, Decision, Definition, Given, each, function_of
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.evaluation.calls.call_results import place_within
from seamark.resolve.evaluation.texts_and_lists import together
from seamark.resolve.evaluation.texts_and_lists.decided import decision, given_values
from seamark.resolve.findings import Condition, RequestEffect, RequestFound
from seamark.resolve.guards import preconditions
from seamark.resolve.workspace_facts.view import View, last_name

MAX_WAYS = 16
"""How many ways are told apart for one call."""
MAX_TOGETHER = 256
"""How many of them are looked at, of which some are none."""
TWO_WAYS = 2
"""As many URLs has a call on which one condition decides."""
MAX_VALUES = 500
"""How many values are looked into for one call."""

_Told = dict[Decision, bool]
_Ways = dict[Decision, list[_Told]]


def may_be(found: Iterable[RequestFound | RequestEffect]) -> bool:
    """Whether what one call states has several URLs with several verbs each."""
    return sum(len(one.verbs) > 1 for one in found) > 1


def has_verbs(found: Iterable[RequestFound | RequestEffect]) -> bool:
    """Whether what one call states has several verbs."""
    return any(len(one.verbs) > 1 for one in found)


def may_be_partly(found: Iterable[RequestFound | RequestEffect]) -> bool:
    """Whether what one call states has so many URLs that several conditions may decide on them."""
    return sum(len(one.urls) for one in found) > TWO_WAYS


def read_apart(site: CallSite, *, all_ways: bool) -> Iterator[CallSite]:
    """The call for each way in which the conditions turn out on which its arguments depend; none if it is only one.

    Without `all_ways` also none if each condition may turn out in any way, however the others do.
    """
    found: _Ways = {}
    for value in _values(site):
        if isinstance(value, facts.Name):
            found.update(_of_blocks(site, _local_bindings(site, value)))
        elif isinstance(value, facts.Choice) and value.tests and all(_is_steady(site, one) for one in value.tests):
            found.update(_of_choice(value))
    if not 1 < prod(map(len, found.values())) <= MAX_TOGETHER:
        return
    told = [{key: runs for way in ways for key, runs in way.items()} for ways in product(*found.values())]
    nested = [one for one in told if _is_nested(site.analysis.view, one)]
    possible = [one for one in nested if together.may_hold(_truths(site, one))]
    if (1 if all_ways else 0) < len(possible) <= MAX_WAYS and (all_ways or len(possible) < len(nested)):
        for decided in possible:
            yield replace(site, place=replace(site.place, decided=decided))


def set_apart(site: CallSite) -> Iterator[CallSite]:
    """The call for each way in which the one condition turns out on which something is set of what it is given.

    `if (body) options.method = "POST"; fetch(url, options)`: callers that give a body ask otherwise than others do.
    """
    view, call = site.analysis.view, site.call.start
    names = {value.name for value in _values(site) if isinstance(value, facts.Name)}
    set_before = (one.target.start for name in names for one in view.members_set_before(site.place.scope, name, call))
    innermost = [next(iter(view.guards_around(start)), None) for start in set_before]
    guards = {(one.start, one.end): one for one in innermost if one is not None and not one.start <= call < one.end}
    if len(guards) != 1:
        return
    ((block, guard),) = guards.items()
    needed = preconditions.conditions(site.analysis, guard.holds, guard.start)
    for condition in needed if len(needed) == 1 and guard.otherwise else ():
        for runs in (True, False):
            met = condition if runs else replace(condition, other=not condition.other)
            decided = replace(site.place, decided={block: runs})
            yield replace(site, place=decided, conditions=site.conditions | {met})


def told_by_callers(site: CallSite) -> list[CallSite]:
    """The call for each way in which conditions turn out on what callers give; none if others decide, too."""
    decided: dict[Decision, facts.Choice] = {}
    given: dict[Given, frozenset[Condition]] = {}
    found: _Ways = {}
    for value in _values(site):
        if isinstance(value, facts.Name):
            found.update(_of_blocks(site, _local_bindings(site, value)))
        if isinstance(value, facts.Call):
            results = _results(site, value)
            given.update(results)
            found.update({tuple(results): [{one: one == run for one in results} for run in results]} if results else {})
        decides = decision(value) if isinstance(value, facts.Choice) else None
        if isinstance(value, facts.Choice) and decides is not None:
            decided[decides[0]] = value
            found.update(_of_choice(value))
    if not 1 < prod(map(len, found.values())) <= MAX_WAYS:
        return []
    told: list[tuple[_Told, frozenset[Condition]]] = []
    for ways in product(*found.values()):
        together_told = {key: runs for way in ways for key, runs in way.items()}
        if _is_nested(site.analysis.view, together_told):
            needed = [_needed(site, way, decided, given) for way in ways]
            if not all(one or not any(way.values()) for one, way in zip(needed, ways, strict=True)):
                return []
            told.append((together_told, frozenset[Condition]().union(*needed)))
    return [
        replace(site, place=replace(site.place, decided=one), conditions=site.conditions | needed)
        for one, needed in told
    ]


def _needed(
    site: CallSite,
    told: _Told,
    decided: Mapping[Decision, facts.Choice],
    given: Mapping[Given, frozenset[Condition]],
) -> frozenset[Condition]:
    """What callers must give for conditions to turn out as it is told, and for functions to give what is told."""
    results = (conditions for one, conditions in given.items() if told.get(one))
    return _conditions(site, told, decided).union(*results)


def _results(site: CallSite, call: facts.Call) -> dict[Given, frozenset[Condition]]:
    """What a function of the workspace may give to a call, each on conditions on what callers of the function give in
    which the call stands; nothing if other things decide, too.
    """
    evaluator = site.analysis.evaluator
    callees = [one for one in each(evaluator.meaning(call.callee, site.place)) if isinstance(one, Definition | Bound)]
    found_at = evaluator.project.locate(function_of(callees[0])) if len(callees) == 1 else None
    if found_at is None:
        return {}
    view, index = found_at
    returns = evaluator.project.definition(view, index).returns
    values = {key: one for value in returns for key, one in given_values(value, view.path).items()}
    if not 1 < len(values) <= MAX_WAYS:
        return {}
    inner = place_within(evaluator, callees[0], view.path, index, call, site.place)
    needed = {}
    for one, truths in values.items():
        holds = [*truths, *(truth for guard in view.guards_around(one.start) for truth in guard.holds)]
        needed[one] = preconditions.conditions_known(site.analysis, holds, inner)
    return needed if all(needed.values()) else {}


def _conditions(site: CallSite, told: _Told, decided: Mapping[Decision, facts.Choice]) -> frozenset[Condition]:
    """What callers must give for conditions to turn out like this."""
    truths = list(_truths(site, told))
    for key, choice in decided.items():
        decides = decision(choice)
        if key not in told:
            continue
        is_first = decides is not None and told[key] == decides[1]
        if is_first:
            truths += choice.tests
        elif len(choice.tests) == 1 and isinstance(choice.tests[0], facts.Call):
            truths.append(facts.negation(choice.tests[0]))
    steady = [one for one in truths if _is_steady(site, one)]
    return preconditions.conditions(site.analysis, steady, site.call.start)


def _is_nested(view: View, told: _Told) -> bool:
    """Whether blocks run only where those around them do, and one arm of each complete branch in these."""
    blocks = {block: runs for block, runs in told.items() if _is_block(block)}
    for block, runs in blocks.items():
        around = all(blocks[one] for one in blocks if one != block and one[0] <= block[0] and block[1] <= one[1])
        branch = view.branch(block)
        complete = branch is not None and branch.complete
        if (runs and not around) or (around and complete and branch and not any(blocks[arm] for arm in branch.arms)):
            return False
    return True


def _is_block(decision: Decision) -> TypeGuard[tuple[int, int]]:
    return isinstance(decision, tuple) and all(isinstance(part, int) for part in decision)


def _truths(site: CallSite, told: _Told) -> Iterator[facts.Value]:
    """What is true where blocks run as it is told, of variables that hold the same wherever they are written."""
    view = site.analysis.view
    for block, runs in told.items():
        guard = view.guard_of(block) if _is_block(block) else None
        branch = view.branch(block) if _is_block(block) else None
        # An arm behind others may not run though its condition is true.
        alone = branch is None or len(branch.arms) == 1
        truths = () if guard is None else guard.holds if runs else guard.otherwise if alone else ()
        yield from (one for one in truths if _is_steady(site, one))


def _values(site: CallSite) -> Iterator[facts.Value]:
    """The values that a call is given, all that they hold, and what names among them are bound to."""
    waiting: list[object] = [one.value for one in site.call.arguments]
    seen: set[tuple[str, int]] = set()
    for _ in range(MAX_VALUES):
        if not waiting:
            return
        value = waiting.pop()
        waiting += facts.parts_of_fact(value)
        if isinstance(value, facts.Value):
            yield value
        if isinstance(value, facts.Name) and (value.name, value.start) not in seen:
            seen.add((value.name, value.start))
            waiting += (one.value for one in _local_bindings(site, value))
            waiting += (one.value for one in _set_members(site, value))


def _local_bindings(site: CallSite, name: facts.Name) -> list[facts.Binding]:
    """What a name is bound to, if that is a variable of the function in which the call stands."""
    return (
        [] if site.place.scope == facts.MODULE else site.analysis.view.visible(site.place.scope, name.name, name.start)
    )


def _set_members(site: CallSite, name: facts.Name) -> list[facts.Assignment]:
    """The members that the function in which the call stands has set by then of a parameter of its."""
    view, scope = site.analysis.view, site.place.scope
    if scope == facts.MODULE or all(one.name != name.name for one in view.facts.definitions[scope].parameters):
        return []
    return view.members_set_before(scope, name.name, name.start)


def _is_steady(site: CallSite, test: object) -> bool:
    """Whether a condition holds the same wherever it is written: its variables do, no member of it is set, and no
    function is called. Comparisons are calls of the operators' names.
    """
    view, scope = site.analysis.view, site.place.scope
    if isinstance(test, facts.Call) and last_name(test.callee).isidentifier():
        said = site.analysis.evaluator.edge_test(test, site.place)
        return said is not None and _is_steady(site, said.of) and _is_steady(site, said.known)
    if isinstance(test, facts.Member):
        set_to = [one.value for one in view.assignments_to(test.name)]
        if any(all(inner is not test for inner in facts.within(value)) for value in set_to):
            return False
    if isinstance(test, facts.Name) and scope != facts.MODULE:
        is_given = any(one.name == test.name for one in view.facts.definitions[scope].parameters)
        return len(view.bindings(scope, test.name)) + is_given < 2
    return all(_is_steady(site, part) for part in facts.parts_of_fact(test))


def _of_choice(choice: facts.Choice) -> _Ways:
    """The ways in which a condition may turn out."""
    decides = decision(choice)
    return {} if decides is None else {decides[0]: [{decides[0]: True}, {decides[0]: False}]}


def _of_blocks(site: CallSite, bindings: list[facts.Binding]) -> _Ways:
    """The ways in which the blocks run in which a name is bound, and those around them: of a branch one arm at most."""
    view, call = site.analysis.view, site.call.start
    found: _Ways = {}
    for one in bindings if len(bindings) > 1 else ():
        block = one.block_start, one.block_end
        around = view.arms_around(block[0]) if one.block_start else ()
        branches = [branch for arm, branch in around if not arm[0] <= call < arm[1]]
        for branch in branches:
            found[branch.arms] = _each(branch.arms, none=not branch.complete or branch is not branches[-1])
        if one.block_start and view.branch(block) is None:
            found[(block,)] = _each((block,), none=True)
    return found


def _each(arms: tuple[tuple[int, int], ...], *, none: bool) -> list[_Told]:
    """The ways in which one of these arms runs, or `none` of them."""
    ways: list[_Told] = [{arm: arm == run for arm in arms} for run in arms]
    return [*ways, dict.fromkeys(arms, False)] if none else ways
