"""Files that are routes by where they stand in a package's folder, and by what they export."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TypeAlias

from seamark.catalogue import DEFAULT, WHOLE, Tree, exported_names, match_route_file, may_stand, route_path
from seamark.extract import facts
from seamark.extract.facts import MODULE
from seamark.keys import ANY_VERB
from seamark.resolve.abstract_values import (
    UNKNOWN,
    Bound,
    Constant,
    Definition,
    Enumerator,
    Meaning,
    OpaqueCall,
    Place,
    Record,
    Sequence,
    Text,
    each,
    function_of,
)
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.findings import RouteFound, Router, Span
from seamark.resolve.module_resolution.manifest_dependencies import depended_on
from seamark.resolve.module_resolution.paths import ancestors, join
from seamark.resolve.partial_texts.texts import possible_texts

from .handlers import handlers, told_apart, told_by_refusals
from .verbs import IN_CAPITALS

_Named: TypeAlias = Callable[[str], bool]

ALL = "*"
"""The name of the export that passes on all that another file has."""

MAX_CALLS = 4
"""Through how many calls an object is followed that these are given."""

_NO_FUNCTIONS = (Text, Constant, Enumerator, Record, Sequence)


def read_all(analysis: FileAnalysis) -> None:
    """Add the routes that the file has by where it stands."""
    for tree, library in analysis.catalogue.trees:
        if may_stand(tree, analysis.view.path) and _is_used(analysis, tree):
            root = _root(analysis, tree)
            match = None if root is None else match_route_file(tree, _within(root, analysis.view.path))
            if root is not None and match is not None:
                analysis.routes += _routes(analysis, tree, library, root, match)


def _is_used(analysis: FileAnalysis, tree: Tree) -> bool:
    """Whether the file, or a manifest around it, names a package that has such trees."""
    return analysis.imports_from(tree.packages) or not depended_on(analysis.project, analysis.view.path).isdisjoint(
        tree.packages
    )


def _root(analysis: FileAnalysis, tree: Tree) -> str | None:
    """The folder in which a tree begins."""
    path = analysis.view.path
    around = list(ancestors(path))
    marked = [one for one in around if any(map(_is_one(tree.roots), analysis.project.listing(one)))]
    fitting = [one for one in marked or around if match_route_file(tree, _within(one, path)) is not None]
    return next(iter(fitting if marked else reversed(fitting)), None)


def _within(root: str, path: str) -> str:
    return path.removeprefix(f"{root}/") if root else path


def _is_one(names: tuple[str, ...]) -> _Named:
    return lambda file: file in names or file.rpartition(".")[0] in names


def _routes(analysis: FileAnalysis, tree: Tree, library: str, root: str, match: re.Match[str]) -> Iterator[RouteFound]:
    view = analysis.view
    router = Router((view.path, f"@{library}"), _base(analysis, tree, root), root=True)
    path = Text((route_path(tree, match["path"] or ""),))
    stated_verb = match.groupdict().get("verb")
    for one, verbs in _exports(analysis, tree):
        for asked, handler, span in _answers_of_export(analysis, tree, one, verbs):
            served = (stated_verb.upper(),) if stated_verb else asked
            yield RouteFound(router, served, (path,), handler, span, library)


def _exports(analysis: FileAnalysis, tree: Tree) -> Iterator[tuple[facts.Export, tuple[str, ...]]]:
    """The exports that may be routes, with their verbs; of what is passed on as a whole those that are functions."""
    names = exported_names(tree)
    for one in analysis.view.facts.exports or ():
        name = DEFAULT if one.name == WHOLE else one.name
        if name in names:
            yield one, names[name]
        elif name == ALL and isinstance(one.value, facts.Import):
            for each_name in (name for name in names if name != DEFAULT):
                passed = facts.Export(each_name, facts.Import(one.value.module, each_name), one.start, one.end)
                if _is_known(analysis, passed.value):
                    yield passed, names[each_name]


def _is_known(analysis: FileAnalysis, value: facts.Value) -> bool:
    """Whether a file of the workspace has this, and it is a function or what a call gives."""
    found = each(analysis.evaluator.source(value, Place(analysis.view.path, MODULE)))
    return any(isinstance(one, Definition | Bound | OpaqueCall) for one in found)


_Answer: TypeAlias = tuple[tuple[str, ...], Definition | None, Span]


def _answers_of_export(
    analysis: FileAnalysis, tree: Tree, export: facts.Export, verbs: tuple[str, ...]
) -> Iterator[_Answer]:
    """The verbs that an export answers, each with what does so, and where it is stated."""
    place = Place(analysis.view.path, MODULE)
    objects = list(_objects(analysis, export.value, place)) if tree.members else []
    for one in objects:
        yield from _members(analysis, tree, one, export)
    if not objects and _is_function(analysis, export.value, place):
        yield _answer(analysis, tree, export, (export.value, place), verbs, export.name)


def _members(analysis: FileAnalysis, tree: Tree, of: Record, export: facts.Export) -> Iterator[_Answer]:
    for entry in of.value.entries:
        if entry.key in IN_CAPITALS and _is_function(analysis, entry.value, of.place):
            yield _answer(analysis, tree, export, (entry.value, of.place), (entry.key,), entry.key)


def _answer(
    analysis: FileAnalysis,
    tree: Tree,
    export: facts.Export,
    function: tuple[facts.Value, Place],
    verbs: tuple[str, ...],
    name: str,
) -> _Answer:
    handler = handlers.handler_of(analysis, *function)
    by = handler if isinstance(handler, Definition) else None
    is_open = verbs == (ANY_VERB,)
    told = _verbs_answered(analysis, tree, by, function[0]) if is_open or len(verbs) > 1 else ()
    answered = told if is_open else tuple(verb for verb in verbs if verb in told)
    return answered or verbs, by, _span(analysis, export, by, name)


def _verbs_answered(analysis: FileAnalysis, tree: Tree, by: Definition | None, value: facts.Value) -> tuple[str, ...]:
    """The verbs that a function answers, if it refuses others, also by what its maker is given."""
    made = each(analysis.evaluator.meaning(value, Place(analysis.view.path, MODULE)))
    given = (function_of(one) for one in made if isinstance(one, Definition | Bound))
    functions = dict.fromkeys((by, *given, *told_by_refusals.made_functions(analysis, value)))
    for one in filter(None, functions):
        told = told_apart.by_function(analysis, one, tree.request) or told_by_refusals.by_refusals(
            analysis, one, value, tree.request
        )
        if told:
            return told
    return ()


def _is_function(analysis: FileAnalysis, value: facts.Value, place: Place) -> bool:
    """Whether an expression may be a function, or is known to be one."""
    return any(_may_be_called(analysis, one) for one in each(analysis.evaluator.source(value, place)))


def _may_be_called(analysis: FileAnalysis, meaning: Meaning) -> bool:
    if isinstance(meaning, Definition):
        return not analysis.evaluator.is_class(meaning)
    return not isinstance(meaning, _NO_FUNCTIONS)


def _span(analysis: FileAnalysis, export: facts.Export, handler: Definition | None, name: str) -> Span:
    """The name of the function, if it is that under which this answers; else that of the export."""
    view = analysis.view
    index = view.index(handler.key) if handler is not None and handler.path == view.path else None
    definition = None if index is None else view.facts.definitions[index]
    if index is None or definition is None:
        return Span(export.start, export.end, MODULE)
    if definition.name_start < definition.name_end and definition.name == name:
        return Span(definition.name_start, definition.name_end, index)
    return Span(export.start, export.end, index)


def _objects(analysis: FileAnalysis, value: facts.Value, place: Place, calls: int = 0) -> Iterator[Record]:
    """The objects that an expression may be, or that a call is given which makes what it is."""
    for one in each(analysis.evaluator.source(value, place)):
        if isinstance(one, Record):
            yield one
        elif isinstance(one, OpaqueCall) and calls < MAX_CALLS:
            for given in one.call.arguments:
                yield from _objects(analysis, given.value, one.place, calls + 1)


def _base(analysis: FileAnalysis, tree: Tree, root: str) -> tuple[Text, ...]:
    """What stands before all paths of a tree, as a module in its root says."""
    project = analysis.project
    for name in project.listing(root) if tree.base else ():
        member = tree.base.get(name.rpartition(".")[0])
        view = None if member is None else project.view(join(root, name) or name)
        if member is not None and view is not None:
            for value in (*project.exports(view, DEFAULT), *project.exports(view, WHOLE)):
                for one in _objects(analysis, value, Place(view.path, MODULE)):
                    return _member(analysis, one, member)
    return ()


def _member(analysis: FileAnalysis, of: Record, names: str) -> tuple[Text, ...]:
    """The texts that a member of an object holds, or one of a member of it, as far as they are known."""
    found: Meaning | None = of
    for name in names.split("."):
        found = analysis.evaluator.entry(found, name) if isinstance(found, Record) else UNKNOWN
    return tuple(text for text in possible_texts(found) if text.known_string)
