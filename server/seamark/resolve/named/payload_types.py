"""Contracts that go by the class of what their handler takes: messages, events, the arguments of jobs."""

from __future__ import annotations

from collections.abc import Iterator

from seamark.extract import facts
from seamark.extract.facts import MODULE
from seamark.resolve.call_sites.finder import Finder
from seamark.resolve.findings import Span
from seamark.resolve.meaning import Definition, Parameter, Place, Text, each


def names(
    finder: Finder, handler: Definition, otherwise: Span, number: int = 0, type_id: str = "", goes_by: str = ""
) -> Iterator[tuple[Text, Span]]:
    """The names of the classes that a handler's parameter of this number is declared to be, and where they stand.

    With `type_id` only of those that are objects of that type; each goes by its member `goes_by`. `otherwise` is the
    place if that is another file.
    """
    found_at = finder.project.locate(handler)
    if found_at is None:
        return
    view, index = found_at
    definition = finder.project.definition(view, index)
    types = [one.type for one in definition.parameters if one.kind != "self"][number : number + 1]
    taken = next(iter(types), None) or facts.Hole()
    for written in taken.options if isinstance(taken, facts.Choice) else (taken,):
        for option in each(finder.evaluator.meaning(written, Place(view.path, definition.parent))):
            if not isinstance(option, Definition):
                continue
            made = finder.evaluator.object_of(option)
            if not type_id or (made is not None and made.type == type_id):
                at = _inner(written)
                span = otherwise
                if view.path == finder.view.path and isinstance(at, facts.Name | facts.Member):
                    span = Span(at.start, at.end, index)
                yield from ((name, span) for name in finder.evaluator.names_of(option, member=goes_by))


def provides(finder: Finder, handler: Definition | Parameter | None, name: Text) -> bool:
    """Whether a handler provides a contract because of what it takes, whoever says that it does."""
    if not isinstance(handler, Definition):
        return False
    for row, library in finder.catalogue.taking:
        if row.handler == handler.name and row.taken is not None:
            type_id = finder.catalogue.type_id(library, row.of)
            taken = names(finder, handler, Span(0, 0, MODULE), row.taken, type_id)
            if any(name == one for one, _ in taken):
                return True
    return False


def _inner(written: facts.Value) -> facts.Value:
    """What a type is declared to be of, if it is one of something: `Job[SortArgs]`."""
    if isinstance(written, facts.Element):
        written = written.key
    return written.items[0] if isinstance(written, facts.List) and written.items else written
