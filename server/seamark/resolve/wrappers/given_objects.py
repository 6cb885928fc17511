"""Objects of classes of the workspace that functions are given, where nothing declares what they are.

class Users { constructor(base) { this.base = base } list() { return this.base.load("/users") } }
new Users(new Client())                       `list` calls the `load` of `Client`

Client.register = function (component) { this.part = new component(this) }
Client.register(Users)                        the same
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from msgspec.structs import replace

from seamark.extract import facts
from seamark.extract.facts import MODULE
from seamark.resolve.abstract_values import (
    ITEM,
    UNKNOWN,
    Bound,
    Definition,
    Instance,
    Meaning,
    Parameter,
    Place,
    each,
)
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.evaluation.members.classes import is_constructor
from seamark.resolve.findings import BroughtObject
from seamark.resolve.module_resolution.paths import is_test
from seamark.resolve.module_resolution.test_files import in_test
from seamark.resolve.workspace_facts.view import View, last_name

MAX_CLASSES = 4
"""Of how many classes the objects may be that a function is given as one parameter."""
MAX_HELD = 3
"""Through how many objects one is followed that others hold."""


def bring(site: CallSite, of: Definition, index: int, given: Meaning) -> None:
    """Note the classes that a call gives a function, and those of the objects that it gives a constructor.

    A constructor hands on what it is given. What tests give says nothing of others.
    """
    analysis = site.analysis
    found = [analysis.evaluator.constructor(one) for one in each(given) if isinstance(one, Definition)]
    if is_constructor(analysis.evaluator, of):
        found += (one.of for one in each(given) if isinstance(one, Instance))
        found += (class_ for one in each(given) if isinstance(one, Parameter) for class_ in _classes(site, one))
    if found and (is_test(of.path) or not in_test(analysis.view, site.place.scope)):
        for own in filter(None, found):
            analysis.bring(BroughtObject(of, index, "", (), own=own))


def methods(site: CallSite, receiver: Meaning) -> Iterator[tuple[CallSite, Definition | Bound]]:
    """The methods that a call calls on what callers give a constructor, of those classes that they are known to give.

    With each comes the call as it stands where they give that. Only methods whose own callers matter are looked for.
    """
    given = [one for one in each(receiver) if isinstance(one, Parameter)]
    if not given or not site.analysis.relations.is_word(site.name):
        return
    for of, place in (found for one in given for found in _on(site, one)):
        called = site.analysis.evaluator.called_member(of, site.name, place)
        yield from (
            (replace(site, place=place), method) for method in each(called) if isinstance(method, Definition | Bound)
        )


def _where_given(site: CallSite, parameter: Parameter, class_: Definition) -> Place:
    """Where a call stands, if the object around it is made with an object of this class for a parameter."""
    analysis, this = site.analysis, site.meaning(facts.This())
    own, given = analysis.project.locate(parameter.owner), analysis.project.locate(class_)
    is_own = isinstance(this, Instance) and analysis.evaluator.constructor(this.of) == parameter.owner
    if not isinstance(this, Instance) or not is_own or own is None or given is None:
        return site.place
    taken = analysis.project.definition(*own).parameters[parameter.index]
    argument = facts.Argument(taken.label, facts.This())
    made = facts.Call(facts.Hole(), (argument,), True, site.call.start, site.call.start)
    return replace(site.place, this=dataclasses.replace(this, made=(made, Place(class_.path, given[1]))))


def _on(site: CallSite, receiver: Meaning, depth: int = 0) -> Iterator[tuple[Meaning, Place]]:
    """What something is that a constructor is given, or that it holds which it is given, and where it is that."""
    for option in each(receiver):
        if not isinstance(option, Parameter):
            yield option, site.place
            continue
        for class_ in _classes(site, option) if depth < MAX_HELD else ():
            held: Meaning = Instance(class_)
            for name in option.members:
                held = site.analysis.evaluator.member(held, name, site.place)
            yield from _on(replace(site, place=_where_given(site, option, class_)), held, depth + 1)


def _classes(site: CallSite, given: Parameter) -> list[Definition]:
    """The classes of the objects that callers of a constructor give it; none if they are of many."""
    analysis = site.analysis
    if given.type != UNKNOWN or ITEM in given.members or not is_constructor(analysis.evaluator, given.owner):
        return []
    analysis.call_for_callers(given.owner)
    brought = (one.own for one in analysis.brought_to(given.owner, given.index))
    found = [one for one in dict.fromkeys(brought) if one is not None and not is_constructor(analysis.evaluator, one)]
    return found if len(found) <= MAX_CLASSES else []


def constructed(analysis: FileAnalysis) -> Iterator[tuple[CallSite, Definition]]:
    """The calls of the file that make an object of a class that callers give a function, with its constructors.

    Only those count that give it an object of a class of the workspace, of which a method's callers matter.
    """
    for call, scope in _calls_of_names(analysis.view):
        if not _is_parameter(analysis.view, call.callee, scope):
            continue
        site = CallSite(analysis, call, Place(analysis.view.path, scope), last_name(call.callee))
        for one in each(site.meaning(call.callee)) if _gives_asking(site) else ():
            if isinstance(one, Parameter) and not one.members:
                analysis.call_for_callers(one.owner)
                for brought in analysis.brought_to(one.owner, one.index):
                    if brought.own is not None and is_constructor(analysis.evaluator, brought.own):
                        yield site, brought.own


def _calls_of_names(view: View) -> Iterator[tuple[facts.Call, int]]:
    """The calls of names in the file that something is set to, or that a function gives, with their scopes."""
    given = ((value, index) for index, one in enumerate(view.facts.definitions) for value in one.returns)
    for value, scope in (*((one.value, one.scope) for one in view.facts.bindings), *given):
        if isinstance(value, facts.Call) and isinstance(value.callee, facts.Name) and value.arguments:
            yield value, scope


def _is_parameter(view: View, callee: facts.Value, scope: int) -> bool:
    around = (view.facts.definitions[one] for one in view.scopes(scope) if one != MODULE)
    return isinstance(callee, facts.Name) and any(
        parameter.name == callee.name for one in around for parameter in one.parameters
    )


def _gives_asking(site: CallSite) -> bool:
    """Whether a call gives an object of a class with a method whose callers state requests."""
    analysis = site.analysis
    meant = (one for given in site.call.arguments for one, _ in _on(site, site.meaning(given.value)))
    classes = {one.of for one in meant if isinstance(one, Instance)}
    return any(map(analysis.is_called_for, (method for one in classes for method in analysis.evaluator.methods(one))))
