"""What counts where it is known how conditions turn out: arms of choices, what names are bound to, what is returned.

It is known where it is told (`Place.decided`), where a function is called with texts that are known, and in a method of
an enum that is called on an enumerator.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from functools import partial

import msgspec

from seamark.extract import facts
from seamark.extract.facts import Binding
from seamark.resolve.abstract_values import (
    Constant,
    Decision,
    Definition,
    Enumerator,
    Given,
    Instance,
    Meaning,
    Parameter,
    Place,
    Record,
    Sequence,
    Symbol,
    Text,
    each,
    is_empty,
    is_there,
)
from seamark.resolve.evaluation.protocol import Evaluation
from seamark.resolve.module_resolution import rules_of
from seamark.resolve.partial_texts.texts import texts, told_by
from seamark.resolve.workspace_facts.view import View

from . import edges
from .elements import is_open

_TWO = 2
_LENGTH = "length"
"""The member of a list that tells how many items it has."""
_PLACES = ("start", "end")


def decision(choice: facts.Choice) -> tuple[Decision, bool] | None:
    """What decides a choice of two, and whether that is true for the first one; None if that is not known."""
    if len(choice.options) != _TWO or not choice.tests:
        return None
    match choice.tests:
        case (facts.Call(callee=facts.Member(of=of, name=("==" | "!=") as sign), arguments=(other,)),):
            return (spell_fact(of), spell_fact(other.value)), sign == "=="
    return spell_fact(choice.tests), True


def spell_fact(fact: object) -> Hashable:
    """What a fact says, wherever it stands."""
    if isinstance(fact, tuple):
        return tuple(map(spell_fact, fact))
    if not isinstance(fact, msgspec.Struct):
        return str(fact)
    names = (name for name in fact.__struct_fields__ if name not in _PLACES)
    return type(fact), *(spell_fact(getattr(fact, name)) for name in names)


def arms(evaluator: Evaluation, choice: facts.Choice, place: Place) -> tuple[facts.Value, ...]:
    """The arms of a choice that count at a place: all, if nothing is known."""
    if place.is_plain:
        return choice.options
    told = _told_values(choice.options, place)
    if told:
        return told
    is_first = _is_first(evaluator, choice, place) if choice.tests and len(choice.options) == _TWO else None
    if is_first is not None:
        return choice.options[:1] if is_first else choice.options[1:]
    return possible_values(evaluator, choice.options, place)


def _is_first(evaluator: Evaluation, choice: facts.Choice, place: Place) -> bool | None:
    """Whether a choice of two is the first one; None if that is not known."""
    decides = decision(choice) if place.decided else None
    if decides is not None and decides[0] in place.decided:
        return place.decided[decides[0]] == decides[1]
    return _all_hold(evaluator, choice.tests, place) if place.arguments else None


def possible_values(evaluator: Evaluation, values: tuple[facts.Value, ...], place: Place) -> tuple[facts.Value, ...]:
    """Those of the values of which a function gives one that it may give at a place."""
    told = _told_values(values, place)
    if told:
        return told
    is_made = isinstance(place.this, Instance) and place.this.made is not None
    makes_text = (place.arguments or is_made) and any(map(facts.makes_text, values))
    if len(values) < 2 or not (makes_text or isinstance(place.this, Enumerator)):
        return values
    view, known_truths = evaluator.view(place.path), _Truths()
    return tuple(
        one for one in values if not _is_refuted(evaluator, view, getattr(one, "start", None), place, known_truths)
    )


def _told_values(values: tuple[facts.Value, ...], place: Place) -> tuple[facts.Value, ...]:
    """Those of the values that a function gives, or that hold it, where it is told at a place; none if it is not."""
    given = {one for one, is_given in place.decided.items() if is_given and isinstance(one, Given)}
    return tuple(one for one in values if not given.isdisjoint(given_values(one, place.path)))


def given_values(value: facts.Value, path: str) -> dict[Given, tuple[facts.Value, ...]]:
    """The values of which one stands for another, the arms of choices or itself, each with what is true if it does.

    What has no position is none.
    """
    if isinstance(value, facts.Choice):
        is_first = value.tests if len(value.options) == _TWO else ()
        is_second = tuple(facts.negation(one) for one in is_first if isinstance(one, facts.Call) and is_first == (one,))
        truths = (is_first, *(is_second for _ in value.options[1:]))
        return {
            given: (*true, *further)
            for option, true in zip(value.options, truths, strict=True)
            for given, further in given_values(option, path).items()
        }
    start = getattr(value, "start", None)
    return {} if start is None else {Given(path, start): ()}


def of_functions(place: Place) -> dict[Decision, bool]:
    """What is told at a place of what functions give: that counts in these, too."""
    return {one: is_given for one, is_given in place.decided.items() if isinstance(one, Given)}


def possible_bindings(evaluator: Evaluation, view: View, bindings: list[Binding], place: Place) -> list[Binding]:
    """Those of a name's bindings that it may have at a place, of those that it may have there otherwise."""
    adds = place.arguments and any(isinstance(one.value, facts.Concat | facts.List) for one in bindings)
    if not (place.decided or adds):
        return bindings
    found = [runs(evaluator, view, one, place) for one in bindings]
    last = max((n for n, run in enumerate(found) if run), default=0)
    return [one for one, run in zip(bindings[last:], found[last:], strict=True) if run is not False] or bindings


def is_for_nothing(view: View, binding: Binding) -> bool:
    """Whether a name is bound where it is nothing until then: `if (!path) path = "/"`."""
    guard = next(iter(view.guards_around(binding.start - 1)), None)
    match () if guard is None else guard.holds:
        case (facts.Call(callee=facts.Member(of=facts.Name(name=name), name="=="), arguments=(other,)),):
            is_empty_text = isinstance(other.value, facts.Literal) and not other.value.text
            return name == binding.name and (is_empty_text or isinstance(other.value, facts.Scalar))
    return False


def guard_runs(view: View, at: int, place: Place) -> bool | None:
    """Whether the innermost guarded block around a position runs, where that is told at a place."""
    guard = next(iter(view.guards_around(at)), None) if place.decided else None
    return None if guard is None else place.decided.get((guard.start, guard.end))


def runs(evaluator: Evaluation, view: View, binding: Binding, place: Place) -> bool | None:
    """Whether the block runs in which a name is bound; None if that is not known."""
    block = binding.block_start, binding.block_end
    if block in place.decided:
        return place.decided[block]
    if not binding.block_start or not place.arguments:
        return None
    if _is_refuted(evaluator, view, binding.start - 1, place):
        return False
    around = next(iter(view.guards_around(binding.start - 1)), None)
    is_own = around is not None and (around.start, around.end) == block
    return True if around is not None and is_own and _all_hold(evaluator, around.otherwise, place) is False else None


_Truths = dict[facts.Value, bool | None]
"""What was found of conditions at one place: those of many positions there have the same."""


def _is_refuted(
    evaluator: Evaluation, view: View, at: int | None, place: Place, known_truths: _Truths | None = None
) -> bool:
    """Whether what guards a position is not true."""
    guards = () if at is None else view.guards_around(at)
    step = place.path, place.scope, "?", at or 0
    if evaluator.trail.is_closed(step):
        return False
    with evaluator.trail.within(step):
        return any(_all_hold(evaluator, guard.holds, place, known_truths) is False for guard in guards)


def _all_hold(
    evaluator: Evaluation, truths: Iterable[facts.Value], place: Place, known_truths: _Truths | None = None
) -> bool | None:
    """Whether all of these are true; None if that is not known."""
    known = {} if known_truths is None else known_truths
    found: set[bool | None] = set()
    for truth in truths:
        if truth not in known:
            known[truth] = evaluator.decide_condition(partial(_holds, evaluator, truth, place))
        found.add(known[truth])
    return False if False in found else None if None in found or not found else True


def _holds(evaluator: Evaluation, truth: facts.Value, place: Place) -> bool | None:
    """Whether something is true; None if that is not known."""
    match truth:
        case facts.List(items=items):
            return _all_hold(evaluator, items, place)
        case facts.Choice(options=options):
            found = {_holds(evaluator, option, place) for option in options}
            return True if True in found else None if None in found else False
    said = edges.edge_test(evaluator, truth, place)
    if said is not None:
        return edges.is_true(evaluator, said, place) if _is_given(evaluator, said.of, place) else None
    match truth:
        case facts.Call(
            callee=facts.Member(of=facts.Name() as name, name=("==" | "!=") as sign), arguments=(other,)
        ) if other.value == facts.FALSE and (test := _named_test(evaluator, name, place)) is not None:
            is_true = _holds(evaluator, test, place)
            return None if is_true is None else is_true == (sign == "!=")
        case facts.Call(callee=facts.Member(of=of, name=("==" | "!=") as sign), arguments=(other,)):
            is_equal = _are_equal(evaluator, of, other.value, place) if _is_given(evaluator, of, place) else None
            return None if is_equal is None else is_equal == (sign == "==")
    return None


def _named_test(evaluator: Evaluation, name: facts.Name, place: Place) -> facts.Value | None:
    """What a name says that is bound once, to whether a text has another at an end: `rooted = path.startswith("/")`."""
    bound = evaluator.project.bindings(evaluator.view(place.path), place.scope, name.name)
    match bound:
        case [Binding(value=facts.Call() as test, block_start=0)]:
            return test if edges.edge_test(evaluator, test, place) is not None else None
    return None


def _is_given(evaluator: Evaluation, value: facts.Value, place: Place) -> bool:
    """Whether something is what a function is given or called on, what a call gave a name once, or a member of that."""
    view = evaluator.view(place.path)
    root = view.root_of(value)
    if root is None or place.scope == facts.MODULE:
        return isinstance(place.this, Enumerator)
    function = evaluator.project.definition(view, place.scope)
    if any(one.name == root.name for one in function.parameters):
        return True
    bound = evaluator.project.bindings(view, place.scope, root.name)
    match bound:
        case [Binding(value=facts.Call(), block_start=0, start=start)]:
            return start <= root.start
    return bool(bound) and is_taken_apart(function, bound)


def is_taken_apart(function: facts.Definition, bound: Iterable[Binding]) -> bool:
    """Whether a name is bound by the pattern that stands as a parameter of a function: `({id}) => …`."""
    values = [one.value.options[0] if isinstance(one.value, facts.Choice) else one.value for one in bound]
    patterns = {parameter.name for parameter in function.parameters if parameter.is_pattern}
    owners = [value.of for value in values if isinstance(value, facts.Member)]
    return len(owners) == len(values) and all(isinstance(of, facts.Name) and of.name in patterns for of in owners)


def _are_equal(evaluator: Evaluation, one: facts.Value, other: facts.Value, place: Place) -> bool | None:
    """Whether two things are equal, or whether one is nothing at all; None if that is not known."""
    found = _value_or_default(evaluator, one, place)
    if other == facts.FALSE:
        if isinstance(one, facts.Member) and one.name == _LENGTH:
            whole = evaluator.value(one.of, place)
            found = whole if isinstance(whole, Text) else found  # One without a length is empty.
        there = is_there(found) if isinstance(found, Text | Constant) else frozenset((True, False))
        return True not in there if len(there) == 1 else None
    sides = each(found), each(enumerator_beside(evaluator, other, _value_or_default(evaluator, other, place), found))
    own = Definition(place.path, evaluator.view(place.path).key(place.scope))
    are_given = (isinstance(one, Sequence) or _is_required(evaluator, one, own) for one in sides[0])
    if all(map(is_empty, sides[1])) and all(are_given):
        return False
    told = [told_by(side[0]) if len(side) == 1 else "" for side in sides]
    if all(told):
        return told[0] == told[1]
    if not all(len(side) == 1 and isinstance(side[0], _TOLD) for side in sides):
        return None
    (left,), (right,) = sides
    if is_empty(left) or is_empty(right):
        return is_empty(left) == is_empty(right)
    if isinstance(left, Text) and isinstance(right, Text):
        return None if left.unknown or right.unknown else left.known_string == right.known_string
    if type(left) is type(right):
        return left == right
    # A number may be equal to the text of it, but to no other one.
    (one_text,), (other_text,) = texts(left), texts(right)
    are_texts = {type(left), type(right)} == {Text, Constant} and not (one_text.unknown or other_text.unknown)
    return False if are_texts and one_text != other_text else None


def enumerator_beside(evaluator: Evaluation, value: facts.Value, meaning: Meaning, other: Meaning) -> Meaning:
    """What a value means, beside another: a name that nothing declares is an enumerator beside one: `case GET:`."""
    of = other.type if isinstance(other, Parameter) else other
    if not isinstance(value, facts.Name) or not isinstance(meaning, Symbol) or not isinstance(of, Instance):
        return meaning
    named = evaluator.member(of.of, value.name, Place(of.of.path, facts.MODULE))
    return named if told_by(named) else meaning


def _value_or_default(evaluator: Evaluation, value: facts.Value, place: Place) -> Meaning:
    """What something is: nothing at all if it is a key that an object does not have, or else the default of that."""
    match value:
        case facts.Name():
            bound = evaluator.project.bindings(evaluator.view(place.path), place.scope, value.name)
            if len(bound) == 1 and not bound[0].block_start:
                match bound[0].value:
                    case facts.Choice(options=(facts.Member() as taken, default), ordered=True):
                        found = _value_or_default(evaluator, taken, place)
                        return _value_or_default(evaluator, default, place) if found == _NOT_GIVEN else found
                    case facts.Member() as taken:
                        return _value_or_default(evaluator, taken, place)
        case facts.Member(of=of, name=name):
            whole = evaluator.value(of, place)
            if isinstance(whole, Record) and not is_open(evaluator, whole) and evaluator.entry(whole, name) is None:
                return _NOT_GIVEN
            if isinstance(whole, Sequence) and name == _LENGTH:
                return Constant(str(len(evaluator.raw_items(whole))))
    return evaluator.value(value, place)


_NOT_GIVEN = Constant("undefined")


def _is_required(evaluator: Evaluation, meaning: Meaning, own: Definition) -> bool:
    """Whether something is what a caller of the function `own` must be given, by a type of which nothing is null."""
    if not isinstance(meaning, Parameter) or meaning.owner == own or meaning.members:
        return False
    found_at = evaluator.project.locate(meaning.owner)
    if found_at is None:
        return False
    taken = evaluator.project.definition(*found_at).parameters[meaning.index : meaning.index + 1]
    never_null = rules_of(found_at[0].facts.language).values.never_null
    return any(one.kind == "plain" and one.default is None and _name_of(one.type) in never_null for one in taken)


def _name_of(kind: facts.Value | None) -> str | None:
    """The name of a type; an empty one of a type that is not known."""
    return kind.name if isinstance(kind, facts.Name) else "" if isinstance(kind, facts.Hole) else None


_TOLD = (Text, Constant, Enumerator)
