"""Interfaces that are resources by what they inherit from: `interface People extends JpaRepository<Person, Long>`."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from seamark.catalogue import Repository
from seamark.extract import facts
from seamark.patterns import regex
from seamark.resolve.abstract_values import Constant, Definition, Place, Symbol, Text, each
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.evaluation.calls.arguments import argument
from seamark.resolve.evaluation.library_objects.declared_contracts import library_decorator
from seamark.resolve.evaluation.texts_and_lists.placeholders import configured_prefix
from seamark.resolve.findings import RouteFound, Router, Span
from seamark.resolve.module_resolution.manifest_dependencies import depended_on
from seamark.resolve.partial_texts.plurals import plural
from seamark.resolve.partial_texts.texts import possible_texts
from seamark.resolve.partial_texts.urls import join_url
from seamark.resolve.workspace_facts.view import View, last_name

from . import routers

_LAST_WORD = regex(r"[A-Z]?[a-z0-9]+$|[A-Z]+$")
_ITEM = Text(("/{}",))


class _Said(Struct, frozen=True):
    """What a decorator says of an interface or of a method: whether it is exported, and at which paths."""

    exported: bool = True
    paths: tuple[Text, ...] = ()


class _Resource(Struct, frozen=True):
    """An interface whose routes are read: the row for it and its library, its paths, and the router that these are on.

    `methods` are those that it has in the workspace, each with where it is defined and what is said of it.
    """

    row: Repository
    library: str
    class_: Definition
    router: Router
    paths: tuple[Text, ...]
    methods: tuple[tuple[Definition, View, int, _Said], ...]


def read_all(analysis: FileAnalysis) -> None:
    """Add the routes of all such interfaces in the file."""
    view = analysis.view
    for index, own in enumerate(view.facts.definitions) if analysis.catalogue.repositories else ():
        if own.kind == "class" and own.bases and own.abstract and view.triggered:
            resource = _resource(analysis, index)
            if resource is not None:
                analysis.serves = True
                analysis.routes += _routes_of_actions(analysis, resource, Span(own.name_start, own.name_end, index))
                analysis.routes += _further_routes(analysis, resource)


def _resource(analysis: FileAnalysis, index: int) -> _Resource | None:
    """The resource that an interface of the file is; None if it is none, or is not exported."""
    view, own = analysis.view, analysis.view.facts.definitions[index]
    class_ = Definition(view.path, view.key(index))
    above = (one.name for one in analysis.evaluator.lineage(class_) if isinstance(one, Symbol))
    row, library = next((known for name in above if (known := analysis.catalogue.repositories.get(name))), (None, ""))
    if row is None or library_decorator(analysis.evaluator, view.path, own, row.without) is not None:
        return None
    said = _said(analysis, row, view, own)
    if said is None and depended_on(analysis.project, view.path).isdisjoint(row.packages):
        return None
    said = said or _Said()
    prefix = configured_prefix(analysis.evaluator, row.configured, analysis.view.path)
    paths = tuple(join_url(prefix, path) for path in said.paths or _paths_of_entity(analysis, row, own))
    identity = routers.library_router(analysis, analysis.catalogue.type_id(library, row.type))
    methods = tuple(_methods(analysis, row, class_))
    return _Resource(row, library, class_, Router(identity, root=True), paths, methods) if said.exported else None


def _methods(
    analysis: FileAnalysis, row: Repository, class_: Definition
) -> Iterator[tuple[Definition, View, int, _Said]]:
    for method in analysis.evaluator.methods(class_):
        view, index = analysis.project.whereabouts(method)
        said = _said(analysis, row, view, analysis.project.definition(view, index))
        yield method, view, index, said or _Said()


def _routes_of_actions(analysis: FileAnalysis, of: _Resource, span: Span) -> Iterator[RouteFound]:
    """The routes of the actions for which an interface has the methods."""
    above = (one.name for one in analysis.evaluator.lineage(of.class_) if isinstance(one, Symbol))
    has = {name for one in above for name in analysis.catalogue.answering.get(one, ())}
    has.update(method.name for method, *_ in of.methods)
    withheld = {method.name for method, _, _, said in of.methods if not said.exported}
    for name, needed in of.row.needs.items():
        action = analysis.catalogue.actions[of.library][name]
        if withheld.isdisjoint(needed) and not has.isdisjoint(needed):
            paths = tuple(join_url(path, _ITEM) for path in of.paths) if action.item else of.paths
            yield RouteFound(of.router, action.verbs, paths, of.class_, span, of.library)


def _further_routes(analysis: FileAnalysis, of: _Resource) -> Iterator[RouteFound]:
    """The routes of an interface's own methods, which the library does not know."""
    known = {name for base in of.row.bases for name in analysis.catalogue.answering.get(base, ())}
    known.update(name for needed in of.row.needs.values() for name in needed)
    for method, view, index, said in of.methods:
        definition = analysis.project.definition(view, index)
        is_own = definition.abstract and view.path == analysis.view.path and method.name not in known
        if is_own and said.exported:
            names = said.paths or (Text((method.name,)),)
            above = tuple(join_url(path, Text((of.row.further,))) for path in of.paths)
            paths = tuple(join_url(path, name) for path in above for name in names)
            span = Span(definition.name_start, definition.name_end, index)
            yield RouteFound(of.router, ("GET",), paths, method, span, of.library)


def _said(analysis: FileAnalysis, row: Repository, view: View, definition: facts.Definition) -> _Said | None:
    declared = library_decorator(analysis.evaluator, view.path, definition, row.stated_by)
    if declared is None:
        return None
    _, call, place = declared
    exported = argument(analysis.evaluator, call, row.exported, place)
    is_exported = not isinstance(exported, Constant) or exported.text != "false"
    return _Said(is_exported, possible_texts(argument(analysis.evaluator, call, row.path, place)))


def _paths_of_entity(analysis: FileAnalysis, row: Repository, own: facts.Definition) -> Iterator[Text]:
    """The path by the name of the class that the first type given to what an interface inherits from stands for."""
    for base in own.bases:
        key = base.key if isinstance(base, facts.Element) else None
        entity = next(iter(key.items), None) if isinstance(key, facts.List) else key
        if entity is None:
            continue
        meant = each(analysis.evaluator.meaning(entity, Place(analysis.view.path, own.parent)))
        name = next((one.name for one in meant if isinstance(one, Definition)), last_name(entity))
        if len(name) > 1:
            yield Text((f"/{_plural(row, name)}",))
            return


def _plural(row: Repository, name: str) -> str:
    """`orderItems` of `OrderItem`"""
    small = f"{name[0].lower()}{name[1:]}"
    match = _LAST_WORD.search(small)
    last = small if match is None else match[0]
    word = row.plurals.get(last.lower()) or plural(last.lower())
    return f"{small[: len(small) - len(last)]}{last[0]}{word[1:]}"
