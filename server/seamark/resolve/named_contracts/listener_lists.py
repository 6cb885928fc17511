"""Contracts that a class lists in a property, each with what handles it: the listeners of events."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from seamark.catalogue import Performing
from seamark.extract import facts
from seamark.extract.facts import MODULE
from seamark.resolve.abstract_values import Definition, Instance, Place, Record, Symbol, Text, each
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.findings import Named, Span
from seamark.resolve.http.handlers import named_in_text

from . import payload_types


def note_listed(analysis: FileAnalysis, row: Performing, class_: Definition, index: int, library: str) -> None:
    """Note what a class says in a property of its own that it provides: of several handlers where each is named."""
    for record in each(analysis.evaluator.member(Instance(class_), row.field, Place(class_.path, MODULE))):
        if not isinstance(record, Record) or record.place.path != analysis.view.path:
            continue
        for entry in record.value.entries:
            handling = list(_handling(analysis, row, entry.value, record.place))
            if len(handling) == 1 and isinstance(entry.named, facts.Name | facts.Member):
                handling = [(handling[0][0], (entry.named.start, entry.named.end))]
            for name, (method, at) in product(_keys(analysis, entry, record.place), handling):
                if not payload_types.provides(analysis, method, name):
                    analysis.named.append(Named(row.mechanism, "exposes", name, method, Span(*at, index), library))


def _keys(analysis: FileAnalysis, entry: facts.Entry, place: Place) -> Iterator[Text]:
    """The names under which something is listed."""
    if entry.named is None:
        yield Text((entry.key,))
        return
    for option in each(analysis.evaluator.meaning(entry.named, place)):
        if isinstance(option, Definition):
            yield from analysis.evaluator.names_of(option)
        elif isinstance(option, Text):
            yield option


def _handling(
    analysis: FileAnalysis, row: Performing, value: facts.Value, place: Place
) -> Iterator[tuple[Definition | None, tuple[int, int]]]:
    """The methods that are listed for a name, and where; None for what is not in the workspace."""
    given = analysis.evaluator.meaning(value, place)
    pair = named_in_text.pair(analysis, given)
    if isinstance(value, facts.List) and pair is None:
        for item in value.items:
            yield from _handling(analysis, row, item, place)
    elif isinstance(value, facts.Literal | facts.Concat | facts.Name | facts.Member | facts.List):
        at = value.start, value.end
        for option in each(given):
            if pair is not None:
                yield pair.method, at
            elif isinstance(option, Definition) and analysis.evaluator.is_class(option):
                yield analysis.evaluator.method(option, row.handler), at
            elif isinstance(option, Text) and option.known:
                yield named_in_text.whole(analysis, option.known, place.path), at
            elif isinstance(option, Symbol):
                yield None, at
