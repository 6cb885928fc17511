"""Contracts that a class lists in a property, each with what handles it: the listeners of events."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from seamark.catalogue import Performing
from seamark.extract import facts
from seamark.extract.facts import MODULE
from seamark.resolve.abstract_values import Definition, Instance, Place, Record, Symbol, Text, each
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.findings import NamedContract, Span
from seamark.resolve.http.handlers import named_in_text

from . import payload_types


def note_listed(analysis: FileAnalysis, row: Performing, class_: Definition, index: int, library: str) -> None:
    """Note what a class says in a property of its own that it provides: of several handlers where each is named."""
    for record in each(analysis.evaluator.member(Instance(class_), row.field, Place(class_.path, MODULE))):
        if not isinstance(record, Record) or record.place.path != analysis.view.path:
            continue
        for entry in record.value.entries:
            around = record.value.start, record.value.end
            handling = list(_handling_methods(analysis, row, entry.value, record.place, around))
            if len(handling) == 1 and isinstance(entry.named, facts.Name | facts.Member):
                handling = [(handling[0][0], (entry.named.start, entry.named.end))]
            for name, (method, at) in product(_keys(analysis, entry, record.place), handling):
                if not payload_types.provides(analysis, method, name):
                    analysis.named.append(
                        NamedContract(row.mechanism, "exposes", name, method, Span(*at, index), library)
                    )


def _keys(analysis: FileAnalysis, entry: facts.Entry, place: Place) -> Iterator[Text]:
    """The names under which something is listed. A class may be named by a text, with its namespace."""
    if entry.named is None:
        class_ = named_in_text.class_in_full(analysis, entry.key, place.path)
        yield from (Text((entry.key,)),) if class_ is None else analysis.evaluator.names_of(class_)
        return
    for option in each(analysis.evaluator.meaning(entry.named, place)):
        if isinstance(option, Definition):
            yield from analysis.evaluator.names_of(option)
        elif isinstance(option, Text):
            yield option


def _handling_methods(
    analysis: FileAnalysis, row: Performing, value: facts.Value, place: Place, around: tuple[int, int]
) -> Iterator[tuple[Definition | None, tuple[int, int]]]:
    r"""The methods that are listed for a name, and where; None for what is not in the workspace.

    What is written in full (`\App\Listeners\Note::class`) stands in the list `around` it, as far as facts tell.
    """
    given = analysis.evaluator.meaning(value, place)
    pair = named_in_text.pair(analysis, given)
    if isinstance(value, facts.List) and pair is None:
        for item in value.items:
            yield from _handling_methods(analysis, row, item, place, (value.start, value.end))
    elif isinstance(value, facts.Literal | facts.Concat | facts.Name | facts.Member | facts.List | facts.Import):
        at = around if isinstance(value, facts.Import) else (value.start, value.end)
        for option in each(given):
            if pair is not None:
                yield pair.method, at
            elif isinstance(option, Definition) and analysis.evaluator.is_class(option):
                yield analysis.evaluator.method(option, row.handler), at
            elif isinstance(option, Text) and option.known_string:
                yield named_in_text.whole(analysis, option.known_string, place.path, row.handler), at
            elif isinstance(option, Symbol):
                yield None, at
