"""Which verbs a handler says that it answers, and with which methods: a class, or a decorated function."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from seamark.catalogue import VERBS, ClassHandler, Route
from seamark.extract import facts
from seamark.resolve.abstract_values import (
    UNKNOWN,
    Bound,
    Definition,
    Instance,
    Meaning,
    OpaqueCall,
    Place,
    Record,
    Symbol,
    Text,
    each,
    function_of,
)
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.evaluation.calls import arguments
from seamark.resolve.http.verbs import route_verb, verbs_among
from seamark.resolve.partial_texts.texts import texts
from seamark.resolve.workspace_facts.view import View, as_call

from .wrapping import wrapped_values

MAX_WRAPPED = 4
"""How many functions may be wrapped around a handler."""

Answers: TypeAlias = dict[str, Definition | None]
"""The verbs that a handler answers, each with the method that does so, if it is known; empty if it does not say."""


def answers(site: CallSite, spec: str, handler: Definition | None) -> Answers:
    """The verbs that the handler of a route answers, which is the argument `spec`, or is what the call decorates."""
    value = site.written_argument(spec) if site.decorated is None else None
    found = _of_value(site.analysis, value, site.place) if value is not None else {}
    return found or (_of(site.analysis, handler) if handler is not None else {})


def methods(analysis: FileAnalysis, class_: Definition) -> Answers:
    """The verbs that a class answers with methods of their names; empty for what is no class."""
    if not analysis.evaluator.is_class(class_):
        return {}
    return {verb.upper(): method for verb, method in has(analysis, class_, VERBS).items()}


def responders(site: CallSite, row: Route, handler: Definition | None) -> Answers:
    """The verbs that the object which handles a route answers with methods that are called as the row says.

    What handles it is an argument, or what the call decorates, which is the `handler`. A text may say so instead.
    """
    said = dict(_mapped_methods(site, row)) if row.mapping else {}
    if said:
        return said
    suffixes = [text.known_string for text in texts(site.argument(row.suffix) or UNKNOWN)] if row.suffix else [None]
    end = "" if suffixes[0] is None else f"_{suffixes[0]}"
    names = {row.responders.format(verb, Verb=verb.title(), VERB=verb.upper()) + end: verb.upper() for verb in VERBS}
    given = handler if site.decorated is not None else site.argument(row.handler)
    for by in _answering_classes(given):
        return {names[name]: method for name, method in has(site.analysis, by, names).items()}
    return {}


def _answering_classes(given: Meaning | None) -> Iterator[Definition | Record]:
    """The classes that something is, or is an object of; or the objects that are written out."""
    for option in each(given or UNKNOWN):
        by = option.of if isinstance(option, Instance) else option
        if isinstance(by, Definition | Record):
            yield by


def _mapped_methods(site: CallSite, row: Route) -> Iterator[tuple[str, Definition | None]]:
    """The verbs that a text maps to methods of what handles a route: `get:List;post,put:Save`, `*:All`."""
    answering = _answering_classes(site.argument(row.handler))
    class_ = next((one for one in answering if isinstance(one, Definition)), None)
    for text in texts(site.argument(row.mapping) or UNKNOWN):
        for part in (text.known_string or "").split(";"):
            asked, _, name = part.partition(":")
            method = site.analysis.evaluator.method(class_, name.strip()) if class_ is not None else None
            for verb in asked.split(",") if name else ():
                yield route_verb(Text((verb.strip(),))), method


def has(analysis: FileAnalysis, by: Definition | Record, names: Iterable[str]) -> dict[str, Definition | None]:
    """Those of the methods of these names that a class has: its own, or those of the library's that it inherits.

    Those of an object that is written out are its entries.
    """
    if isinstance(by, Record):
        entries = {name: analysis.evaluator.entry(by, name) for name in names}
        functions = (Definition, Bound)
        return {name: function_of(one) for name, one in entries.items() if isinstance(one, functions)}
    class_ = by
    above = [one.name for one in analysis.evaluator.lineage(class_) if isinstance(one, Symbol)]
    inherited = {name for one in above for name in analysis.catalogue.answering.get(one, ())}
    own = {name: analysis.evaluator.method(class_, name) for name in names}
    return {name: method for name, method in own.items() if method is not None or name in inherited}


def allowed_verbs(analysis: FileAnalysis, class_: Meaning, name: str) -> frozenset[str]:
    """The verbs that a class lists under a name as all that it answers; empty if it lists none."""
    for one in analysis.evaluator.with_bases(class_) if name and isinstance(class_, Definition) else ():
        view, index = analysis.project.whereabouts(one)
        listed = analysis.project.bindings(view, index, name)
        if listed:
            return _verbs(analysis, analysis.evaluator.meaning(listed[-1].value, Place(one.path, index)))
    return frozenset()


def _verbs(analysis: FileAnalysis, listed: Meaning | None) -> frozenset[str]:
    stated = (
        text.known_string or "" for one in arguments.argument_items(analysis.evaluator, listed) for text in texts(one)
    )
    return frozenset(verbs_among(stated))


def _of_value(analysis: FileAnalysis, value: facts.Value, place: Place, depth: int = 0) -> Answers:
    """What an expression answers, be it wrapped: `login_required(Users.as_view())`."""
    for option in each(analysis.evaluator.source(value, place)):
        found = _of_call(analysis, option, depth) if isinstance(option, OpaqueCall) else _of(analysis, option)
        if found:
            return found
    return {}


def _of_call(analysis: FileAnalysis, called: OpaqueCall, depth: int) -> Answers:
    call, place = called.call, called.place
    row = analysis.catalogue.class_handlers.get(call.callee.name) if isinstance(call.callee, facts.Member) else None
    if row is not None and isinstance(call.callee, facts.Member):
        return _of_class(analysis, analysis.evaluator.meaning(call.callee.of, place), row, call, place)
    stated = _stated_verbs(analysis, call, place)
    if stated or depth == MAX_WRAPPED:
        return dict.fromkeys(stated)
    inner = (_of_value(analysis, one, place, depth + 1) for one in wrapped_values(analysis, called))
    return next((found for found in inner if found), {})


def _of_class(analysis: FileAnalysis, classes: Meaning, row: ClassHandler, call: facts.Call, place: Place) -> Answers:
    """What a call answers with that makes a handler of a class."""
    for class_ in each(classes):
        stated = arguments.argument(analysis.evaluator, call, row.methods, place)
        said = dict(_verbs_by_key(analysis, class_, stated)) if isinstance(stated, Record) else _of(analysis, class_)
        listed = arguments.argument(analysis.evaluator, call, row.allowed, place) if row.allowed else None
        only = _verbs(analysis, listed) or allowed_verbs(analysis, class_, row.allowed)
        if said:
            return {verb: method for verb, method in said.items() if not only or verb in only}
    return {}


def _verbs_by_key(analysis: FileAnalysis, class_: Meaning, record: Record) -> Iterator[tuple[str, Definition | None]]:
    """The verbs that an object says by its keys, with the methods that it names: `{"get": "list"}`."""
    for entry in record.value.entries:
        if entry.key in VERBS:
            named = [
                text.known_string
                for text in texts(analysis.evaluator.meaning(entry.value, record.place))
                if text.known_string
            ]
            found = analysis.evaluator.member(class_, named[0], record.place) if named else UNKNOWN
            yield entry.key.upper(), found.method if isinstance(found, Bound) else None


def _of(analysis: FileAnalysis, handler: Meaning) -> Answers:
    """What a class answers by its methods, or a function by what decorates it."""
    if isinstance(handler, Symbol):
        return {verb.upper(): None for verb in analysis.catalogue.answering.get(handler.name, ())}
    if isinstance(handler, Instance):
        return _of(analysis, handler.of)
    if not isinstance(handler, Definition | Bound):
        return {}
    view, index = analysis.project.whereabouts(function_of(handler))
    if analysis.project.definition(view, index).kind == "class":
        return methods(analysis, function_of(handler))
    asked = "answers", function_of(handler)
    return analysis.evaluator.once(asked, lambda: _by_decorators(analysis, function_of(handler), view, index))


def _by_decorators(analysis: FileAnalysis, function: Definition, view: View, index: int) -> Answers:
    """What a function answers by what decorates it."""
    definition = analysis.project.definition(view, index)
    for decorator in definition.decorators:
        call = as_call(decorator)
        stated = _stated_verbs(analysis, call, Place(view.path, definition.parent)) if call is not None else ()
        if stated:
            return dict.fromkeys(stated, function)
    return {}


def _stated_verbs(analysis: FileAnalysis, call: facts.Call, place: Place) -> tuple[str, ...]:
    """The verbs that a call says something answers that it decorates, or is given."""
    callee = analysis.evaluator.meaning(call.callee, place) if analysis.catalogue.allowing else UNKNOWN
    row = analysis.catalogue.allowing.get(callee.name.removesuffix("()")) if isinstance(callee, Symbol) else None
    if row is None:
        return ()
    listed = arguments.argument(analysis.evaluator, call, row.verbs, place) if row.verbs else None
    return tuple(sorted(_verbs(analysis, listed))) or row.always
