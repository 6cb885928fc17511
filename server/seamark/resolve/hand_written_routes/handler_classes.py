"""Classes that answer requests with a method for each verb, and tell paths apart where they guard what they do."""

from __future__ import annotations

from collections.abc import Iterator

from seamark.catalogue import VERBS, Guarding
from seamark.extract import facts
from seamark.extract.facts import MODULE
from seamark.resolve.abstract_values import Definition, Instance, Place, Symbol, Text, each
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.findings import RouteFound, Router, Span
from seamark.resolve.partial_texts.texts import concat
from seamark.resolve.partial_texts.urls import of_pattern

from .dispatch_tables import REST

EQUAL = "=="
MAX_BOUND = 4
"""Through how many names a path is followed."""


def read_all(analysis: FileAnalysis) -> None:
    """Add the routes of all such classes in the file."""
    for index, definition in enumerate(analysis.view.facts.definitions) if analysis.catalogue.guarding else ():
        if definition.kind != "method" or definition.parent == MODULE:
            continue
        class_ = Definition(analysis.view.path, analysis.view.key(definition.parent))
        for row, library in _rows(analysis, class_):
            verb = next((verb.upper() for verb in VERBS if definition.name == row.methods.format(verb.upper())), None)
            if verb is not None:
                _read_method(analysis, row, library, index, verb)


def _rows(analysis: FileAnalysis, class_: Definition) -> Iterator[tuple[Guarding, str]]:
    for one in analysis.evaluator.lineage(class_):
        if isinstance(one, Symbol) and one.name in analysis.catalogue.guarding:
            yield analysis.catalogue.guarding[one.name]


def _read_method(analysis: FileAnalysis, row: Guarding, library: str, index: int, verb: str) -> None:
    view, place = analysis.view, Place(analysis.view.path, index)
    definition = view.facts.definitions[index]
    handler = Definition(view.path, view.key(index))
    router = Router((view.path, view.key(definition.parent)), root=True)
    for guard in view.facts.guards:
        if definition.start <= guard.start < definition.end:
            for path, stated in _paths(analysis, row, guard.holds, place):
                span = Span(stated.start, stated.end, index)
                analysis.routes.append(RouteFound(router, (verb,), (path,), handler, span, library))


def _paths(
    analysis: FileAnalysis, row: Guarding, holds: tuple[facts.Value, ...], place: Place
) -> Iterator[tuple[Text, facts.Literal]]:
    """The paths of which one must be the request's where all of this holds, each with where it is stated."""
    for one in holds:
        match one:
            case facts.Choice(options=options):
                for option in options:
                    inner = option.items if isinstance(option, facts.List) else (option,)
                    yield from _paths(analysis, row, inner, place)
            case facts.Call(callee=facts.Member(of=of, name=sign), arguments=(facts.Argument(value=other),)):
                sides = ((of, other), (other, of)) if sign == EQUAL else ((of, other),) if sign in row.begins else ()
                for side, text in sides:
                    is_stated = isinstance(text, facts.Literal) and text.text.startswith("/")
                    if isinstance(text, facts.Literal) and is_stated and _is_path(analysis, row, side, place):
                        stated = Text((text.text,))
                        yield stated if sign == EQUAL else concat((stated, REST)), text
            case facts.Call(arguments=(facts.Argument(value=facts.Literal() as text), facts.Argument(value=of), *_)):
                called = each(analysis.evaluator.meaning(one.callee, place))
                if any(isinstance(symbol, Symbol) and symbol.name in row.patterns for symbol in called):
                    path = of_pattern(Text((text.text,)))
                    if path.raw().startswith("/") and _is_path(analysis, row, of, place):
                        yield path, text


def _is_path(analysis: FileAnalysis, row: Guarding, value: facts.Value, place: Place, depth: int = 0) -> bool:
    """Whether an expression is the path of the request, or what is made of it: `urlparse(self.path).path`."""
    match value:
        case facts.Member(of=of, name=name):
            own = any(isinstance(one, Instance) for one in each(analysis.evaluator.meaning(of, place)))
            return name == row.path and (own or _is_path(analysis, row, of, place, depth))
        case facts.Call(callee=callee, arguments=given):
            on = (callee.of,) if isinstance(callee, facts.Member) else ()
            return any(_is_path(analysis, row, one, place, depth) for one in (*on, *(one.value for one in given)))
        case facts.Element(of=of):
            return _is_path(analysis, row, of, place, depth)
        case facts.Name(name=name) if depth < MAX_BOUND:
            bound = analysis.project.bindings(analysis.view, place.scope, name)
            return any(_is_path(analysis, row, one.value, place, depth + 1) for one in bound)
    return False
