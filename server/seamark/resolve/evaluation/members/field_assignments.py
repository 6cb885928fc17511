"""What fields of a class's objects are given from outside of it: where they are set, and where the objects are made."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import islice, product

from msgspec.structs import replace as replaced

from seamark.extract.facts import MODULE, Binding, Call, Element, Hole, Member, Name, Value
from seamark.resolve.abstract_values import (
    UNKNOWN,
    Definition,
    Instance,
    Meaning,
    Parameter,
    ParameterPart,
    Place,
    Sequence,
    Text,
    each,
    is_nothing,
    options,
)
from seamark.resolve.evaluation.protocol import Evaluation
from seamark.resolve.evaluation.scope import bindings
from seamark.resolve.evaluation.texts_and_lists import own_texts
from seamark.resolve.module_resolution import kin, rules_of
from seamark.resolve.module_resolution.test_files import in_test
from seamark.resolve.partial_texts.operations import OPERATIONS
from seamark.resolve.partial_texts.texts import EMPTY, texts
from seamark.resolve.partial_texts.urls import with_path
from seamark.resolve.port_model import MAX_ALTERNATIVES
from seamark.resolve.workspace_facts.control_flow import Running, States, some
from seamark.resolve.workspace_facts.view import EVERYTHING, ListAddition, View
from seamark.resolve.workspace_facts.view import FieldValue as Set

MAX_GIVEN = 16


def assigned_values(
    evaluator: Evaluation, class_: Definition, name: str, place: Place, *, making: bool = True
) -> list[Meaning]:
    """What a field is given anywhere in the files that share the class's top level; `place` is the object's own.

    Without `making`, only where it is set, not where objects are made.

    What functions give to objects that only they have is for those whom they hand them to say. What tests give is so
    in tests only.
    Of an object of a class that inherits the field, what it is given where such objects are made. What is empty says
    nothing: it is to be filled.
    """
    by_value = rules_of(evaluator.view(class_.path).facts.language).values.held_by_value
    stated = [(view, one) for view, one in _assignments_of_field(evaluator, class_, name) if not (by_value and one.own)]
    stated = [(view, one) for view, one in stated if making or not isinstance(one.of, Call)]
    if not _in_test(evaluator, evaluator.view(place.path), place.scope):
        stated = [(view, one) for view, one in stated if not _in_test(evaluator, view, one.scope)]
    heir = place.this.of.name if isinstance(place.this, Instance) and place.this.of != class_ else ""
    stated = [(view, one) for view, one in stated if heir in one.beside] or stated
    found = [_value(evaluator, view, one, name, place) for view, one in stated]
    return [meaning for meaning in found if not is_nothing(meaning) and meaning != EMPTY]


def are_own(evaluator: Evaluation, class_: Definition, name: str) -> bool:
    """Whether there are functions that set a field in objects that only they have, and which end with them."""
    by_value = rules_of(evaluator.view(class_.path).facts.language).values.held_by_value
    return by_value and any(
        one.own and not _is_made(view, one) for view, one in _assignments_of_field(evaluator, class_, name)
    )


def handed_on(evaluator: Evaluation, class_: Definition, name: str, place: Place) -> list[Meaning]:
    """What a field is given of objects that functions make and hand on, for who is handed one without a word of whose.

    A function that is called back has its data like that: `struct job *job = data;` If there are functions that make
    such objects of what they are given, only these say it: what another function puts into one is no other one's.
    """
    if not rules_of(evaluator.view(class_.path).facts.language).values.held_by_value or place.scope == MODULE:
        return []
    stated = [
        (view, one) for view, one in _assignments_of_field(evaluator, class_, name) if one.own and _is_made(view, one)
    ]
    elsewhere = [(view, one) for view, one in stated if (view.path, one.scope) != (place.path, place.scope)]
    found = [_value(evaluator, view, one, name, Place(view.path, one.scope)) for view, one in elsewhere]
    return of_makers(_mark_handed(option) for meaning in found for option in each(meaning) if not is_nothing(option))


def of_makers(given: Iterable[Meaning]) -> list[Meaning]:
    """Of what a field is given in several functions, what those are given who make such objects; all if none are."""
    found = list(given)
    return [one for one in found if isinstance(one, Parameter)] or found


def _mark_handed(meaning: Meaning) -> Meaning:
    """What the callers of a function give who hands it on."""
    if isinstance(meaning, Parameter):
        return replace(meaning, handed=True)
    if isinstance(meaning, Text) and meaning.given_parts:
        parts = (replaced(part, handed=True) if isinstance(part, ParameterPart) else part for part in meaning.parts)
        return replaced(meaning, parts=tuple(parts))
    return meaning


def _is_made(view: View, one: Set) -> bool:
    """Whether the object is one that a call makes, which outlives the function."""
    bound = view.bindings(one.scope, one.of.name) if isinstance(one.of, Name) else []
    return any(isinstance(binding.value, Call) and not binding.value.new for binding in bound)


def _assignments_of_field(evaluator: Evaluation, class_: Definition, name: str) -> list[tuple[View, Set]]:
    """Where a field of this name is given something in an object of this class."""
    stated: list[tuple[View, Set]] = []
    of_kin = kin(evaluator.view(class_.path).facts.language)
    for path in (class_.path, *evaluator.siblings(class_.path, name)):
        view = None if evaluator.project.lacks("given", path, name) else evaluator.project.view(path)
        if view is not None and kin(view.facts.language) == of_kin:
            own = evaluator.project.field_values(view, name)[:MAX_GIVEN]
            stated += [(view, one) for one in own if _is_of(evaluator, view, one, class_)]
    return stated


def _in_test(evaluator: Evaluation, view: View, scope: int) -> bool:
    for index in evaluator.project.scopes(view, scope):
        if index != MODULE:
            evaluator.project.definition(view, index)  # Its decorators may tell.
    return in_test(view, scope)


def changed_url(evaluator: Evaluation, view: View, scope: int, written: Name, found: Meaning, place: Place) -> Meaning:
    """What a URL that a name of this scope stands for has become where its path was set since: `u.Path = "/users"`."""
    is_object = not any(_may_be_url(option) for option in each(found))
    if scope == MODULE or (is_object and not any(isinstance(option, Instance) for option in each(found))):
        return found
    bound = evaluator.project.visible(view, scope, written.name, written.start)
    since = bound[-1].start if bound else 0
    for member in (name for name, does in evaluator.catalogue.paths.items() if does != "empty"):
        for one in evaluator.project.field_values(view, member):
            same = isinstance(one.of, Name) and one.of.name == written.name and scope in view.scopes(one.scope)
            step = (view.path, one.scope, f"{written.name} of", one.start)
            if same and since < one.start < written.start and not evaluator.trail.is_under_way(step):
                url = own_texts.inherited_text(evaluator, found) if is_object else found
                if not any(_may_be_url(option) for option in each(url)):
                    return found
                paths = texts(_value(evaluator, view, one, written.name, place))
                pairs = islice(product(texts(url), paths), MAX_ALTERNATIVES)
                found = options([with_path(url, path) for url, path in pairs])
    return found if is_object else _lengthen_url(evaluator, view, scope, written, found, place, since)


def _lengthen_url(
    evaluator: Evaluation, view: View, scope: int, written: Name, found: Meaning, place: Place, since: int
) -> Meaning:
    """What a URL has become to whose path segments were added since a position."""
    steps = [
        one
        for member in evaluator.catalogue.segments
        for one in evaluator.project.list_additions(view, scope, member)
        if isinstance(one.of, Name) and one.of.name == written.name and since < one.start < written.start
    ]
    if not steps:
        return found

    def after(urls: States[Meaning], one: ListAddition) -> States[Meaning]:
        step = (view.path, scope, f"{written.name} lengthened", one.start)
        if evaluator.trail.is_closed(step):
            return urls
        with evaluator.trail.within(step):
            adds, added = _added_segments(evaluator, view, scope, one.added, place)
        return some(longer for url in urls for longer in OPERATIONS[adds](url, added, {}))

    steps, branches = view.leading_to(steps, written.start)
    running = Running(branches, (), after)
    return options(list(running.through({found: None}, steps, EVERYTHING)))


def _added_segments(
    evaluator: Evaluation, view: View, scope: int, added: Value, place: Place
) -> tuple[str, list[Meaning]]:
    """What is added to a list, and how: all items of another one if it is done in a loop through that.

    Such a list may be a path that was taken apart.
    """
    item = added
    while isinstance(item, Name | Call):
        if isinstance(item, Name):
            bound = evaluator.project.visible(view, scope, item.name, item.start)
            item = bound[-1].value if bound and bound[-1].start < item.start else Hole()
        else:
            item = item.callee.of if isinstance(item.callee, Member) else Hole()
    if isinstance(item, Element) and isinstance(item.key, Hole):
        listed = evaluator.value(item.of, place)
        return "add segments" if isinstance(listed, Sequence) else "join paths", evaluator.items(listed)
    return "add segments", [evaluator.value(added, place)]


def _may_be_url(meaning: Meaning) -> bool:
    kind = meaning.type if isinstance(meaning, Parameter) else meaning
    return isinstance(kind, Text) or (isinstance(meaning, Parameter) and kind == UNKNOWN)


def _is_of(evaluator: Evaluation, view: View, one: Set, class_: Definition) -> bool:
    """Whether what has the field is an object of this class."""
    step = (view.path, one.scope, "has a field", one.start)
    if evaluator.trail.is_closed(step):
        return False
    with evaluator.trail.within(step):
        of = evaluator.value(one.of, Place(view.path, one.scope))
    kinds = (option.type if isinstance(option, Parameter) else option for option in each(of))
    return any(kind == class_ or (isinstance(kind, Instance) and kind.of == class_) for kind in kinds)


def _value(evaluator: Evaluation, view: View, one: Set, name: str, place: Place) -> Meaning:
    binding = Binding(f"{name} of", one.scope, one.value, None, one.start, 0, 0)
    at = place.this.made[1] if isinstance(place.this, Instance) and place.this.made is not None else None
    by = at.by if at is not None and (at.path, at.scope) == (view.path, one.scope) else ""
    return bindings.bound_value(evaluator, binding, Place(view.path, one.scope, place.arguments, by=by))
