"""The texts by which contracts are stated elsewhere: constants, tables of routes, functions that give a path."""

from __future__ import annotations

from collections.abc import Container, Iterator

from msgspec import Struct

from seamark.extract import facts
from seamark.extract.facts import MODULE
from seamark.resolve.abstract_values import Place
from seamark.resolve.evaluation import Evaluator
from seamark.resolve.partial_texts.texts import texts
from seamark.resolve.workspace_facts.project import Project
from seamark.resolve.workspace_facts.view import View

MAX_DEPTH = 8
"""How deep tables nest."""

_Written = facts.Literal | facts.Concat


class StatedText(Struct, frozen=True):
    """A text of a file by the name that it has there, or in the innermost table: its offsets, and what it may be.

    There is `{}` for what is not known of it.
    """

    name: str
    start: int
    end: int
    raw: tuple[str, ...]


def stated_texts(project: Project, view: View, names: Container[str]) -> Iterator[StatedText]:
    """The texts of a file that have one of these names."""
    evaluator = Evaluator(project)
    for name, written, place in _named(view):
        if name in names:
            raw = tuple(dict.fromkeys(text.raw() for text in texts(evaluator.meaning(written, place))))
            gap = view.facts.gap
            yield StatedText(name, gap.offset(written.start), gap.offset(written.end), raw)


def _named(view: View) -> Iterator[tuple[str, _Written, Place]]:
    """What has a name for all of the file, or in a class."""
    definitions = view.facts.definitions
    for binding in view.facts.bindings:
        if binding.scope == MODULE or definitions[binding.scope].kind == "class":
            yield from _written(view, binding.name, binding.value, Place(view.path, binding.scope), 0)
    for index, definition in enumerate(definitions):
        if definition.name and definition.kind in ("function", "method"):
            yield from _written(view, definition.name, facts.Function(index), Place(view.path, definition.parent), 0)


def _written(
    view: View, name: str, value: facts.Value, place: Place, depth: int
) -> Iterator[tuple[str, _Written, Place]]:
    if depth > MAX_DEPTH:
        return
    match value:
        case facts.Literal() | facts.Concat():
            yield name, value, place
        case facts.Choice(options=options):
            for option in options:
                yield from _written(view, name, option, place, depth + 1)
        case facts.Object(entries=entries):
            for entry in entries:
                yield from _written(view, entry.key, entry.value, place, depth + 1)
        case facts.Call(arguments=arguments):  # What makes a table constant, as `Object.freeze` does.
            for argument in arguments:
                if isinstance(argument.value, facts.Object):
                    yield from _written(view, name, argument.value, place, depth + 1)
        case facts.Function(definition=index):
            for given in view.facts.definitions[index].returns:
                if isinstance(given, facts.Literal | facts.Concat | facts.Choice):
                    yield from _written(view, name, given, Place(view.path, index), depth + 1)
