"""The functions of objects, classes and modules, where each of them is a contract, and the names they go by."""

from __future__ import annotations

from collections.abc import Iterator

from seamark.extract import facts
from seamark.resolve.abstract_values import (
    Bound,
    Constant,
    Definition,
    Instance,
    Made,
    Meaning,
    Module,
    Record,
    Sequence,
    Text,
    each,
    function_of,
)
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.evaluation.calls import arguments
from seamark.resolve.evaluation.library_objects.declared_contracts import library_decorators
from seamark.resolve.findings import Span
from seamark.resolve.partial_texts.texts import texts


def members(analysis: FileAnalysis, meaning: Meaning) -> Iterator[tuple[Text, Definition | None]]:
    """The functions of an object, a class or a module, each with the name that is declared for it, else its own."""
    for option in each(meaning):
        match option:
            case Record():
                for entry in option.value.entries:
                    value = analysis.evaluator.meaning(entry.value, option.place)
                    if entry.key == "...":
                        yield from members(analysis, value)
                        continue
                    functions = (function_of(one) for one in each(value) if isinstance(one, Definition | Bound))
                    handler = next(functions, None)
                    if entry.named is not None:
                        found = texts(analysis.evaluator.meaning(entry.named, option.place))
                        yield from ((name, handler) for name in found)
                    elif entry.key and not isinstance(value, Text | Constant):
                        yield Text((entry.key,)), handler
            case Sequence():
                for item in analysis.evaluator.items(option):
                    yield from members(analysis, item)
            case Instance(of=class_):
                for method in analysis.evaluator.methods(class_):
                    yield from ((name, method) for name in analysis.evaluator.names_of(method))
            case Module(path=path):
                for own, function in analysis.evaluator.functions(path):
                    yield from ((name, function) for name in analysis.evaluator.names_of(function, own))
            case Made(call=(call, place)):
                given = (analysis.evaluator.meaning(one.value, place) for one in call.arguments)
                functions = (function_of(one) for one in given if isinstance(one, Definition | Bound))
                handler = next(functions, None)
                yield from ((name, handler) for name in option.named)
            case Definition() | Bound():
                yield from ((name, function_of(option)) for name in analysis.evaluator.names_of(function_of(option)))


def methods(analysis: FileAnalysis, class_: int) -> Iterator[tuple[Text, Span, Definition]]:
    """The methods in the body of a class, each where its name is stated."""
    view = analysis.view
    for method in analysis.evaluator.methods(Definition(view.path, view.key(class_))):
        index = view.index(method.key) if method.path == view.path else None
        if index is not None:
            yield from ((name, named_at(analysis, index), method) for name in analysis.evaluator.names_of(method))


def named_at(analysis: FileAnalysis, index: int) -> Span:
    """Where the name of a definition is stated: in what decorates it, else its own."""
    definition = analysis.view.facts.definitions[index]
    for name, call, _ in library_decorators(analysis.evaluator, analysis.view.path, definition):
        row = analysis.catalogue.declares.get(name)
        value = None if row is None else arguments.written_argument(call, row.name)
        if isinstance(value, facts.Literal | facts.Concat | facts.Name | facts.Member):
            return Span(value.start, value.end, index)
    return Span(definition.name_start, definition.name_end, index)
