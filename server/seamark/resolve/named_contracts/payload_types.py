"""Contracts that go by the class of what their handler takes: messages, events, the arguments of jobs."""

from __future__ import annotations

from collections.abc import Iterator

from seamark.extract import facts
from seamark.extract.facts import MODULE
from seamark.resolve.abstract_values import Definition, Parameter, Place, Text, each
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.findings import Span


def names(
    analysis: FileAnalysis, handler: Definition, otherwise: Span, number: int = 0, type_id: str = "", goes_by: str = ""
) -> Iterator[tuple[Text, Span]]:
    """The names of the classes that a handler's parameter of this number is declared to be, and where they stand.

    With `type_id` only of those that are objects of that type; each goes by its member `goes_by`. `otherwise` is the
    place if that is another file.
    """
    view, index = analysis.project.whereabouts(handler)
    definition = analysis.project.definition(view, index)
    types = [one.type for one in definition.parameters if one.kind != "self"][number : number + 1]
    taken = next(iter(types), None) or facts.Hole()
    for written in taken.options if isinstance(taken, facts.Choice) else (taken,):
        for option in each(analysis.evaluator.meaning(written, Place(view.path, definition.parent))):
            if not isinstance(option, Definition):
                continue
            made = analysis.evaluator.object_of(option)
            if not type_id or (made is not None and made.type == type_id):
                at = _inner(written)
                span = otherwise
                if view.path == analysis.view.path and isinstance(at, facts.Name | facts.Member):
                    span = Span(at.start, at.end, index)
                yield from ((name, span) for name in analysis.evaluator.names_of(option, member=goes_by))


def provides(analysis: FileAnalysis, handler: Definition | Parameter | None, name: Text) -> bool:
    """Whether a handler provides a contract because of what it takes, whoever says that it does."""
    if not isinstance(handler, Definition):
        return False
    for row, library in analysis.catalogue.taking:
        if row.handler == handler.name and row.taken is not None:
            type_id = analysis.catalogue.type_id(library, row.of)
            taken = names(analysis, handler, Span(0, 0, MODULE), row.taken, type_id)
            if any(name == one for one, _ in taken):
                return True
    return False


def _inner(written: facts.Value) -> facts.Value:
    """What a type is declared to be of, if it is one of something: `Job[SortArgs]`."""
    if isinstance(written, facts.Element):
        written = written.key
    return written.items[0] if isinstance(written, facts.List) and written.items else written
