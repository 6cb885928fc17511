"""The span of the text by which a call states a contract: where its port stands."""

from __future__ import annotations

from collections.abc import Iterator

from seamark.extract import facts
from seamark.resolve.abstract_values import Argument, Instance, Meaning, Place, Record, Symbol, each
from seamark.resolve.evaluation.library_objects import route_urls
from seamark.resolve.findings import Span
from seamark.resolve.partial_texts.texts import path_of, texts

from .call_site import CallSite

MAX_WRAPPED = 4
_WRAPS = ("same", "lower", "upper", "format", "pattern", "printf")
_JOINS = ("concat", "join paths", "resolve url", "url")


def span(site: CallSite, value: facts.Value | None, part_of: Meaning | None = None) -> Span:
    """The contract's text: the argument that states it, else the name that is called.

    In a loop through a list of the same file, the text is what the item states, all of it or what means `part_of`.
    """
    call = site.call
    listed = _part_of_item(site, value, part_of)
    if listed is not None:
        return Span(listed.start, listed.end, site.analysis.view.scope_at(listed.start))
    around = site.place.scope if site.decorated is None else site.decorated
    value = _begin_of_chain(_sole(_value_of_function(site, value)))
    match value:
        case facts.Literal() | facts.Concat() | facts.Name() | facts.Member():
            return Span(value.start, value.end, around, names_in(value))
        case facts.Call(facts.Name(start=at, end=end), (facts.Argument(value=facts.Literal() as text), *_)) if (
            at == end
        ):
            return Span(text.start, text.end, around)  # What is called is not written: `/^users/`.
        case facts.Call(callee=facts.Name() | facts.Member() as callee):
            return Span(callee.start, callee.end, around, (callee.name,))
        case facts.Object():
            return Span(value.start, value.end, around)
        case facts.List(items=(facts.Literal() as first, *_)):
            return Span(first.start, first.end, around)
    named = call.callee if isinstance(call.callee, facts.Name | facts.Member) else call
    return Span(named.start, named.end, around)


def names_in(value: facts.Value) -> tuple[str, ...]:
    """The names of constants, or of functions, that an expression for a text holds, each once."""
    return tuple(dict.fromkeys(_names(value)))


def _names(value: facts.Value) -> Iterator[str]:
    match value:
        case facts.Name(name=name) | facts.Member(name=name):
            yield name
        case facts.Call(callee=callee):
            yield from _names(callee)
        case facts.Concat(parts=parts):
            for part in parts:
                yield from _names(part)


def _value_of_function(site: CallSite, value: facts.Value | None) -> facts.Value | None:
    """What a function gives that is written in place, if that is one thing: `() => "/users"`."""
    is_called = isinstance(value, facts.Call) and all(one.value == facts.Hole() for one in value.arguments)
    function = value.callee if isinstance(value, facts.Call) and is_called else value
    if not isinstance(function, facts.Function):
        return value
    returns = site.analysis.view.facts.definitions[function.definition].returns
    return returns[0] if len(returns) == 1 else value


def of_function(site: CallSite, at: facts.Value | None) -> Span | None:
    """Where a function that is written in place has its name, which may be the key before it."""
    if not isinstance(at, facts.Function):
        return None
    definition = site.analysis.view.facts.definitions[at.definition]
    return Span(definition.name_start, definition.name_end, definition.parent) if definition.name_end else None


def _part_of_item(
    site: CallSite, value: facts.Value | None, part_of: Meaning | None
) -> facts.Literal | facts.Concat | facts.Name | None:
    """The part of a loop's item that states the text, or its end; of a URL the path's."""
    if value is None or isinstance(value, facts.Literal) or not site.place.rounds:
        return None
    stated = [path_of(text).raw() for text in texts(part_of or site.meaning(value))]
    for item in site.place.rounds.values():
        for written, place in written_items(site, item) if isinstance(item, Argument) else ():
            for part in texts_in(written) if place.path == site.place.path else ():
                own = [path_of(text).raw() for text in texts(site.analysis.evaluator.meaning(part, place))]
                if any(text.endswith(end) for text in stated for end in own if any(c.isalnum() for c in end)):
                    return part
    return None


def written_items(site: CallSite, item: Argument) -> Iterator[tuple[facts.Value, Place]]:
    """What a call gives, or a loop's item, as it is written: what has a name where that is given it."""
    if isinstance(item.value, facts.Name):
        meant = each(site.analysis.evaluator.meaning(item.value, item.place))
        yield from ((one.value, one.place) for one in meant if isinstance(one, Record))
        yield from (one.made for one in meant if isinstance(one, Instance) and one.made is not None)
    yield item.value, item.place


def texts_in(value: object) -> Iterator[facts.Literal | facts.Concat | facts.Name]:
    """The parts of an expression that may be texts."""
    if isinstance(value, facts.Literal | facts.Concat | facts.Name):
        yield value
    else:
        for inner in facts.parts_of_fact(value):
            yield from texts_in(inner)


def _sole(value: facts.Value | None) -> facts.Value | None:
    """The only arm of a conditional that is not nothing: `ready ? "/users" : null`."""
    options = value.options if isinstance(value, facts.Choice) else ()
    arms = [one for one in options if not isinstance(one, facts.Scalar)]
    return arms[0] if len(arms) == 1 else value


def text_in(site: CallSite, value: facts.Value | None) -> facts.Value | None:
    """The text that an expression is made of by calls that only wrap, fill, join or pass it on: `format("/{}", n)`.

    What is put below a base (`base.join("users").unwrap()`) is it if it is written there, and so is the name of a route
    of which an expression gives the URL.
    """
    named = _name_of_route(site, value)
    if named is not None:
        return named
    value = _below_base(site, value)
    for _ in range(MAX_WRAPPED):
        if not isinstance(value, facts.Call) or not value.arguments:
            break
        inner = _wrapped(site, value)
        if not isinstance(inner, facts.Literal | facts.Concat | facts.Call):
            break
        value = inner
    return value


def _name_of_route(site: CallSite, value: facts.Value | None) -> facts.Value | None:
    """The name of which an expression gives the URL, with what stands before and after that."""
    match value:
        case facts.Call() if any(text.route_urls for text in texts(site.meaning(value))):
            for row, library in route_urls.rows(site.analysis.evaluator, value, site.place):
                return route_urls.name(site.analysis.evaluator, row, library, value, site.place)[0]
            inner = (*(one.value for one in value.arguments), *_receiver(value))
            return next((found for one in inner if (found := _name_of_route(site, one)) is not None), None)
        case facts.Concat(parts=parts):
            return next((found for part in parts if (found := _name_of_route(site, part)) is not None), None)
    return None


def _receiver(call: facts.Call) -> tuple[facts.Value, ...]:
    return (call.callee.of,) if isinstance(call.callee, facts.Member) else ()


def _below_base(site: CallSite, value: facts.Value | None) -> facts.Value | None:
    """What an expression puts below a base, be it handed through methods that give what they are called on."""
    known, begin = site.analysis.catalogue, value
    while isinstance(begin, facts.Call) and isinstance(begin.callee, facts.Member):
        name, first = begin.callee.name, begin.arguments[0].value if begin.arguments else None
        if "resolve url" in known.text_methods.get(name, ()):
            return first if isinstance(first, facts.Literal | facts.Concat | facts.Name | facts.Member) else value
        if name not in known.passing_methods:
            break
        begin = begin.callee.of
    return value


def _wrapped(site: CallSite, call: facts.Call) -> facts.Value | None:
    """What a call makes its text of: its first argument, or the only one that is written out of those that it joins."""
    called, given = site.meaning(call.callee), [one.value for one in call.arguments]
    if not isinstance(called, Symbol):
        return None
    does, passing = site.analysis.catalogue.texts.get(called.name), site.analysis.catalogue.passing.get(called.name)
    if does in _JOINS:
        written = [one for one in given if isinstance(one, facts.Literal | facts.Concat) and _has_word(one)]
        return written[0] if len(written) == 1 else None
    return given[0] if does in _WRAPS or (passing is not None and passing.argument == "0") else None


def _begin_of_chain(value: facts.Value | None) -> facts.Value | None:
    """The text on which a chain of calls begins, if it does so: `"/users/{}".format(id)`."""
    begin = value
    while isinstance(begin, facts.Call) and isinstance(begin.callee, facts.Member):
        begin = begin.callee.of
    return begin if isinstance(begin, facts.Literal | facts.Concat) and _has_word(begin) else value


def _has_word(value: facts.Literal | facts.Concat) -> bool:
    return isinstance(value, facts.Concat) or any(c.isalnum() for c in value.text)
