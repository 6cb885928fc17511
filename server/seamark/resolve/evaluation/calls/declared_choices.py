"""The texts of which a parameter is one, by its declared type: `"users" | "groups"`, `Literal["a", "b"]`, an enum."""

from __future__ import annotations

from collections.abc import Iterator

from seamark.extract import facts
from seamark.extract.facts import MODULE
from seamark.resolve.abstract_values import Constant, Definition, Meaning, Place, Symbol, Text, each
from seamark.resolve.evaluation.protocol import Evaluation
from seamark.resolve.partial_texts.texts import MAX_ALTERNATIVES
from seamark.resolve.workspace_facts.view import View

_LITERAL = frozenset(["typing.Literal", "typing_extensions.Literal"])
_VALUE = "value"
"""The member of an enumerator that is its text."""


def choices(evaluator: Evaluation, function: Definition, parameter: int, members: tuple[str, ...]) -> tuple[Text, ...]:
    """The texts of which these `members` of a parameter are one; none if it can be others, or they are many."""
    found_at = evaluator.project.locate(function)
    if found_at is None or members not in ((), (_VALUE,)):
        return ()
    view, index = found_at
    definition = evaluator.project.definition(view, index)
    kind = definition.parameters[parameter].type if parameter < len(definition.parameters) else None
    if kind is None or _is_of_language(evaluator, view, definition.parent, kind):
        return ()
    found = list(_texts(evaluator, kind, Place(view.path, definition.parent)))
    known = tuple(dict.fromkeys(one for one in found if one is not None))
    return known if None not in found and len(known) <= MAX_ALTERNATIVES else ()


def _is_of_language(evaluator: Evaluation, view: View, scope: int, kind: facts.Value) -> bool:
    """Whether a type is a name that nothing in its file declares, as `string` is, and most types are."""
    project = evaluator.project
    return isinstance(kind, facts.Name) and not any(
        project.bindings(view, around, kind.name) or project.defined(view, around, kind.name)
        for around in project.scopes(view, scope)
    )


def _texts(evaluator: Evaluation, kind: facts.Value, place: Place) -> Iterator[Text | None]:
    """The texts that a type allows; None among them for anything else. What is not there is no text."""
    if isinstance(kind, facts.Choice):
        for option in kind.options:
            yield from _texts(evaluator, option, place)
        return
    of = evaluator.value(kind.of, place) if isinstance(kind, facts.Element) else None
    if isinstance(kind, facts.Element) and isinstance(of, Symbol) and of.name in _LITERAL:
        items = kind.key.items if isinstance(kind.key, facts.List) else (kind.key,)
        for item in items:
            yield from _meant(evaluator, evaluator.value(item, place))
        return
    yield from _meant(evaluator, evaluator.value(kind, place))


def _meant(evaluator: Evaluation, meaning: Meaning) -> Iterator[Text | None]:
    for option in each(meaning):
        if isinstance(option, Definition):
            yield from _enumerated(evaluator, option)
        elif not isinstance(option, Constant):
            yield option if isinstance(option, Text) and option.known else None


def _enumerated(evaluator: Evaluation, class_: Definition) -> Iterator[Text | None]:
    """The texts of an enum's constants: of a class that has nothing else than texts."""
    found_at = evaluator.project.locate(class_)
    names = () if found_at is None or evaluator.project.within(*found_at) else evaluator.project.fields(*found_at)
    if not names:
        yield None
    for name in names:
        yield from _meant(evaluator, evaluator.member(class_, name, Place(class_.path, MODULE)))
