"""Contracts that go by a name: topics, tasks, activities, methods of services, as calls state them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from seamark import keys
from seamark.catalogue import CALL, DECORATED, UNKNOWN_TYPE, Contract
from seamark.extract.facts import MODULE
from seamark.resolve import arguments
from seamark.resolve.findings import Named, Relay, Spot
from seamark.resolve.meaning import (
    UNKNOWN,
    Arguments,
    Bound,
    Definition,
    Gap,
    Instance,
    Made,
    Meaning,
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
from seamark.resolve.modules import naming
from seamark.resolve.substitute import Substitution
from seamark.resolve.texts import after, concat, in_words, texts
from seamark.resolve.wrapping import MAX_LEVEL

from . import handlers, members, spots, taking
from .call_site import CallSite
from .finder import Finder
from .makers import makers

CALLED_ON = ("peer", "stub")
"""The roles of objects on which contracts are called that go by a name."""


@dataclass(frozen=True, slots=True)
class Stated:
    """A contract as a call states it, be it the function's own or its callers'.

    `level` counts the functions between the call and the place where it is provided or consumed. `of` is the function
    that is called for, where only its own name says so. What stands `after` the last of these marks is the name.
    """

    mechanism: str
    role: str
    name: Text
    handler: Definition | Parameter | None
    spot: Spot
    framework: str
    level: int = 0
    of: Definition | None = None
    after: str = ""


def called_on(site: CallSite, made: Made) -> bool:
    """Read a call on an object of the catalogue as the contracts that it states; False if there are none."""
    found = False
    for row, library in site.finder.known.contracts.on(made.type, site.name):
        found |= contract(site, row, library, made)
    return found


def called_on_parameter(site: CallSite, receiver: Meaning) -> None:
    """Read a call on a parameter of which nothing is known as one on what the function's callers give for it."""
    finder = site.finder
    libraries = finder.known.contract_names.get(site.name, ())
    told = any(library == "" or finder.imports(library) for library in libraries)
    for option in each(receiver) if told or finder.project.serving(keys.grpc_name(site.name)) else ():
        if not isinstance(option, Parameter) or option.members or option.type != UNKNOWN:
            continue
        finder.call_for_callers(option.owner.key)
        for one in finder.relations.brought(option.owner, option.index):
            given = Made(one.type, ("", ""), named=one.named)
            method = finder.evaluator.made(finder.evaluator.member(given, site.name, site.place))
            if finder.view.stated or (method is not None and finder.evaluator.is_declared(method)):
                called_on(site, given) if method is None else called_on(replace(site, name=CALL), method)


def called_on_unknown(site: CallSite) -> None:
    """Read a call on something of which nothing is known, as a row says that stands alone or whose library is there."""
    for row, library in site.finder.known.contracts.on(UNKNOWN_TYPE, site.name):
        if row.alone or site.finder.imports(library):
            contract(site, row, library, None)


def contract(site: CallSite, row: Contract, library: str, made: Made | None) -> bool:
    """Read a call as a contract; False if it states none."""
    if (row.handler == DECORATED) != (site.decorated is not None) or not _is_meant(site, row, library):
        return False
    if site.finder.evaluator.is_refused(row, site.call, site.place):
        return False
    handler = _handler(site, row) if row.role == "exposes" else None
    found = list(_members(site, row) if row.members else _names(site, row, made))
    if site.decorated is not None and row.taken and not found:
        found, handler = _taken(site, row, site.decorated)
    elif site.decorated is not None and not found and not row.members:
        own = Definition(site.finder.view.path, site.finder.view.key(site.decorated))
        found = [
            _Name(Text((site.finder.evaluator.own_name(row, own),)), members.named_at(site.finder, site.decorated))
        ]
    if site.decorated is not None and (row.members or row.whole):
        _declares(site.finder, site.decorated)
    for one in found:
        for name in [one.name] if row.members else _known_as(site, row, one.name):
            bound = one.handler or handler
            if site.decorated is None and row.taken and taking.provides(site.finder, bound, name):
                continue  # It does so wherever it is registered.
            stated(site.finder, Stated(row.mechanism, row.role, name, bound, one.spot, library, 0, one.of, row.after))
    return bool(found)


def _taken(site: CallSite, row: Contract, decorated: int) -> tuple[list[_Name], Definition]:
    """The names of what a decorated handler takes, or a method of a decorated class; and that method."""
    handler = Definition(site.finder.view.path, site.finder.view.key(decorated))
    if site.finder.view.facts.definitions[decorated].kind == "class":
        given = site.argument("method")
        named = next((text.known for text in texts(given) if text.known), row.taken) if given is not None else row.taken
        handler = site.finder.evaluator.method(handler, named) or handler
    spot = members.named_at(site.finder, decorated)
    return [_Name(*one) for one in taking.names(site.finder, handler, spot)], handler


def _is_meant(site: CallSite, row: Contract, library: str) -> bool:
    """Whether the arguments of a call are those that a row asks for."""
    if row.typed:
        made = site.finder.evaluator.made(site.argument(row.name) or UNKNOWN)
        if made is None or made.type not in (site.finder.known.type_id(library, name) for name in row.typed):
            return False
    given = ((site.argument(spec), text) for spec, text in row.where.items())
    return all(meaning is not None and Text((text,)) in each(meaning) for meaning, text in given)


def _declares(finder: Finder, decorated: int) -> None:
    """Note that others may implement the class that is decorated, or whose method is."""
    definition = finder.view.facts.definitions[decorated]
    index = decorated if definition.kind == "class" or definition.parent == MODULE else definition.parent
    class_ = finder.view.facts.definitions[index].name
    finder.words.add(class_)
    finder.offers.add(class_)


def stated(finder: Finder, one: Stated) -> None:
    """A contract was found: the file's own, or one that the callers of the function around it name."""
    instance = makers(finder, (one.name,), one.spot.scope)
    owner = next((given.owner for given in one.name.given if given.owner not in instance), None)
    relayed = owner if one.level < MAX_LEVEL else None
    if relayed is not None:
        finder.relays.append(_relay(relayed, one))
        finder.call_for_callers(relayed.key)
    if keys.name_key(one.name.raw()) is not None:
        handler = one.handler if isinstance(one.handler, Definition) else None
        finder.named.append(
            Named(one.mechanism, one.role, one.name, handler, one.spot, one.framework, one.level, relayed, one.of)
        )


def _relay(owner: Definition, one: Stated) -> Relay:
    """The function whose callers name a contract, with the handler as they or the function give it."""
    handler: Definition | int | None = None
    if isinstance(one.handler, Definition):
        handler = one.handler
    elif one.handler is not None and one.handler.owner == owner:
        handler = one.handler.index
    return Relay(owner, one.mechanism, one.role, one.name, handler, one.framework, one.level + 1, one.after)


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
        for name in dict.fromkeys(substitution.names(relay.name)):
            if keys.name_key(relay.name.raw()) is not None:
                if _gaps(name) > _gaps(relay.name):
                    continue
                site.finder.passed.add(function)
            own = after(name, relay.after)
            found = Stated(
                relay.mechanism, relay.role, own, handler, spot, relay.framework, relay.level, after=relay.after
            )
            stated(site.finder, found)
    return bool(relays)


def _gaps(name: Text) -> int:
    """How much of a name is not known."""
    return sum(isinstance(part, Gap) for part in name.parts)


def _handler(site: CallSite, row: Contract) -> Definition | Parameter | None:
    finder = site.finder
    if site.decorated is not None:
        own = Definition(finder.view.path, finder.view.key(site.decorated))
        return finder.evaluator.run(row, own) or own
    if row.handler == handlers.AROUND:
        return handlers.around(finder, site.place)
    value = site.written(row.handler)
    found = None if value is None else handlers.given(finder, value, site.place)
    method = finder.evaluator.method(found, row.taken) if row.taken and isinstance(found, Definition) else None
    return method or found


@dataclass(frozen=True, slots=True)
class _Name:
    """A name, where it is stated, and the function that goes by it, if that is what it was found by.

    `of` is a function that is called for by its own name.
    """

    name: Text
    spot: Spot
    handler: Definition | None = None
    of: Definition | None = None


def _names(site: CallSite, row: Contract, made: Made | None) -> Iterator[_Name]:
    """The names that a call states, each where it does so."""
    others = list(_instead(site, row))
    if others:
        yield from others
        return
    if not row.name:
        yield from (_Name(name, spots.spot(site, None)) for name in (made.named if made is not None else ()))
        return
    if row.commands:
        spot = spots.spot(site, spots.text_in(site, site.written(row.name)))
        yield from (_Name(name, spot) for name in _commanded(site, row))
        return
    for meaning, spot in _stating(site, row):
        functions = [function_of(one) for one in each(meaning) if isinstance(one, Definition | Bound)]
        of = functions[0] if row.functions and len(functions) == 1 else None
        yield from (_Name(name, spot, of=of) for name in names_of(site.finder, meaning, row))


def _instead(site: CallSite, row: Contract) -> Iterator[_Name]:
    """The names that take the place of others."""
    instead = site.argument(row.instead)
    spot = spots.spot(site, site.written(row.instead))
    for text in texts(instead) if instead is not None and not is_empty(instead) else ():
        if text.raw() != "":
            yield _Name(text, spot)


def _commanded(site: CallSite, row: Contract) -> Iterator[Text]:
    """The names in the commands that a call may send."""
    for text in site.filled(row.name):
        words = in_words(text)
        raw = [word.raw().upper() for word in words]
        mark = row.commands.get(raw[0]) if raw else None
        if mark in raw[:-1]:
            yield words[raw.index(mark) + 1]


def _stating(site: CallSite, row: Contract) -> Iterator[tuple[Meaning, Spot]]:
    """What states the names, and where: of lists that are written out each item by itself."""
    written = arguments.all_written(site.call, row.name)
    yield from ((site.meaning(value), spots.spot(site, spots.text_in(site, value))) for value in written)
    value, given = (None, None) if written else site.found_argument(row.name)
    if given is not None:
        yield given, spots.spot(site, spots.text_in(site, value))


def _known_as(site: CallSite, row: Contract, name: Text) -> Iterator[Text]:
    """The name as it is known outside: without what only says where it is, below a prefix, with that of its service."""
    name = after(name, row.after)
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
    has_names = not naming(finder.view.facts.language).compiled
    match meaning:
        case Options():
            for option in each(meaning):
                yield from names_of(finder, option, row)
        case Sequence():
            for item in finder.evaluator.items(meaning):
                yield from names_of(finder, item, row)
        case Record() if row.keys:
            for entry in meaning.value.entries:
                if entry.named is not None:
                    yield from names_of(finder, finder.evaluator.meaning(entry.named, meaning.place), row)
                elif entry.key not in ("", "..."):
                    yield Text((entry.key,))
        case Record() if row.patterns:
            yield from _pattern(finder, meaning)
        case Text():
            yield meaning
        case Made():
            yield from meaning.named
        case Definition() | Bound() if row.taken and not finder.evaluator.is_class(function_of(meaning)):
            yield from (name for name, _ in taking.names(finder, function_of(meaning), Spot(0, 0, MODULE)))
        case Definition() | Bound() if has_names:
            yield from declared(finder, function_of(meaning))
        case Instance() if has_names:
            yield from declared(finder, meaning.of)
        case Parameter():
            yield from texts(meaning)
        case Symbol() if row.functions and not meaning.name.endswith(CALL):
            yield Text((meaning.name.rpartition(".")[2],))


def _pattern(finder: Finder, record: Record) -> Iterator[Text]:
    """An object of texts as JSON, its keys in order."""
    pieces: list[Text] = []
    for entry in sorted(record.value.entries, key=lambda one: one.key):
        read = texts(finder.evaluator.meaning(entry.value, record.place))
        pieces += [Text((f'{"," if pieces else ""}"{entry.key}":"',)), read[0], Text(('"',))]
    yield concat((Text(("{",)), *pieces, Text(("}",))))


def declared(finder: Finder, definition: Definition) -> tuple[Text, ...]:
    """The name that is declared for a function or class, else its own if it has one."""
    return finder.evaluator.known_as(definition)


def _members(site: CallSite, row: Contract) -> Iterator[_Name]:
    """The functions of an object, a class or a module that a call is given or decorates: one contract each.

    A name that it states takes the place of that of a function, and stands before those of several.
    """
    if site.decorated is not None:
        yield from (_Name(*one) for one in members.methods(site.finder, site.decorated))
        return
    spot = spots.spot(site, spots.text_in(site, site.written(row.name)))
    others = list(_instead(site, row))
    prefix = site.argument(row.prefix)
    for option in each(site.argument(row.name) or UNKNOWN):
        if isinstance(option, Definition | Bound) and others:
            yield from (replace(other, handler=function_of(option)) for other in others)
            continue
        given = site.file(option) if row.files else option
        for name, handler in members.members(site.finder, given):
            if isinstance(option, Definition | Bound) or prefix is None:
                yield _Name(name, spot, handler)
            else:
                yield from (_Name(concat((before, name)), spot, handler) for before in texts(prefix))
