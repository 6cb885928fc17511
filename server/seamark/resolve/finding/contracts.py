"""Contracts that go by a name: topics, tasks, activities, methods of services, as calls state them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from seamark import keys
from seamark.catalogue import DECORATED, UNKNOWN_TYPE, Contract
from seamark.extract import facts
from seamark.extract.facts import MODULE
from seamark.resolve.findings import Named, Relay, Spot
from seamark.resolve.meaning import (
    Arguments,
    Bound,
    Definition,
    Instance,
    Made,
    Meaning,
    Module,
    Options,
    Parameter,
    Record,
    Sequence,
    Symbol,
    Text,
    each,
    function_of,
    is_empty,
)
from seamark.resolve.substitute import Substitution
from seamark.resolve.texts import concat, texts
from seamark.resolve.wrapping import MAX_LEVEL

from . import handlers, spots
from .call_site import CallSite
from .finder import Finder
from .makers import makers


@dataclass(frozen=True, slots=True)
class Stated:
    """A contract as a call states it, be it the function's own or its callers'.

    `level` counts the functions between the call and the place where it is provided or consumed.
    """

    mechanism: str
    role: str
    name: Text
    handler: Definition | Parameter | None
    spot: Spot
    framework: str
    level: int = 0


def called_on(site: CallSite, made: Made) -> bool:
    """Read a call on an object of the catalogue as the contracts that it states; False if there are none."""
    found = False
    for row, library in site.finder.known.contracts.on(made.type, site.name):
        found |= contract(site, row, library, made)
    return found


def called_on_unknown(site: CallSite) -> None:
    """Read a call on something of which nothing is known, as a row says that stands alone or whose library is there."""
    for row, library in site.finder.known.contracts.on(UNKNOWN_TYPE, site.name):
        if row.alone or site.finder.imports(library):
            contract(site, row, library, None)


def contract(site: CallSite, row: Contract, library: str, made: Made | None) -> bool:
    """Read a call as a contract; False if it states none."""
    if (row.handler == DECORATED) != (site.decorated is not None):
        return False
    handler = _handler(site, row)
    found = list(_members(site, row) if row.members else _names(site, row, made))
    if site.decorated is not None and not found:
        own = site.finder.view.facts.definitions[site.decorated]
        found = [_Name(Text((own.name,)), Spot(own.name_start, own.name_end, site.decorated))]
    for one in found:
        for name in _known_as(site, row, one.name):
            stated(site.finder, Stated(row.mechanism, row.role, name, one.handler or handler, one.spot, library))
    return bool(found)


def stated(finder: Finder, one: Stated) -> None:
    """A contract was found: the file's own, or one that the callers of the function around it name."""
    instance = makers(finder, (one.name,), one.spot.scope)
    owner = next((given.owner for given in one.name.given if given.owner not in instance), None)
    if owner is not None and one.level < MAX_LEVEL:
        finder.relays.append(_relay(owner, one))
        finder.call_for_callers(owner.key)
    elif keys.name_key(one.name.raw()) is not None:
        handler = one.handler if isinstance(one.handler, Definition) else None
        finder.named.append(Named(one.mechanism, one.role, one.name, handler, one.spot, one.framework, one.level))


def _relay(owner: Definition, one: Stated) -> Relay:
    """The function whose callers name a contract, with the handler as they or the function give it."""
    handler: Definition | int | None = None
    if isinstance(one.handler, Definition):
        handler = one.handler
    elif one.handler is not None and one.handler.owner == owner:
        handler = one.handler.index
    return Relay(owner, one.mechanism, one.role, one.name, handler, one.framework, one.level + 1)


def called(site: CallSite, function: Definition, given: Arguments, substitution: Substitution) -> bool:
    """A call of a function that may name contracts for its callers; False if it does not."""
    relays = site.finder.relations.relays(function)
    for relay in relays:
        handler: Definition | Parameter | None = None
        if isinstance(relay.handler, int):
            one = given.get((function, relay.handler))
            handler = None if one is None else handlers.given(site.finder, one.value, one.place)
        else:
            handler = relay.handler
        spot = spots.spot(site, substitution.written(relay.name))
        for name in dict.fromkeys(substitution.text(relay.name)):
            stated(
                site.finder,
                Stated(relay.mechanism, relay.role, name, handler, spot, relay.framework, relay.level),
            )
    return bool(relays)


def _handler(site: CallSite, row: Contract) -> Definition | Parameter | None:
    finder = site.finder
    if site.decorated is not None:
        return Definition(finder.view.path, finder.view.key(site.decorated))
    value = site.written(row.handler)
    return None if value is None else handlers.given(finder, value, site.place)


@dataclass(frozen=True, slots=True)
class _Name:
    """A name, where it is stated, and the function that goes by it, if that is what it was found by."""

    name: Text
    spot: Spot
    handler: Definition | None = None


def _names(site: CallSite, row: Contract, made: Made | None) -> Iterator[_Name]:
    """The names that a call states, each where it does so."""
    instead = site.argument(row.instead)
    others = [text for text in texts(instead) if text.raw() != ""] if instead is not None else []
    if others and instead is not None and not is_empty(instead):
        spot = spots.spot(site, site.written(row.instead))
        yield from (_Name(name, spot) for name in others)
        return
    if not row.name:
        yield from (_Name(name, spots.spot(site, None)) for name in (made.named if made is not None else ()))
        return
    value = site.written(row.name)
    if isinstance(value, facts.List):
        stated_at = [(site.meaning(item), spots.spot(site, item)) for item in value.items]
    else:
        given = site.argument(row.name)
        stated_at = [] if given is None else [(given, spots.spot(site, value))]
    for meaning, spot in stated_at:
        yield from (_Name(name, spot) for name in names_of(site.finder, meaning, row))


def _known_as(site: CallSite, row: Contract, name: Text) -> Iterator[Text]:
    """The name as it is known outside: below a prefix, and that of a service's method together with the service's."""
    prefix = site.argument(row.prefix)
    below = [concat((before, name)) for before in texts(prefix)] if prefix is not None else [name]
    if not row.service:
        yield from below
        return
    given = site.argument(row.service)
    services = [text.known for text in texts(given)] if given is not None else [_class_around(site)]
    for service in services:
        key = site.finder.evaluator.procedure(service, name.known) if service and name.known else None
        if key is not None:
            yield Text((key,))


def _class_around(site: CallSite) -> str:
    """The name of the class in which the decorated definition stands."""
    definitions = site.finder.view.facts.definitions
    parent = MODULE if site.decorated is None else definitions[site.decorated].parent
    return "" if parent == MODULE else definitions[parent].name


def names_of(finder: Finder, meaning: Meaning, row: Contract) -> Iterator[Text]:
    """The names under which something is a contract: texts, and what functions and classes are called."""
    match meaning:
        case Options():
            for option in each(meaning):
                yield from names_of(finder, option, row)
        case Sequence():
            for item in finder.evaluator.items(meaning):
                yield from names_of(finder, item, row)
        case Record() if row.keys:
            yield from (Text((e.key,)) for e in meaning.value.entries if e.key not in ("", "..."))
        case Text():
            yield meaning
        case Made():
            yield from meaning.named
        case Definition() | Bound():
            yield from declared(finder, function_of(meaning))
        case Instance():
            yield from declared(finder, meaning.of)
        case Parameter():
            yield from texts(meaning)
        case Symbol() if row.functions:
            yield Text((meaning.name.rpartition(".")[2].removesuffix("()"),))


def declared(finder: Finder, definition: Definition) -> tuple[Text, ...]:
    """The name that is declared for a function or class, else its own."""
    made = finder.evaluator.made(definition)
    return made.named if made is not None and made.named else (Text((definition.name,)),)


def _members(site: CallSite, row: Contract) -> Iterator[_Name]:
    """The functions of an object, a class or a module that a call is given: one contract each."""
    given = site.argument(row.name)
    spot = spots.spot(site, site.written(row.name))
    found = members(site.finder, given) if given is not None else ()
    yield from (_Name(name, spot, handler) for name, handler in found)


def members(finder: Finder, meaning: Meaning) -> Iterator[tuple[Text, Definition | None]]:
    """The functions of an object, a class or a module, each with the name that is declared for it, else its own."""
    for option in each(meaning):
        match option:
            case Record():
                for entry in option.value.entries:
                    value = finder.evaluator.meaning(entry.value, option.place)
                    if entry.key == "...":
                        yield from members(finder, value)
                    elif entry.key:
                        functions = (function_of(one) for one in each(value) if isinstance(one, Definition | Bound))
                        yield Text((entry.key,)), next(functions, None)
            case Sequence():
                for item in finder.evaluator.items(option):
                    yield from members(finder, item)
            case Instance(of=class_):
                for method in finder.evaluator.methods(class_):
                    yield from ((name, method) for name in declared(finder, method))
            case Module(path=path):
                for function in finder.evaluator.functions(path):
                    yield from ((name, function) for name in declared(finder, function))
            case Definition() | Bound():
                yield from ((name, function_of(option)) for name in declared(finder, function_of(option)))
