"""Objects that hold the fields of GraphQL's root types, each with what resolves it, as servers are given them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from seamark import keys
from seamark.catalogue import Contract
from seamark.documents.graphql import OPERATIONS
from seamark.extract import facts
from seamark.resolve.abstract_values import (
    Bound,
    Definition,
    Meaning,
    OpaqueCall,
    Place,
    Record,
    Text,
    each,
    function_of,
    record_entries,
)
from seamark.resolve.abstract_values import Sequence as Items
from seamark.resolve.call_sites import contract_spans
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.findings import NamedContract

from .provider_classes import named_at

_MAX_DEPTH = 8


def read(site: CallSite, row: Contract, library: str) -> bool:
    """Read the fields that a call is given; False if it is given none."""
    written, given = site.found_argument(row.fields)
    listed = isinstance(written, facts.List) and written.items
    span = contract_spans.span(site, written.items[0] if isinstance(written, facts.List) and listed else written)
    found = False
    for operation, entry, place in _fields(site.analysis, row, given) if given is not None else ():
        handler, at = _resolver(site.analysis, row, entry.value, place)
        here = place.path == site.analysis.view.path
        own = named_at(site, entry.value if at is None else at) if here else span
        name = keys.lower_camel(entry.key) if row.camel else entry.key
        key = Text((keys.graphql_key(operation, name),))
        site.analysis.named.append(NamedContract(row.mechanism, row.role, key, handler, own, library))
        found = True
    return found


def _fields(analysis: FileAnalysis, row: Contract, given: Meaning) -> Iterator[tuple[str, facts.Entry, Place]]:
    """The root types of the fields, and where each stands."""
    if row.field_of:
        yield from ((row.field_of, entry, place) for entry, place in _entries(analysis, given))
        return
    for entry, place in _entries(analysis, given):
        if entry.key in OPERATIONS.values():
            of = analysis.evaluator.meaning(entry.value, place)
            yield from ((entry.key, field, there) for field, there in _entries(analysis, of))


def _entries(analysis: FileAnalysis, meaning: Meaning, depth: int = 0) -> Iterator[tuple[facts.Entry, Place]]:
    """What an object holds that is given, or each of a list, with what is spread into it; a function gives one."""
    for option in each(meaning) if depth < _MAX_DEPTH else ():
        if isinstance(option, Definition | Bound):
            outcome = analysis.evaluator.outcome(option, Place(function_of(option).path, facts.MODULE))
            yield from _entries(analysis, outcome, depth + 1) if outcome is not None else ()
        if isinstance(option, Items):
            for item in analysis.evaluator.items(option):
                yield from _entries(analysis, item, depth + 1)
        for entry, place in record_entries(option):
            if entry.key == "...":
                yield from _entries(analysis, analysis.evaluator.meaning(entry.value, place), depth + 1)
            elif entry.key:
                yield entry, place


def _resolver(
    analysis: FileAnalysis, row: Contract, value: facts.Value, place: Place
) -> tuple[Definition | None, facts.Value | None]:
    """The function that resolves a field, and the expression that gives it if the field is an object."""
    for option in each(analysis.evaluator.meaning(value, place)):
        if isinstance(option, Definition | Bound):
            return function_of(option), None
    for option in each(analysis.evaluator.source(value, place)):
        for written, there in _under(option, row.by.split("|")):
            functions = each(analysis.evaluator.meaning(written, there))
            found = next((function_of(one) for one in functions if isinstance(one, Definition | Bound)), None)
            return found, written if isinstance(written, facts.Function) else None
    return None, None


def _under(option: Meaning, names: Sequence[str]) -> Iterator[tuple[facts.Value, Place]]:
    """What stands under one of these keys in an object, or in one that the call is given which makes it."""
    match option:
        case Record(value=value, place=place):
            entries = [(one.key, one.value) for one in value.entries]
        case OpaqueCall(call=call, place=place):
            objects = [one.value for one in call.arguments if isinstance(one.value, facts.Object)]
            entries = [(one.key, one.value) for held in objects for one in held.entries]
            entries += [(one.name, one.value) for one in call.arguments if one.name]
        case _:
            return
    for name in names:
        yield from ((value, place) for key, value in entries if key == name)
