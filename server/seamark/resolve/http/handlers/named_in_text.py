"""Handlers that texts name: `'Users@show'`, `Users::class . ':show'`, `'show'` where the router has their class."""

from __future__ import annotations

from collections.abc import Iterator

from seamark.extract import facts
from seamark.extract.facts import AFTER_ALL, MODULE
from seamark.resolve.abstract_values import Bound, Definition, Instance, Meaning, Module, Place, Sequence, Text, each
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.findings import Router
from seamark.resolve.http import routers
from seamark.resolve.module_resolution import rules_of
from seamark.resolve.module_resolution.paths import folder

from . import namespaces

MAX_BESIDE = 8
"""In how many files beside its own a function is looked for."""
MAX_NAMED = 4
"""In how many files that are called as a class it is looked for."""


def method_of_concatenation(
    analysis: FileAnalysis, value: facts.Concat, router: Router, place: Place
) -> Definition | None:
    """The method that is named by its class and a text: `Users::class . ':show'`."""
    texts = "".join(part.text for part in value.parts[1:] if isinstance(part, facts.Literal))
    parts = rules_of(analysis.view.facts.language).functions.named_in(f"_{texts}")
    for class_ in classes(analysis, analysis.evaluator.meaning(value.parts[0], place), router, place):
        found = analysis.evaluator.member(class_, parts[-1], place) if parts is not None else None
        if isinstance(found, Bound):
            return found.method
    return None


def method(site: CallSite, text: Text, router: Router) -> Definition | None:
    """The method that a text names: with its class, or as one of the class that the router has for handlers.

    Else it is the function that goes by the text.
    """
    analysis = site.analysis
    parts = rules_of(analysis.view.facts.language).functions.named_in(text.known_string or "")
    if parts is None:
        return None
    for class_ in (*_controllers(site, router), *classes(analysis, text, router, site.place)):
        for name in (text.known_string or "", parts[-1]):
            found = analysis.evaluator.member(class_, name, site.place)
            if isinstance(found, Bound):
                return found.method
    named = _definitions_of_name(analysis, parts[0], parts[1], site.place.path)
    named = named or _beside(analysis, parts[0], parts[1], site.place.path)
    return next((one for one in named if not analysis.evaluator.is_class(one)), None)


def _beside(analysis: FileAnalysis, namespace: str, name: str, path: str) -> list[Definition]:
    """What a file and those beside it have under a name, whoever loads them; of a namespace if one is stated."""
    project, stated_by = analysis.project, rules_of(analysis.view.facts.language).functions.namespace_of
    beside = project.files_holding(folder(path), name)[:MAX_BESIDE]
    fitting = (one for one in beside if not namespace or stated_by(project, one) == namespace)
    return [option for one in fitting for option in _definitions_of_name_in(analysis, name, one)]


def _definitions_of_name_in(analysis: FileAnalysis, name: str, path: str) -> list[Definition]:
    """What a file has under a name, whoever loads it."""
    meant = analysis.evaluator.member(Module(path), name, Place(path, MODULE))
    return [option for option in each(meant) if isinstance(option, Definition)]


def _definitions_of_name(analysis: FileAnalysis, namespace: str, name: str, path: str) -> list[Definition]:
    """The classes and functions of this name that a file has, or a namespace."""
    named = facts.Import(namespace, name) if namespace else facts.Name(name, AFTER_ALL, AFTER_ALL)
    meant = each(analysis.evaluator.meaning(named, Place(path, MODULE)))
    return [one for one in meant if isinstance(one, Definition)]


def whole(analysis: FileAnalysis, text: str, path: str, otherwise: str) -> Definition | None:
    """The method that a text names in full, in a file: with its class, and that with its namespace.

    That of a class alone is the one that is called as is said `otherwise`, or what its objects do.
    """
    parts = rules_of(analysis.view.facts.language).functions.named_in(text)
    class_ = None if parts is None else _class(analysis, parts[0], parts[1], path)
    if parts is None or class_ is None:
        return None
    return analysis.evaluator.method(class_, parts[-1]) or analysis.evaluator.method(class_, otherwise)


def class_in_full(analysis: FileAnalysis, text: str, path: str) -> Definition | None:
    """The class that a text names together with its namespace."""
    parts = rules_of(analysis.view.facts.language).functions.named_in(text)
    return None if parts is None or not parts[0] else _class(analysis, parts[0], parts[1], path)


def _class(analysis: FileAnalysis, namespace: str, name: str, path: str) -> Definition | None:
    found = _definitions_of_name(analysis, namespace, name, path)
    return next((one for one in found if analysis.evaluator.is_class(one)), None)


def method_of_texts(analysis: FileAnalysis, class_: str, name: str, path: str) -> Definition | None:
    """The method of a class that a text names by its bare name: one of a file, or of files that are called as it is."""
    ending = path.rpartition(".")[2]
    named = _definitions_of_name(analysis, "", class_, path)
    for one in () if named else analysis.project.files_named(f"{class_}.{ending}")[:MAX_NAMED]:
        named += _definitions_of_name_in(analysis, class_, one)
    found = (analysis.evaluator.method(one, name) for one in named if analysis.evaluator.is_class(one))
    return next((one for one in found if one is not None), None)


def pair(analysis: FileAnalysis, meaning: Meaning) -> Bound | None:
    """The method that a list of an object, or of its class, and of the method's name is: `[Users::class, 'show']`."""
    if not isinstance(meaning, Sequence):
        return None
    items = analysis.evaluator.items(meaning)
    if len(items) != 2 or not isinstance(items[0], Definition | Instance) or not isinstance(items[1], Text):
        return None
    found = analysis.evaluator.member(items[0], items[1].known_string or "", meaning.place)
    return found if isinstance(found, Bound) else None


def invoked_method(analysis: FileAnalysis, meaning: Meaning, place: Place) -> Definition | None:
    """The method that answers for an object that can be called, or for its class."""
    name = rules_of(analysis.view.facts.language).classes.invoked
    if not name or not isinstance(meaning, Definition | Instance):
        return None
    found = analysis.evaluator.member(meaning, name, place)
    return found.method if isinstance(found, Bound) else None


def function(site: CallSite, spec: str, given: Meaning, router: Router) -> Definition | None:
    """The method that an argument is by its name or its object, in any of the ways to say so."""
    for option in each(given):
        bound = pair(site.analysis, option)
        found = bound.method if bound is not None else invoked_method(site.analysis, option, site.place)
        if found is None and isinstance(option, Text):
            value = site.written_argument(spec)
            if isinstance(value, facts.Concat):
                found = method_of_concatenation(site.analysis, value, router, site.place)
            else:
                found = method(site, option, router)
        if found is not None:
            return found
    return None


def classes(analysis: FileAnalysis, meaning: Meaning | None, router: Router, place: Place) -> Iterator[Definition]:
    """The classes that something is, or that a text names on a router."""
    for option in each(meaning) if meaning is not None else ():
        if isinstance(option, Definition):
            yield option
        known = option.known_string if isinstance(option, Text) else None
        for name in namespaces.in_full(analysis, known, router) if known else ():
            parts = rules_of(analysis.view.facts.language).functions.named_in(name)
            yield from _definitions_of_name(analysis, parts[0], parts[1], place.path) if parts is not None else ()


def _controllers(site: CallSite, router: Router) -> Iterator[Definition]:
    """The class that the router has for handlers, its own or that of what it is mounted by."""
    analysis = site.analysis
    mounting = (routers.mounting_call(analysis, s) for s in analysis.view.scopes(site.place.scope) if s != MODULE)
    for around in (site.call, *(one for one in mounting if one is not None)):
        on = around.callee.of if isinstance(around.callee, facts.Member) else facts.Hole()
        at = Place(site.place.path, analysis.view.scope_at(around.start))
        made = analysis.evaluator.object_of(analysis.evaluator.meaning(on, at))
        if made is not None and made.controller is not None:
            meaning = analysis.evaluator.meaning(made.controller.value, made.controller.place)
            yield from classes(analysis, meaning, router, site.place)
