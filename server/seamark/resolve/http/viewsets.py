"""Resources whose actions are the methods that their controller has: `router.register("users", UserViewSet)`."""

from __future__ import annotations

from collections.abc import Iterator

from seamark.catalogue import VERBS, Further, Resource
from seamark.extract import facts
from seamark.resolve.abstract_values import Constant, Definition, Place, Text, each
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.evaluation.calls import arguments
from seamark.resolve.evaluation.library_objects.declared_contracts import library_decorators
from seamark.resolve.findings import RouteFound, Router, Span
from seamark.resolve.partial_texts.texts import EMPTY, SLASH, texts
from seamark.resolve.partial_texts.urls import join_url, of_pattern

from .handlers import answered_verbs

_ITEM = Text(("{}",))
_TRUE = "true"


def routes(
    analysis: FileAnalysis, row: Resource, library: str, router: Router, name: Text, span: Span, class_: Definition
) -> Iterator[RouteFound]:
    """The routes of a resource by what its controller has; `name` is the path of all."""
    allowed = answered_verbs.allowed(analysis, class_, row.allowed)
    for path, verb, handler in (*_usual(analysis, row, library, class_), *_further(analysis, class_)):
        if not allowed or verb in allowed:
            whole = name if path == EMPTY else join_url(SLASH if name == EMPTY else name, path)
            yield RouteFound(router, (verb,), (whole,), handler or class_, span, library)


def _usual(
    analysis: FileAnalysis, row: Resource, library: str, class_: Definition
) -> Iterator[tuple[Text, str, Definition | None]]:
    """The library's actions that a controller has."""
    for name, method in answered_verbs.has(analysis, class_, row.actions).items():
        action = analysis.catalogue.actions[library][name]
        yield from ((_ITEM if action.item else EMPTY, verb, method) for verb in action.verbs)


def _further(analysis: FileAnalysis, class_: Definition) -> Iterator[tuple[Text, str, Definition]]:
    """The actions that a controller declares by decorators of its methods."""
    paths: dict[str, tuple[Text, ...]] = {}
    mapped: list[tuple[str, str, Definition]] = []
    for method in analysis.evaluator.methods(class_) if analysis.catalogue.further else ():
        found_at = analysis.project.locate(method)
        if found_at is None:
            continue
        view, index = found_at
        definition = analysis.project.definition(view, index)
        mapped += ((of, verb, method) for one in definition.decorators for of, verb in _mapped(analysis, one))
        for name, call, place in library_decorators(analysis.evaluator, view.path, definition):
            row = analysis.catalogue.further.get(name)
            if row is not None:
                paths[method.name] = tuple(_paths(analysis, row, call, place, method))
                verbs = _verbs(analysis, row, call, place)
                yield from ((path, verb, method) for path in paths[method.name] for verb in verbs)
    yield from ((path, verb, method) for of, verb, method in mapped for path in paths.get(of, ()))


def _paths(analysis: FileAnalysis, row: Further, call: facts.Call, place: Place, method: Definition) -> Iterator[Text]:
    item = arguments.argument(analysis.evaluator, call, row.item, place)
    on_item = row.item == _TRUE or any(isinstance(one, Constant) and one.text == "True" for one in each(item or EMPTY))
    stated = arguments.argument(analysis.evaluator, call, row.path, place)
    own = Text((method.name,))
    for path in map(of_pattern, texts(stated)) if stated is not None else (own,):
        yield join_url(_ITEM, path) if on_item else path


def _verbs(analysis: FileAnalysis, row: Further, call: facts.Call, place: Place) -> tuple[str, ...]:
    listed = arguments.argument(analysis.evaluator, call, row.verbs, place)
    stated = (text.known for one in arguments.listed(analysis.evaluator, listed) for text in texts(one))
    return tuple(verb.upper() for verb in stated if verb is not None and verb.lower() in VERBS) or row.default


def _mapped(analysis: FileAnalysis, decorator: facts.Value) -> Iterator[tuple[str, str]]:
    """The action and the verb that a decorator adds to it: `@password.mapping.delete`."""
    members = {row.mapping for row in analysis.catalogue.further.values()}
    match decorator:
        case facts.Member(of=facts.Member(of=facts.Name(name=of), name=mapping), name=verb) if mapping in members:
            yield of, verb.upper()
