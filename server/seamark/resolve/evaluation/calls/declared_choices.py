"""The texts of which a parameter is one, by its declared type: `"users" | "groups"`, `Literal["a", "b"]`, an enum."""

from __future__ import annotations

from collections.abc import Iterator

from seamark.extract import facts
from seamark.extract.facts import MODULE
from seamark.resolve.abstract_values import (
    NOTHINGS,
    UNKNOWN,
    Constant,
    Definition,
    Meaning,
    Place,
    Record,
    Symbol,
    Text,
    each,
)
from seamark.resolve.evaluation.protocol import Evaluation
from seamark.resolve.module_resolution import rules_of
from seamark.resolve.port_model import MAX_ALTERNATIVES
from seamark.resolve.workspace_facts.view import View

_LITERAL = frozenset(["typing.Literal", "typing_extensions.Literal"])
_OPTIONAL = "typing.Optional"
_ENUMS = frozenset(["enum.Enum", "enum.StrEnum"])
_VALUE = "value"
"""The member of an enumerator that is its text."""


def choices(evaluator: Evaluation, function: Definition, parameter: int, members: tuple[str, ...]) -> tuple[Text, ...]:
    """The texts of which these `members` of a parameter are one; none if it can be others, or they are many."""
    view, index = evaluator.project.whereabouts(function)
    definition = evaluator.project.definition(view, index)
    stated = definition.parameters[parameter] if parameter < len(definition.parameters) else None
    kind = stated.type if stated is not None and stated.kind in ("plain", "keyword") else None
    if kind is None or _is_of_language(evaluator, view, definition.parent, kind):
        return ()
    found = list(_texts(evaluator, kind, Place(view.path, definition.parent), members))
    known = tuple(dict.fromkeys(one for one in found if one is not None))
    return known if None not in found and len(known) <= MAX_ALTERNATIVES else ()


def _is_of_language(evaluator: Evaluation, view: View, scope: int, kind: facts.Value) -> bool:
    """Whether a type is a name that nothing in its file declares, as `string` is, and most types are."""
    project = evaluator.project
    return isinstance(kind, facts.Name) and not any(
        project.bindings(view, around, kind.name) or project.definitions_named(view, around, kind.name)
        for around in project.scopes(view, scope)
    )


def _texts(evaluator: Evaluation, kind: facts.Value, place: Place, members: tuple[str, ...]) -> Iterator[Text | None]:
    """The texts that a type allows; None among them for anything else. What is not there is no text.

    Where texts are no types, one that stands for a type is the type's name (`"User"`).
    """
    are_types = rules_of(evaluator.view(place.path).facts.language).values.literal_types and not members
    match kind:
        case facts.Choice(options=options):
            for option in options:
                yield from _texts(evaluator, option, place, members)
        case facts.Element(of=of, key=key) if not are_types:
            generic = evaluator.value(of, place)
            if isinstance(generic, Symbol) and generic.name in _LITERAL and not members:
                items = key.items if isinstance(key, facts.List) else (key,)
                for item in items:
                    yield from _known_texts(evaluator.value(item, place))
            elif generic == Symbol(_OPTIONAL):
                yield from _texts(evaluator, key, place, members)
            else:
                yield None
        case facts.Literal() if not are_types:
            yield None
        case _:
            for meant in each(evaluator.value(kind, place)):
                field = _field(evaluator, meant, members[0]) if members else None
                if field is not None:
                    yield from _texts(evaluator, field[0], field[1], members[1:])
                elif isinstance(meant, Definition):
                    yield from _enum_texts(evaluator, meant, members)
                else:
                    yield from _known_texts(meant if are_types or isinstance(meant, Constant) else UNKNOWN)


def _field(evaluator: Evaluation, kind: Meaning, name: str) -> tuple[facts.Value, Place] | None:
    """The type of a field of objects, where texts are types: as a type of one's own or an annotation declares it."""
    if isinstance(kind, Record):
        return next(((one.value, kind.place) for one in kind.value.entries if one.key == name), None)
    found_at = evaluator.project.locate(kind) if isinstance(kind, Definition) else None
    if found_at is None or not rules_of(found_at[0].facts.language).values.literal_types:
        return None
    declared = evaluator.project.bindings(*found_at, name)
    types = [one.type for one in declared if one.type is not None and isinstance(one.value, facts.Hole)]
    return (types[0], Place(found_at[0].path, found_at[1])) if len(types) == 1 else None


def _known_texts(meaning: Meaning) -> Iterator[Text | None]:
    """A text that is known; nothing for what is not there, and None for anything else."""
    for option in each(meaning):
        if not isinstance(option, Constant) or option.text not in NOTHINGS:
            yield option if isinstance(option, Text) and option.known_string else None


def _enum_texts(evaluator: Evaluation, class_: Definition, members: tuple[str, ...]) -> Iterator[Text | None]:
    """The texts of an enum's constants, or of their values: None for a class that is no enum.

    Where texts are types, a class that has nothing but texts is one: an object of another one is no part of a text.
    """
    found_at, above = evaluator.project.locate(class_), evaluator.lineage(class_)[1:]
    is_enum = any(isinstance(one, Symbol) and one.name in _ENUMS for one in above) and members in ((), (_VALUE,))
    if found_at is None:
        yield None
        return
    if not is_enum:
        are_types = rules_of(found_at[0].facts.language).values.literal_types
        is_enum = are_types and not (above or members or evaluator.project.within(*found_at))
    names = evaluator.project.fields(*found_at) if is_enum else ()
    if not names:
        yield None
    for name in names:
        yield from _known_texts(evaluator.member(class_, name, Place(class_.path, MODULE)))
