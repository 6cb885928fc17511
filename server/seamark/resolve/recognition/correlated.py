"""Requests whose URL and verb depend on the same conditions: `fetch(id ? "/a" : "/b", { method: id ? "PUT" : … })`.

One that may have several URLs and several verbs is read once for each way in which what they depend on may turn out:
each way has its own URL and verb.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from math import prod

from msgspec.structs import replace

from seamark.extract import facts
from seamark.resolve.abstract_values import Decision
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.evaluation.texts_and_lists.decided import decision
from seamark.resolve.findings import RequestFound, Wrapper
from seamark.resolve.workspace_facts.view import View

MAX_WAYS = 16
"""How many ways are told apart for one call."""
MAX_VALUES = 500
"""How many values are looked into for one call."""

_Ways = dict[Decision, list[dict[Decision, bool]]]


def may_be(found: Iterable[RequestFound | Wrapper]) -> bool:
    """Whether what one call states has several URLs with several verbs each."""
    return sum(len(one.verbs) > 1 for one in found) > 1


def read_apart(site: CallSite) -> Iterator[CallSite]:
    """The call for each way in which the conditions turn out on which its arguments depend; none if it is only one."""
    found: _Ways = {}
    for value in _values(site):
        if isinstance(value, facts.Name):
            found.update(_of_blocks(site.analysis.view, _bound(site, value)))
        elif isinstance(value, facts.Choice) and value.tests and all(_is_steady(site, one) for one in value.tests):
            found.update(_of_choice(value))
    if 1 < prod(map(len, found.values())) <= MAX_WAYS:
        for ways in product(*found.values()):
            decided: Mapping[Decision, bool] = {key: told for way in ways for key, told in way.items()}
            yield replace(site, place=replace(site.place, decided=decided))


def _values(site: CallSite) -> Iterator[facts.Value]:
    """The values that a call is given, all that they hold, and what names among them are bound to."""
    waiting: list[object] = [one.value for one in site.call.arguments]
    seen: set[tuple[str, int]] = set()
    for _ in range(MAX_VALUES):
        if not waiting:
            return
        value = waiting.pop()
        waiting += facts.held(value)
        if isinstance(value, facts.Value):
            yield value
        if isinstance(value, facts.Name) and (value.name, value.start) not in seen:
            seen.add((value.name, value.start))
            waiting += (one.value for one in _bound(site, value))


def _bound(site: CallSite, name: facts.Name) -> list[facts.Binding]:
    """What a name is bound to, if that is a variable of the function in which the call stands."""
    return (
        [] if site.place.scope == facts.MODULE else site.analysis.view.visible(site.place.scope, name.name, name.start)
    )


def _is_steady(site: CallSite, test: object) -> bool:
    """Whether the variables of a condition hold the same wherever it is written."""
    view, scope = site.analysis.view, site.place.scope
    if isinstance(test, facts.Name) and scope != facts.MODULE:
        is_given = any(one.name == test.name for one in view.facts.definitions[scope].parameters)
        return len(view.bindings(scope, test.name)) + is_given < 2
    return all(_is_steady(site, part) for part in facts.held(test))


def _of_choice(choice: facts.Choice) -> _Ways:
    """The ways in which a condition may turn out."""
    decides = decision(choice)
    return {} if decides is None else {decides[0]: [{decides[0]: True}, {decides[0]: False}]}


def _of_blocks(view: View, bindings: list[facts.Binding]) -> _Ways:
    """The ways in which the blocks run in which a name is bound: of the arms of a branch one at most."""
    found: _Ways = {}
    for one in bindings if len(bindings) > 1 else ():
        if one.block_start:
            block = one.block_start, one.block_end
            branch = view.branch(block)
            arms = (block,) if branch is None else branch.arms
            ways: list[dict[Decision, bool]] = [{arm: arm == run for arm in arms} for run in arms]
            if branch is None or not branch.complete:
                ways.append(dict.fromkeys(arms, False))
            found[arms] = ways
    return found
