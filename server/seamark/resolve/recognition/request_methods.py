"""Which verbs a handler answers that no table knows: a function, or a class with methods to answer requests.

Classes have those that are called so, and are given a request: `handle(request)`, `do_GET(self, req)`.
"""

from __future__ import annotations

from collections.abc import Iterator

from seamark.catalogue.path_takers import answers_requests, is_request
from seamark.extract import facts
from seamark.resolve.abstract_values import Definition, Symbol
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.http import verbs
from seamark.resolve.http.handlers import answered_verbs, told_apart
from seamark.resolve.module_resolution import rules_of

ANY = "ANY"


def methods_by_verb(analysis: FileAnalysis, handler: Definition) -> dict[str, Definition]:
    """The verbs that a handler answers, each with the method that does; any, if it does not tell them apart."""
    methods = of_class(analysis, handler) or {ANY: handler}
    if set(methods) == {ANY}:
        told = told_apart.by_function(analysis, methods[ANY])
        return dict.fromkeys(told, methods[ANY]) or methods
    return {verb: method for verb, method in methods.items() if verb != ANY}


def tells(analysis: FileAnalysis, handler: Definition) -> bool:
    """Whether a handler says by itself that it answers requests: by methods for that, or as it tells verbs apart."""
    return bool(of_class(analysis, handler)) or ANY not in methods_by_verb(analysis, handler)


def answers(analysis: FileAnalysis, handler: Definition) -> bool:
    """Whether a function is given a request, or a class is one whose objects answer some."""
    if analysis.evaluator.is_class(handler):
        return bool(of_class(analysis, handler))
    return is_given_request(analysis, handler)


def of_class(analysis: FileAnalysis, class_: Definition) -> dict[str, Definition]:
    """The methods of a class that answer requests, by their verbs; nothing for a function."""
    if not analysis.evaluator.is_class(class_):
        return {}
    invoked = rules_of(analysis.view.facts.language).classes.invoked
    called = analysis.evaluator.method(class_, invoked) if invoked else None
    found: dict[str, Definition] = _of_library(analysis, class_)
    for method in (*analysis.evaluator.methods(class_), *filter(None, [called])):
        if answers_requests(method.name) and is_given_request(analysis, method):
            found.setdefault(verbs.verb_in_name("name", method.name), method)
    return found


def _of_library(analysis: FileAnalysis, class_: Definition) -> dict[str, Definition]:
    """The methods that a class has for verbs which inherits from one of a library's that the catalogue knows."""
    known = analysis.catalogue
    bases = [one.name for one in analysis.evaluator.lineage(class_) if isinstance(one, Symbol)]
    if not any(known.is_known(name) and name not in known.constructed_by for name in bases):
        return {}
    return {verb: method for verb, method in answered_verbs.methods(analysis, class_).items() if method is not None}


def is_given_request(analysis: FileAnalysis, method: Definition) -> bool:
    """Whether a function is given what is called as requests are."""
    taken = analysis.project.facts_of(method).parameters
    return any(map(takes_request, taken))


def takes_request(parameter: facts.Parameter) -> bool:
    """Whether a parameter, or its type, is called as requests are."""
    return is_request(parameter.label) or any(map(is_request, _type_names(parameter.type)))


def _type_names(kind: facts.Value | None) -> Iterator[str]:
    if isinstance(kind, facts.Name | facts.Member):
        yield kind.name
