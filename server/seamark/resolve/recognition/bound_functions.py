"""The functions that a value is, wraps or names, where nothing says what is done with them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise

from seamark.extract import facts
from seamark.extract.facts import AFTER_ALL, MODULE
from seamark.patterns import regex
from seamark.resolve.abstract_values import Bound, Definition, Instance, Place, each, function_of
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.evaluation.members.classes import is_abstract
from seamark.resolve.http.handlers import named_in_text

from . import request_methods

_NAMED = regex(r"[\w\\]*\w(?:@|::?|\\)\w+")
"""What names a method with its class, or a function with its namespace."""
_OF_CLASS = regex(r"([A-Z]\w*)(?:@|::?|#|\.)(\w+)")
"""What names a method with its class alone, wherever that stands."""
_CLASS = regex(r"[A-Z]\w*")


def functions(
    analysis: FileAnalysis, value: facts.Value, place: Place, *, named: bool = False, depth: int = 0
) -> Iterator[Definition]:
    """The functions that a value is, wraps or makes, or a list's last; a class whose objects are called, or answer.

    A text may name one with its class or namespace, or where it is `named` by its bare name. There a class may also do
    what another one of the workspace declares, and leaves to it, and an object runs a function with which it is made.
    """
    match value:
        case facts.Name(name=name) if _is_parameter(analysis, name, place):
            return  # Which function that is callers say.
        case facts.Function() | facts.Name() | facts.Member() | facts.Import():
            found = list(_functions_meant(analysis, value, place)) or list(_methods_around(analysis, value, place))
            yield from found or (_left_to_classes(analysis, value, place) if named else ())
        case facts.Literal(text=text) if named or _NAMED.fullmatch(text) or _OF_CLASS.fullmatch(text):
            yield from _of_text(analysis, text, place, bare=named)
        case facts.Call(callee=callee, arguments=arguments) if depth == 0:
            made = [one.of for one in each(analysis.evaluator.meaning(value, place)) if isinstance(one, Instance)]
            if made:
                written = [one.value for one in arguments if named and isinstance(one.value, facts.Function)]
                found = [one for of in written for one in _functions_meant(analysis, of, place)]
                yield from found or (one for class_ in made for one in _answering_classes(analysis, class_))
                return
            on = [callee.of] if isinstance(callee, facts.Member) else []  # `show.bind(this)`
            inner = (*on, *(given.value for given in arguments))
            wrapped = [one for of in inner for one in functions(analysis, of, place, depth=depth + 1)]
            yield from wrapped or _functions_meant(analysis, value, place)
        case facts.List(items=(*_, last)) if depth == 0:
            pairs = [named_in_text.pair(analysis, one) for one in each(analysis.evaluator.meaning(value, place))]
            methods = [one.method for one in pairs if one is not None]
            yield from methods or functions(analysis, last, place, depth=depth + 1)


def methods_of_pairs(
    analysis: FileAnalysis, values: Sequence[facts.Value], place: Place
) -> Iterator[tuple[facts.Value, Definition]]:
    """The methods that are named by two values one after the other, a class or its name, and a text; with that text."""
    for class_, name in pairwise(values):
        if isinstance(name, facts.Literal) and name.text.isidentifier():
            method = None
            match class_:
                case facts.Literal(text=text) if _CLASS.fullmatch(text):
                    method = named_in_text.method_of_texts(analysis, text, name.text, place.path)
                case facts.Literal(text=text):
                    full = named_in_text.class_in_full(analysis, text, place.path)
                    method = None if full is None else analysis.evaluator.method(full, name.text)
                case facts.Name() | facts.Member() | facts.Import():
                    meant = each(analysis.evaluator.meaning(class_, place))
                    of = (one for one in meant if isinstance(one, Definition) and analysis.evaluator.is_class(one))
                    method = next(filter(None, (analysis.evaluator.method(one, name.text) for one in of)), None)
            if method is not None:
                yield name, method


def _is_parameter(analysis: FileAnalysis, name: str, place: Place) -> bool:
    """Whether a name is that of a parameter of the function around a place."""
    around = () if place.scope == MODULE else analysis.view.facts.definitions[place.scope].parameters
    return any(one.name == name for one in around)


def _functions_meant(analysis: FileAnalysis, value: facts.Value, place: Place) -> Iterator[Definition]:
    for option in each(analysis.evaluator.meaning(value, place)):
        if isinstance(option, Definition | Bound):
            yield from _callable(analysis, function_of(option), place)
        elif isinstance(option, Instance):
            yield from _answering_classes(analysis, option.of)


def _methods_around(analysis: FileAnalysis, value: facts.Value, place: Place) -> Iterator[Definition]:
    """The method of this name of the class in whose body a macro stands: functions alone know its members."""
    if isinstance(value, facts.Name) and place.scope != MODULE:
        around = analysis.view.facts.definitions[place.scope]
        class_ = Definition(analysis.view.path, analysis.view.key(place.scope))
        method = analysis.evaluator.method(class_, value.name) if around.kind == "class" else None
        if method is not None:
            yield method


def _left_to_classes(analysis: FileAnalysis, value: facts.Value, place: Place) -> Iterator[Definition]:
    """The method of a class for which that has a base, which only declares it; of several such methods the class."""
    evaluator = analysis.evaluator
    is_declared = partial(is_abstract, evaluator)
    given = (one for one in each(evaluator.meaning(value, place)) if isinstance(one, Definition))
    for class_ in (one for one in given if evaluator.is_class(one)):
        bases = evaluator.with_bases(class_)[1:]
        declared = {method.name for base in bases for method in filter(is_declared, evaluator.methods(base))}
        done = [one for name, one in evaluator.own_methods(class_).items() if name in declared and not is_declared(one)]
        yield from done if len(done) == 1 else [class_] if done else []


def _callable(analysis: FileAnalysis, function: Definition, place: Place) -> Iterator[Definition]:
    """A function that does not draw a page; of a class the method that a call of its objects runs, if there is one."""
    definition = analysis.project.facts_of(function)
    if definition.kind in ("function", "method"):
        if not any(map(facts.is_element, definition.returns)):
            yield function
    elif definition.kind == "class":
        invoked = named_in_text.invoked_method(analysis, function, place)
        yield from _answering_classes(analysis, function) if invoked is None else (invoked,)


def _answering_classes(analysis: FileAnalysis, class_: Definition) -> Iterator[Definition]:
    """A class whose objects answer requests."""
    if request_methods.of_class(analysis, class_):
        yield class_


def _of_text(analysis: FileAnalysis, text: str, place: Place, *, bare: bool) -> Iterator[Definition]:
    method = named_in_text.whole(analysis, text, place.path, "")
    if method is not None:
        yield method
        return
    class_ = named_in_text.class_in_full(analysis, text, place.path)
    if class_ is not None:
        yield from _callable(analysis, class_, place)
        return
    named = _OF_CLASS.fullmatch(text)
    method = None if named is None else named_in_text.method_of_texts(analysis, named[1], named[2], place.path)
    if method is not None:
        yield method
        return
    namespace, _, name = text.replace("\\", ".").rpartition(".")
    if bare or namespace:
        known = facts.Import(namespace, name) if namespace else facts.Name(name, AFTER_ALL, AFTER_ALL)
        for option in each(analysis.evaluator.meaning(known, Place(place.path, MODULE))):
            if isinstance(option, Definition) and not analysis.evaluator.is_class(option):
                yield option
