"""The texts by which contracts are stated elsewhere: constants, variables, tables of routes, what functions give."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from typing import NamedTuple

from msgspec import Struct

from seamark.extract import facts
from seamark.extract.facts import MODULE, SUPER_CALL
from seamark.resolve.abstract_values import Bound, Definition, Place, each
from seamark.resolve.evaluation import Evaluator
from seamark.resolve.evaluation.members import classes
from seamark.resolve.partial_texts.texts import texts
from seamark.resolve.workspace_facts.project import Project
from seamark.resolve.workspace_facts.view import View

MAX_DEPTH = 8
"""How deep tables nest."""

_FUNCTIONS = ("function", "method")
_Written = facts.Literal | facts.Concat
_Stated = facts.Literal | facts.Concat | facts.Name | facts.Member


Extent = tuple[int, int]
"""Where a function begins and ends: its offsets."""
Wanted = Callable[[str, Extent | None], bool]
"""Whether a name matters: one that holds for a file or a class, or one that holds within a function."""


class _NamedText(NamedTuple):
    """A text by its name: where it is written, and the expression that it is, or from which that is made."""

    name: str
    written: _Stated
    value: facts.Value
    place: Place


class StatedText(Struct, frozen=True):
    """A text of a file by the name that it has there, or in the innermost table: its offsets, and what it may be.

    There is `{}` for what is not known of it. A variable has its name only `within` a function, between two offsets.
    """

    name: str
    start: int
    end: int
    raw: tuple[str, ...]
    within: Extent | None = None


def stated_texts(project: Project, view: View, is_wanted: Wanted, at: int | None) -> Iterator[StatedText]:
    """The texts of a file that have a name which is wanted; if that matters, those that stand at an offset."""
    evaluator, gap = Evaluator(project), view.facts.gap
    for named, function in _named_values(view):
        name, start, end = named.name, gap.offset(named.written.start), gap.offset(named.written.end)
        within = None if function is None else (gap.offset(function.start), gap.offset(function.end))
        if (at is None or start <= at <= end) and is_wanted(name, within):
            raw = tuple(dict.fromkeys(text.raw() for text in texts(evaluator.meaning(named.value, named.place))))
            yield StatedText(name, start, end, raw, within)


def stated_by_heirs(project: Project, view: View, at: int, names: Container[str]) -> Iterator[tuple[str, StatedText]]:
    """What the classes that inherit from the one around a position state by these names, each with its file.

    So does what they give to the constructor that they inherit.
    """
    evaluator = Evaluator(project)
    class_ = next((one for one in view.scopes(view.scope_at(at)) if _is_class(view, one)), None)
    for heir in () if class_ is None else classes.heirs(evaluator, Definition(view.path, view.key(class_))):
        for named in _of_class(*project.whereabouts(heir), names):
            raw = tuple(dict.fromkeys(_raw(evaluator, named)))
            gap, written = evaluator.view(heir.path).facts.gap, named.written
            yield heir.path, StatedText(named.name, gap.offset(written.start), gap.offset(written.end), raw)


def _is_class(view: View, scope: int) -> bool:
    return scope != MODULE and view.facts.definitions[scope].kind == "class"


def _of_class(view: View, class_: int, names: Container[str]) -> Iterator[_NamedText]:
    """What a class states in its fields and methods, and in the call of the constructor that it inherits."""
    definitions = view.facts.definitions
    for binding in view.facts.bindings:
        is_inherited = binding.name == SUPER_CALL and binding.scope != MODULE
        if binding.scope == class_ and binding.name in names:
            yield from _parts(view, binding.name, binding.value, Place(view.path, class_))
        elif is_inherited and definitions[binding.scope].parent == class_ and isinstance(binding.value, facts.Call):
            for argument in binding.value.arguments:
                yield from _parts(view, binding.name, argument.value, Place(view.path, binding.scope))
    for index, definition in enumerate(definitions):
        if definition.parent == class_ and definition.name in names:
            yield from _parts(view, definition.name, facts.Function(index), Place(view.path, class_))


def _parts(view: View, name: str, value: facts.Value, place: Place) -> Iterator[_NamedText]:
    """What a class states by a name: a text that is written there, or has a name elsewhere."""
    if isinstance(value, facts.Name | facts.Member):
        yield _NamedText(name, value, value, place)
    else:
        yield from _written_texts(view, name, value, place)


def _raw(evaluator: Evaluator, named: _NamedText) -> Iterator[str]:
    """The texts that an expression may be, or that it gives if it is a function."""
    for one in each(evaluator.meaning(named.value, named.place)):
        called = facts.Call(named.value, (), False, named.written.start, named.written.end)
        given = evaluator.meaning(called, named.place) if isinstance(one, Definition | Bound) else one
        yield from (text.raw() for text in texts(given))


def _named_values(view: View) -> Iterator[tuple[_NamedText, facts.Definition | None]]:
    """What has a name for all of the file, or in a class; or within a function, which comes with it."""
    definitions = view.facts.definitions
    for binding in view.facts.bindings:
        around = None if binding.scope == MODULE else definitions[binding.scope]
        function = around if around is not None and around.kind in _FUNCTIONS else None
        parts = _parts if around is not None and function is None else _written_texts
        for found in parts(view, binding.name, binding.value, Place(view.path, binding.scope)):
            yield found, function
    for index, definition in enumerate(definitions):
        if definition.name and definition.kind in _FUNCTIONS:
            place = Place(view.path, definition.parent)
            for found in _written_texts(view, definition.name, facts.Function(index), place):
                yield found, None


def _written_texts(view: View, name: str, value: facts.Value, place: Place, depth: int = 0) -> Iterator[_NamedText]:
    if depth > MAX_DEPTH:
        return
    match value:
        case facts.Literal() | facts.Concat():
            yield _NamedText(name, value, value, place)
        case facts.Choice(options=options):
            for option in options:
                yield from _written_texts(view, name, option, place, depth + 1)
        case facts.Object(entries=entries):
            for entry in entries:
                yield from _written_texts(view, entry.key, entry.value, place, depth + 1)
        case facts.Call(arguments=arguments):
            written = _sole_text(value)
            if written is not None:
                yield _NamedText(name, written, value, place)
            for argument in arguments:  # What makes a table constant, as `Object.freeze` does.
                if isinstance(argument.value, facts.Object):
                    yield from _written_texts(view, name, argument.value, place, depth + 1)
        case facts.Function(definition=index):
            for given in view.facts.definitions[index].returns:
                if isinstance(given, facts.Literal | facts.Concat | facts.Choice | facts.Call):
                    yield from _written_texts(view, name, given, Place(view.path, index), depth + 1)


def _sole_text(call: facts.Call) -> _Written | None:
    """The text of which a call may make another one, if there is only one: `Sprintf("%s/users", base)`."""
    of = (call.callee.of,) if isinstance(call.callee, facts.Member) else ()
    found = [one for one in (*of, *(one.value for one in call.arguments)) if isinstance(one, _Written)]
    return found[0] if len(found) == 1 else None
