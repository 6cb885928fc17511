"""The functions of objects, classes and modules, where each of them is a contract, and the names they go by."""

from __future__ import annotations

from collections.abc import Iterator

from seamark.extract import facts
from seamark.resolve.call_sites.finder import Finder
from seamark.resolve.evaluation.calls import arguments
from seamark.resolve.evaluation.catalogued.declarations import library_decorators
from seamark.resolve.findings import Span
from seamark.resolve.meaning import (
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
from seamark.resolve.strings.texts import texts


def members(finder: Finder, meaning: Meaning) -> Iterator[tuple[Text, Definition | None]]:
    """The functions of an object, a class or a module, each with the name that is declared for it, else its own."""
    for option in each(meaning):
        match option:
            case Record():
                for entry in option.value.entries:
                    value = finder.evaluator.meaning(entry.value, option.place)
                    if entry.key == "...":
                        yield from members(finder, value)
                        continue
                    functions = (function_of(one) for one in each(value) if isinstance(one, Definition | Bound))
                    handler = next(functions, None)
                    if entry.named is not None:
                        found = texts(finder.evaluator.meaning(entry.named, option.place))
                        yield from ((name, handler) for name in found)
                    elif entry.key and not isinstance(value, Text | Constant):
                        yield Text((entry.key,)), handler
            case Sequence():
                for item in finder.evaluator.items(option):
                    yield from members(finder, item)
            case Instance(of=class_):
                for method in finder.evaluator.methods(class_):
                    yield from ((name, method) for name in finder.evaluator.names_of(method))
            case Module(path=path):
                for own, function in finder.evaluator.functions(path):
                    yield from ((name, function) for name in finder.evaluator.names_of(function, own))
            case Made(call=(call, place)):
                given = (finder.evaluator.meaning(one.value, place) for one in call.arguments)
                functions = (function_of(one) for one in given if isinstance(one, Definition | Bound))
                handler = next(functions, None)
                yield from ((name, handler) for name in option.named)
            case Definition() | Bound():
                yield from ((name, function_of(option)) for name in finder.evaluator.names_of(function_of(option)))


def methods(finder: Finder, class_: int) -> Iterator[tuple[Text, Span, Definition]]:
    """The methods in the body of a class, each where its name is stated."""
    view = finder.view
    for method in finder.evaluator.methods(Definition(view.path, view.key(class_))):
        index = view.index(method.key) if method.path == view.path else None
        if index is not None:
            yield from ((name, named_at(finder, index), method) for name in finder.evaluator.names_of(method))


def named_at(finder: Finder, index: int) -> Span:
    """Where the name of a definition is stated: in what decorates it, else its own."""
    definition = finder.view.facts.definitions[index]
    for name, call, _ in library_decorators(finder.evaluator, finder.view.path, definition):
        row = finder.catalogue.declares.get(name)
        value = None if row is None else arguments.written(call, row.name)
        if isinstance(value, facts.Literal | facts.Concat | facts.Name | facts.Member):
            return Span(value.start, value.end, index)
    return Span(definition.name_start, definition.name_end, index)
