"""The names of contracts as calls state them, each where it stands, and as they are known outside."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from seamark import keys
from seamark.catalogue import CALL, Contract
from seamark.extract import facts
from seamark.extract.facts import MODULE
from seamark.resolve.abstract_values import (
    Bound,
    Definition,
    Instance,
    Made,
    Meaning,
    Options,
    Parameter,
    Place,
    Record,
    Sequence,
    Symbol,
    Text,
    each,
    function_of,
    is_empty,
)
from seamark.resolve.call_sites import contract_spans
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.evaluation.calls import arguments
from seamark.resolve.evaluation.texts_and_lists.placeholders import fill_keys
from seamark.resolve.findings import Span
from seamark.resolve.http.handlers import named_in_text
from seamark.resolve.module_resolution import rules_of
from seamark.resolve.module_resolution.properties import property_of
from seamark.resolve.partial_texts.texts import after, concat, in_words, texts
from seamark.resolve.workspace_facts.view import last_name

from . import member_contracts, payload_types


class Name(Struct, frozen=True):
    """A name, where it is stated, and the function that goes by it, if that is what it was found by.

    `of` is a function that is called for by its own name.
    """

    name: Text
    span: Span
    handler: Definition | None = None
    of: Definition | None = None


def of_call(site: CallSite, row: Contract, made: Made | None) -> Iterator[Name]:
    """The names that a call states, each where it does so."""
    others = list(_instead(site, row, made))
    if others:
        yield from others
        return
    if not row.name and not row.behind:
        span = contract_spans.span(site, None)
        yield from (Name(name, span, of=_declaring_function(made, name)) for name in of_object(site, made))
        return
    if row.commands:
        span = contract_spans.span(site, contract_spans.text_in(site, site.written_argument(row.name)))
        yield from (Name(name, span) for name in _names_in_commands(site, row))
        return
    for meaning, span in _stating_values(site, row):
        functions = [function_of(one) for one in each(meaning) if isinstance(one, Definition | Bound)]
        of = functions[0] if row.functions and len(functions) == 1 else None
        yield from (Name(name, span, of=of) for name in names_of(site.analysis, meaning, row))


def _declaring_function(made: Made | None, name: Text) -> Definition | None:
    """The function that an object is which goes by the function's own name: `process.delay()`."""
    function = Definition(*made.identity) if made is not None and made.call is None else None
    return function if function is not None and function.name == name.known_string else None


def of_object(site: CallSite, made: Made | None) -> tuple[Text, ...]:
    """The names of the object that a call is on: those that it was made with, else those that it was given then."""
    if made is None or made.named:
        return () if made is None else made.named
    kind = site.analysis.catalogue.types.get(made.type)
    found: dict[Text, None] = {}
    for one in site.analysis.view.facts.sites if kind is not None and kind.told else ():
        callee = one.call.callee
        if kind is None or last_name(callee) not in kind.told or not isinstance(callee, facts.Member):
            continue
        told = CallSite(site.analysis, one.call, Place(site.place.path, one.scope), last_name(callee))
        of, given = told.object_of(callee.of), told.argument("0")
        if of is not None and given is not None and of.identity == made.identity:
            found.update(dict.fromkeys(texts(given)))
    return tuple(found)


def _instead(site: CallSite, row: Contract, made: Made | None = None) -> Iterator[Name]:
    """The names that take the place of others."""
    if row.instead == CALL:
        yield from (Name(name, contract_spans.span(site, None)) for name in of_object(site, made))
        return
    instead = site.argument(row.instead)
    span = contract_spans.span(site, site.written_argument(row.instead))
    for text in texts(instead) if instead is not None and not is_empty(instead) else ():
        if text.known_string or (text.raw() != "" and not row.field_of):
            yield Name(text, span)


def _names_in_commands(site: CallSite, row: Contract) -> Iterator[Text]:
    """The names in the commands that a call may send."""
    for text in site.filled_templates(row.name):
        words = in_words(text)
        raw = [word.raw().upper() for word in words]
        mark = row.commands.get(raw[0]) if raw else None
        if mark in raw[:-1]:
            yield words[raw.index(mark) + 1]


def _stating_values(site: CallSite, row: Contract) -> Iterator[tuple[Meaning, Span]]:
    """What states the names, and where: of lists that are written out each item by itself."""
    written = _behind(site, row.behind) if row.behind else arguments.all_written(site.call, row.name)
    yield from (
        (site.meaning(value), contract_spans.span(site, contract_spans.text_in(site, value))) for value in written
    )
    value, given = (None, None) if written else site.found_argument(row.name)
    if given is not None:
        yield given, contract_spans.span(site, contract_spans.text_in(site, value))


def _behind(site: CallSite, mark: str) -> list[facts.Value]:
    """The first half of the arguments behind the one that is a mark, as it is written."""
    given = [one.value for one in site.call.arguments if one.name in ("", "*")]
    marks = (
        number for number, value in enumerate(given) if isinstance(value, facts.Literal) and value.text.upper() == mark
    )
    begin = next(marks, len(given)) + 1
    return given[begin : begin + len(given[begin:]) // 2]


def names_outside(site: CallSite, row: Contract, name: Text) -> Iterator[Text]:
    """The name as it is known outside: without what only says where it is, below a prefix, with that of its service."""
    if row.field_of:
        if name.known_string:
            yield Text(
                (
                    keys.graphql_key(
                        row.field_of, keys.lower_camel(name.known_string) if row.camel else name.known_string
                    ),
                )
            )
        return
    named = [after(one, row.after) for one in _configured(site, row, name)]
    prefix = site.argument(row.prefix)
    below = [concat((before, one)) for before in texts(prefix) for one in named] if prefix is not None else named
    if not row.service:
        yield from below
        return
    given = site.argument(row.service)
    services = [text.known_string for text in texts(given)] if given is not None else [_class_around(site)]
    for service in services:
        key = site.analysis.evaluator.procedure(service, name.known_string) if service and name.known_string else None
        if key is not None:
            yield Text((key,))


def _configured(site: CallSite, row: Contract, name: Text) -> tuple[Text, ...]:
    """The names that the properties of a service say instead of one, if they do."""
    analysis, known = site.analysis, name.known_string
    path = analysis.view.path
    for key in row.configured if known else ():
        said = property_of(analysis.project, analysis.catalogue.properties, path, key.format(known))
        if said:
            return tuple(fill_keys(analysis.evaluator, one.strip(), Place(path, MODULE)) for one in said.split(","))
    return () if row.only_configured else (name,)


def _class_around(site: CallSite) -> str:
    """The name of the class in which the decorated definition stands."""
    definitions = site.analysis.view.facts.definitions
    parent = MODULE if site.decorated is None else definitions[site.decorated].parent
    return "" if parent == MODULE else definitions[parent].name


def names_of(analysis: FileAnalysis, meaning: Meaning, row: Contract) -> Iterator[Text]:
    """The names under which something is a contract: texts, and what functions and classes are called."""
    has_names = not rules_of(analysis.view.facts.language).functions.compiled
    match meaning:
        case Options():
            for option in each(meaning):
                yield from names_of(analysis, option, row)
        case Sequence():
            for item in analysis.evaluator.items(meaning):
                yield from names_of(analysis, item, row)
        case Record() if row.keys:
            for entry in meaning.value.entries:
                if entry.named is not None:
                    yield from names_of(analysis, analysis.evaluator.meaning(entry.named, meaning.place), row)
                elif entry.key not in ("", "..."):
                    yield Text((entry.key,))
        case Record() if row.patterns:
            yield from _pattern(analysis, meaning)
        case Text():
            class_ = named_in_text.class_in_full(analysis, meaning.known_string or "", analysis.view.path)
            yield from (meaning,) if class_ is None else analysis.evaluator.names_of(class_, member=row.goes_by)
        case Made():
            yield from meaning.named
        case Definition() | Bound() if row.taken and not analysis.evaluator.is_class(function_of(meaning)):
            yield from (name for name, _ in payload_types.names(analysis, function_of(meaning), Span(0, 0, MODULE)))
        case Definition() | Bound() if has_names:
            yield from analysis.evaluator.names_of(function_of(meaning), member=row.goes_by)
        case Instance() if has_names:
            yield from analysis.evaluator.names_of(meaning.of, member=row.goes_by)
        case Parameter():
            yield from texts(meaning)
        case Symbol() if row.functions and not meaning.name.endswith(CALL):
            yield Text((meaning.name.rpartition(".")[2],))


def _pattern(analysis: FileAnalysis, record: Record) -> Iterator[Text]:
    """An object of texts as JSON, its keys in order."""
    pieces: list[Text] = []
    for entry in sorted(record.value.entries, key=lambda one: one.key):
        read = texts(analysis.evaluator.meaning(entry.value, record.place))
        pieces += [Text((f'{"," if pieces else ""}"{entry.key}":"',)), read[0], Text(('"',))]
    yield concat((Text(("{",)), *pieces, Text(("}",))))


def of_members(site: CallSite, row: Contract) -> Iterator[Name]:
    """The functions of an object, a class or a module that a call is given or decorates: one contract each.

    A name that it states takes the place of that of a function, and stands before those of several.
    """
    if site.decorated is not None:
        yield from (Name(*one) for one in member_contracts.methods(site.analysis, site.decorated))
        return
    others = list(_instead(site, row))
    prefix = site.argument(row.prefix)
    for option, span in ((option, span) for meaning, span in _stating_values(site, row) for option in each(meaning)):
        if isinstance(option, Definition | Bound) and others:
            yield from (replace(other, handler=function_of(option)) for other in others)
            continue
        given = site.file(option) if row.files else option
        for name, handler in member_contracts.members(site.analysis, given):
            if isinstance(option, Definition | Bound) or prefix is None:
                yield Name(name, span, handler)
            else:
                yield from (Name(concat((before, name)), span, handler) for before in texts(prefix))
