"""Objects in a tree that serve by the names of their methods and attributes: `mount(Root(), "/app")`."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from seamark.catalogue import ObjectTree
from seamark.extract import facts
from seamark.keys import ANY_VERB
from seamark.resolve.abstract_values import UNKNOWN, Constant, Definition, Instance, Place, Text, each
from seamark.resolve.call_sites import contract_spans
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.evaluation.calls import arguments
from seamark.resolve.evaluation.library_objects.declared_contracts import library_decorators
from seamark.resolve.findings import RouteFound, Router
from seamark.resolve.partial_texts.texts import EMPTY, SLASH, possible_texts, texts
from seamark.resolve.partial_texts.urls import join_url
from seamark.resolve.workspace_facts.view import View, as_call

from .verbs import IN_CAPITALS

MAX_DEPTH = 8
"""How deep objects may stand below each other."""
_REST = Text(("*",))


class _Node(Struct, frozen=True):
    """An object of the tree at a path, with the names by which the call knows it, and the classes above it.

    Segments of the path are given to handlers as the parameters `taken`.
    """

    object: Instance
    path: Text
    names: tuple[str, ...]
    above: tuple[Definition, ...] = ()
    taken: frozenset[str] = frozenset()


def read(site: CallSite, row: ObjectTree, library: str) -> None:
    """Read a call that puts an object at a path: what is exposed of it, and of its attributes, are routes."""
    stated = site.argument(row.path)
    span = contract_spans.span(site, site.written_argument(row.path))
    written = site.written_argument(row.object)
    names = (written.name,) if isinstance(written, facts.Name) else ()
    for path in possible_texts(stated) or (EMPTY,):
        for option in each(site.argument(row.object) or UNKNOWN):
            root = _Node(option, SLASH if path == EMPTY else path, names) if isinstance(option, Instance) else None
            for verb, served, handler, below in _routes(site, row, root) if root is not None else ():
                router = Router(site.identity, root=True)
                site.analysis.routes.append(RouteFound(router, (verb,), (served,), handler, span, library, below=below))


def has_exposed(analysis: FileAnalysis, class_: Definition) -> bool:
    """Whether objects of a class serve something where they are put at a path."""
    rows = {id(row): row for row, _ in analysis.catalogue.object_trees.values()}.values()
    methods = analysis.evaluator.methods(class_) if rows else []
    return any(True for row in rows for method in methods for _ in _names(analysis, row, method))


def _routes(site: CallSite, row: ObjectTree, node: _Node) -> Iterator[tuple[str, Text, Definition, bool]]:
    """The routes of an object, and of those below it: the verb, the path, the handler, and if it serves all below."""
    evaluator, class_ = site.analysis.evaluator, node.object.of
    node = _pop_segments(site, row, node)
    answers = _is_exposed(site, row, node.object)
    for method in evaluator.methods(class_):
        definition = site.analysis.project.facts_of(method)
        plain = [one for one in definition.parameters if one.kind == "plain" and one.name not in node.taken]
        needed = sum(one.default is None for one in plain)
        rest = any(one.kind == "rest" for one in definition.parameters)
        if answers and definition.name in IN_CAPITALS:
            for count in range(len(plain) + 1):
                yield definition.name, _with(node.path, count), method, rest and count == len(plain)
        for name in _names(site.analysis, row, method):
            if name == row.here:
                yield ANY_VERB, node.path, method, False
            elif name == row.otherwise:
                yield ANY_VERB, join_url(node.path, _REST) if rest else _with(node.path, len(plain)), method, False
            else:
                path = join_url(node.path, Text((name,)))
                for count in sorted({0, needed}):
                    yield ANY_VERB, _with(path, count), method, rest and count == needed
    for child in _children(site, node) if len(node.above) < MAX_DEPTH else ():
        yield from _routes(site, row, child)


def _with(path: Text, parameters: int) -> Text:
    """A path with so many parameters behind it."""
    return join_url(path, Text(("/".join(["{}"] * parameters),))) if parameters else path


def _pop_segments(site: CallSite, row: ObjectTree, node: _Node) -> _Node:
    """The object behind the segments of the path that a decorator of its class takes."""
    for class_ in site.analysis.evaluator.with_bases(node.object.of):
        for name, call, place in _decorators(site.analysis, class_):
            if name in row.taking:
                given = arguments.arguments(site.analysis.evaluator, call, "*", place)
                taken = [text.known_string for one in given for text in texts(one) if text.known_string]
                return replace(node, path=_with(node.path, len(taken)), taken=node.taken.union(taken))
    return node


def _is_exposed(site: CallSite, row: ObjectTree, this: Instance) -> bool:
    """Whether an object is exposed as a whole, by what decorates its class or by a member."""
    evaluator = site.analysis.evaluator
    found = each(evaluator.member(this, row.mark, site.place))
    if any(isinstance(one, Constant) and one.text == "True" for one in found):
        return True
    return any(
        name in row.exposing for one in evaluator.with_bases(this.of) for name, *_ in _decorators(site.analysis, one)
    )


def _names(analysis: FileAnalysis, row: ObjectTree, method: Definition) -> Iterator[str]:
    """The names under which a method is exposed: its own and others; none if it is not."""
    project, (view, index) = analysis.project, analysis.project.whereabouts(method)
    own = project.definition(view, index)
    marked = (own.parent, own.name) in _marked(analysis, row, view) or _is_marked_by_decorator(analysis, row, view, own)
    exposing = [(call, place) for name, call, place in _decorators(analysis, method) if name in row.exposing]
    if marked or exposing:
        yield own.name
    for call, place in exposing:
        listed = arguments.argument_items(
            analysis.evaluator, arguments.argument(analysis.evaluator, call, row.aliases, place)
        )
        yield from (text.known_string for one in listed for text in texts(one) if text.known_string)


def _marked(analysis: FileAnalysis, row: ObjectTree, view: View) -> set[tuple[int, str]]:
    """The names whose member `mark` a file sets to true, each with the scope in which that is done."""
    return {
        (one.scope, one.target.of.name)
        for one in analysis.project.assignments_to(view, row.mark)
        if isinstance(one.target.of, facts.Name) and one.value == facts.Scalar("True")
    }


def _is_marked_by_decorator(analysis: FileAnalysis, row: ObjectTree, view: View, method: facts.Definition) -> bool:
    """Whether a decorator of the workspace marks what it is given, or has an exposed function stand for that."""
    project, evaluator = analysis.project, analysis.evaluator
    for call in filter(None, map(as_call, method.decorators)):
        for option in each(evaluator.meaning(call.callee, Place(view.path, method.parent))):
            if isinstance(option, Definition) and _exposes_given(analysis, row, *project.whereabouts(option)):
                return True
    return False


def _exposes_given(analysis: FileAnalysis, row: ObjectTree, view: View, index: int) -> bool:
    """Whether a function exposes what it is given, or one within it does so, or is exposed itself."""
    project, marked = analysis.project, _marked(analysis, row, view)
    inner = [one for one in project.within(view, index) if project.definition(view, one).kind == "function"]
    for scope in (index, *inner):
        if any((scope, one.name) in marked for one in project.definition(view, scope).parameters):
            return True
    within = (Definition(view.path, view.key(one)) for one in inner)
    return any(name in row.exposing for one in within for name, *_ in _decorators(analysis, one))


def _decorators(analysis: FileAnalysis, of: Definition) -> Iterator[tuple[str, facts.Call, Place]]:
    return library_decorators(analysis.evaluator, of.path, analysis.project.facts_of(of))


def _children(site: CallSite, node: _Node) -> Iterator[_Node]:
    """The objects that are attributes of one: its class says so, or code beside the call."""
    project, evaluator = site.analysis.project, site.analysis.evaluator
    above = (*node.above, node.object.of)
    bodies = map(project.whereabouts, evaluator.with_bases(node.object.of))
    fields = dict.fromkeys(name for view, index in bodies for name in project.fields(view, index))
    given = [(name, evaluator.member(node.object, name, site.place)) for name in fields]
    given += [
        (one.target.name, evaluator.meaning(one.value, Place(site.place.path, one.scope)))
        for one in site.analysis.view.facts.assignments
        if one.scope == site.place.scope and node.names and _chain(one.target.of) == node.names
    ]
    for name, meaning in given:
        for option in each(meaning):
            if isinstance(option, Instance) and option.of not in above:
                path = join_url(node.path, Text((name,)))
                names = (*node.names, name) if node.names else ()
                yield _Node(option, path, names, above, node.taken)


def _chain(value: facts.Value) -> tuple[str, ...]:
    """The names of which an expression is made: those of `root.users.admin`; none if it is something else."""
    if isinstance(value, facts.Name):
        return (value.name,)
    of = _chain(value.of) if isinstance(value, facts.Member) else ()
    return (*of, value.name) if of and isinstance(value, facts.Member) else ()
