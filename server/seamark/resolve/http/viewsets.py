"""Resources whose actions are the methods that their controller has: `router.register("users", UserViewSet)`.

Actions that a method declares itself, by a decorator, are routes where that stands (specification 2.6: the function
that holds a port handles it): on a router of the class, which is mounted where the class is registered.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from seamark.catalogue import Action, Further, Resource
from seamark.extract import facts
from seamark.extract.facts import MODULE
from seamark.resolve.abstract_values import Constant, Definition, Record, Text, each
from seamark.resolve.call_sites import contract_spans
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.evaluation.library_objects.declared_contracts import library_decorators
from seamark.resolve.findings import Identity, RouteFound, RouteName, Router, Span
from seamark.resolve.partial_texts.texts import EMPTY, SLASH, concat, texts
from seamark.resolve.partial_texts.urls import join_url, of_pattern

from . import mounts, resource_names
from .handlers import answered_verbs
from .verbs import verbs_among

_ITEM = Text(("{}",))
_TRUE = "true"


def routes(
    analysis: FileAnalysis,
    row: Resource,
    library: str,
    router: Router,
    name: Text,
    span: Span,
    by: Definition | Record,
    called: RouteName | None,
) -> Iterator[RouteFound]:
    """The routes of a resource by what its controller has, a class or an object; `name` is the path of all.

    All of their names begin with what it is `called`.
    """
    allowed = answered_verbs.allowed_verbs(analysis, by, row.allowed)
    class_ = by if isinstance(by, Definition) else None
    for action, verb, handler in _usual(analysis, row, library, by):
        if not allowed or verb in allowed:
            path = _ITEM if action.item else EMPTY
            whole = name if path == EMPTY else join_url(SLASH if name == EMPTY else name, path)
            known_as = None if called is None else replace(called, text=concat((called.text, Text((action.called,)))))
            yield RouteFound(router, (verb,), (whole,), handler or class_, span, library, name=known_as)


def mount_actions(site: CallSite, router: Router, name: Text, class_: Definition, called: RouteName | None) -> None:
    """Put the actions that a controller, or what it inherits from, declares by decorators below a resource's path.

    What the resource is `called` stands before their names.
    """
    evaluator, further = site.analysis.evaluator, site.analysis.catalogue.further
    declaring: dict[Definition, None] = {}
    for method in evaluator.methods(class_) if further else ():
        decorators = library_decorators(evaluator, method.path, site.analysis.project.facts_of(method))
        if any(symbol in further for symbol, _, _ in decorators):
            declaring[Definition(method.path, method.key.rpartition(".")[0])] = None
    for one in declaring:
        known_as = () if called is None else (called.text,)
        mounts.note_mount(site, _of_actions(one), router, (name,), known_as=known_as)


def _of_actions(class_: Definition) -> Identity:
    """The router on which a class declares actions."""
    return class_.path, f"{class_.key}.@"


def action(site: CallSite, row: Further, library: str) -> None:
    """Read what decorates a method as the declaration of an action, and what adds verbs to that elsewhere."""
    analysis, view = site.analysis, site.analysis.view
    method = None if site.decorated is None else view.facts.definitions[site.decorated]
    if method is None or site.decorated is None or method.parent == MODULE:
        return
    class_ = Definition(view.path, view.key(method.parent))
    allowed = answered_verbs.allowed_verbs(analysis, class_, row.allowed)
    router, paths = Router(_of_actions(class_), mounted=True), tuple(_paths(site, row, method.name))
    stated, own = site.written_argument(row.path), Span(method.name_start, method.name_end, site.decorated)
    span = own if stated is None else contract_spans.span(site, stated)
    named = resource_names.of_further(site, row, library, method.name)
    found = [(verb, site.decorated, span) for verb in _verbs(site, row)]
    for index in view.within(method.parent):
        other = view.facts.definitions[index]
        verbs = [verb for one in other.decorators for verb in _mapped_verbs(row, one, method.name)]
        found += [(verb, index, Span(other.name_start, other.name_end, index)) for verb in verbs]
    for verb, index, span in found:
        if not allowed or verb in allowed:
            handler = Definition(view.path, view.key(index))
            analysis.routes.append(RouteFound(router, (verb,), paths, handler, span, library, name=named))


def _usual(
    analysis: FileAnalysis, row: Resource, library: str, by: Definition | Record
) -> Iterator[tuple[Action, str, Definition | None]]:
    """The library's actions that a controller has."""
    for name, method in answered_verbs.has(analysis, by, row.actions).items():
        action = analysis.catalogue.actions[library][name]
        yield from ((action, verb, method) for verb in action.verbs)


def _paths(site: CallSite, row: Further, name: str) -> Iterator[Text]:
    """The path of an action: what is stated, or the method's name."""
    item = site.argument(row.item)
    on_item = row.item == _TRUE or any(isinstance(one, Constant) and one.text == "True" for one in each(item or EMPTY))
    stated = site.argument(row.path)
    for path in map(of_pattern, texts(stated)) if stated is not None else (Text((name,)),):
        yield join_url(SLASH, join_url(_ITEM, path) if on_item else path)


def _verbs(site: CallSite, row: Further) -> tuple[str, ...]:
    stated = (text.known_string or "" for one in site.argument_items(row.verbs) for text in texts(one))
    return verbs_among(stated) or row.default


def _mapped_verbs(row: Further, decorator: facts.Value, name: str) -> Iterator[str]:
    """The verb that a decorator adds to an action: `@password.mapping.delete`."""
    match decorator:
        case facts.Member(of=facts.Member(of=facts.Name(name=of), name=row.mapping), name=verb) if of == name:
            yield verb.upper()
