"""Parameters of functions: what one means inside of its function (`parameter`), what a call gives for each
(`arguments_by_parameter`).

function send(path, verb = "POST") { … }      `parameter`: `path` is a `Parameter` until a caller is known
send("/users")                                `arguments_by_parameter`: `path` is "/users", `verb` its declared default
"POST"
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from seamark.extract import facts
from seamark.extract.facts import DEFAULTS, MODULE
from seamark.resolve.abstract_values import (
    UNKNOWN,
    Argument,
    Constant,
    Definition,
    Instance,
    Made,
    Meaning,
    Parameter,
    Place,
    Symbol,
    Text,
    each,
)
from seamark.resolve.evaluation.library_objects import objects
from seamark.resolve.evaluation.library_objects.constructed_identity import of_parameter
from seamark.resolve.evaluation.members import class_bodies, classes
from seamark.resolve.evaluation.protocol import Evaluation
from seamark.resolve.module_resolution import rules_of
from seamark.resolve.workspace_facts.view import View

from . import fixtures, handed_on, stored_values
from .handed_on import Positional


def parameter(evaluator: Evaluation, view: View, scope: int, index: int, place: Place) -> Meaning:
    """What a parameter is: what the call around gives, else what it is declared to be."""
    owner = Definition(view.path, view.key(scope))
    given = place.arguments.get((owner, index))
    if given is not None:
        found = evaluator.meaning(given.value, given.place)
        return _stated_object(evaluator, view, scope, index, found) if _is_open(evaluator, found) else found
    definition = evaluator.project.definition(view, scope)
    parameter = definition.parameters[index]
    if parameter.kind == "self":
        return classes.this(evaluator, place.within(scope))
    around = place.within(definition.parent)
    kind: Meaning = UNKNOWN
    if parameter.type is None:
        kept = stored_values.kept_for_parameter(evaluator, definition, parameter.name)
        if kept is not None:
            return kept
        kind = (
            _handed_object(evaluator, view, scope, index, owner)
            or objects.mounted_router(evaluator, view, scope, index)
            or objects.given_object(evaluator, view, scope, index)
            or _passed_object(evaluator, view, scope, index)
            or evaluator.brought_router(owner, index)
            or fixtures.injected_value(evaluator, view, scope, index)
        )
    else:
        kind = _declared_object(evaluator, view, scope, index)
        kind = (evaluator.brought_router(owner, index) or kind) if kind == UNKNOWN else kind
    if isinstance(parameter.default, facts.Call) and not isinstance(kind, Instance | Symbol):
        default = evaluator.value(parameter.default, around)
        kind = default if isinstance(default, Made | Instance) or not isinstance(kind, Made) else kind
        if isinstance(kind, Instance):
            return kind
    if isinstance(kind, Made) and evaluator.catalogue.role(kind.type) != "request":
        return kind
    return Parameter(owner, index, (), kind)


def _is_open(evaluator: Evaluation, given: Meaning) -> bool:
    """Whether what a parameter is declared to be may say more than what is given for it; null says that it is none."""
    return not isinstance(given, Constant) and objects.is_open(evaluator, given)


def _stated_object(evaluator: Evaluation, view: View, scope: int, index: int, given: Meaning) -> Meaning:
    """What a parameter is for which something is `given` that says little: what it gets, or else is declared to be."""
    made = objects.given_object(evaluator, view, scope, index) if given == UNKNOWN else None
    declared = _declared_object(evaluator, view, scope, index)
    is_known = isinstance(declared, Made) or (given == UNKNOWN and isinstance(declared, Instance))
    return made or (declared if is_known else given)


def _declared_object(evaluator: Evaluation, view: View, scope: int, index: int) -> Meaning:
    """What a parameter is by its type alone."""
    definition = evaluator.project.definition(view, scope)
    stated = definition.parameters[index].type
    if stated is None:
        return UNKNOWN
    declared = evaluator.value(stated, Place(view.path, definition.parent))
    return objects.instance(evaluator, declared, of_parameter(Definition(view.path, view.key(scope)), index))


def _handed_object(evaluator: Evaluation, view: View, scope: int, index: int, owner: Definition) -> Meaning | None:
    """What a function's first parameter is by the type that the function is declared to have."""
    function = evaluator.project.definition(view, scope)
    if index or not evaluator.catalogue.given_to or not function.name:
        return None
    around = Place(view.path, function.parent)
    for binding in evaluator.project.bindings(view, function.parent, function.name):
        if binding.type is not None and binding.value == facts.Function(scope):
            for kind in each(evaluator.value(binding.type, around)):
                type_id = evaluator.catalogue.given_to.get(kind.name) if isinstance(kind, Symbol) else None
                if type_id is not None:
                    return Made(type_id, of_parameter(owner, index))
    return None


def _passed_object(evaluator: Evaluation, view: View, scope: int, index: int) -> Made | None:
    """The object that a function gets by a method of whatever object which gives it that: `client.also { … }`."""
    taker = view.taker(scope)
    if index or taker is None or not isinstance(taker.callee, facts.Member):
        return None
    row = evaluator.catalogue.applying.get(taker.callee.name)
    if row is None or not row.passes:
        return None
    return objects.object_of(evaluator, evaluator.value(taker.callee.of, Place(view.path, view.scope_at(taker.start))))


def arguments_by_parameter(
    evaluator: Evaluation, callee: Definition, call: facts.Call, place: Place
) -> dict[tuple[Definition, int], Argument]:
    """What a call gives for each parameter of a function of the workspace, defaults included."""
    view, index = evaluator.project.whereabouts(callee)
    definition = evaluator.project.definition(view, index)
    by_default = defaults(evaluator, view, index)
    named = {a.name: a.value for a in call.arguments if a.name not in ("", "*", "**")}
    listed = handed_on.positional(evaluator, call, place)
    nothing = facts.Hole() if any(a.name in ("*", "**") for a in call.arguments) else facts.Scalar("")
    found: dict[tuple[Definition, int], Argument] = {}
    position = 0
    for number, parameter in enumerate(definition.parameters):
        by_name, default = parameter.kind in _BY_NAME, by_default[number]
        if parameter.kind == "plain" and position < len(listed) and not listed[position].open:
            argument = listed[position].argument
            is_left_out = argument.value == facts.UNDEFINED
            found[callee, number] = default if is_left_out and default is not None else argument
            position += 1
        elif parameter.label in named:
            found[callee, number] = Argument(named[parameter.label], place)
        elif parameter.kind == "rest":
            if position < len(listed) or not any(one.open for one in listed):
                items = handed_on.rest(_spread_array(evaluator, listed[position:]))
                found[callee, number] = Argument(facts.List(items, call.start, call.end), place)
            position = len(listed)
        elif parameter.kind == "others":
            own = {one.label for one in definition.parameters if one.kind in _BY_NAME}
            entries = [facts.Entry(name, value) for name, value in named.items() if name not in own]
            entries += (facts.Entry("...", one.value) for one in call.arguments if one.name == "**")
            found[callee, number] = Argument(facts.Object(tuple(entries), call.start, call.end), place)
        elif by_name:
            handed = handed_on.by_name(evaluator, call, parameter.label, place)
            if handed is not None and handed_on.is_known(evaluator, handed):
                found[callee, number] = handed
            elif default is not None:
                found[callee, number] = default
            else:
                plain = parameter.kind == "plain" and nothing == facts.Hole()
                one = handed_on.by_position(evaluator, call, position, place) if plain else None
                found[callee, number] = one or handed or Argument(nothing, place)
            position += parameter.kind == "plain"
    return found


def _spread_array(evaluator: Evaluation, listed: list[Positional]) -> list[Positional]:
    """What is given for the rest, spread if it is an array by itself: what a function is given for its own rest."""
    given = listed[0].argument if len(listed) == 1 and listed[0].spread is None else None
    if given is None or not isinstance(given.value, facts.Name):
        return listed
    view, name = evaluator.view(given.place.path), given.value.name
    if not rules_of(view.facts.language).functions.arrays_are_rest:
        return listed
    around = (evaluator.project.definition(view, one) for one in view.scopes(given.place.scope) if one != MODULE)
    taken = next((one for function in around for one in function.parameters if one.name == name), None)
    is_rest = taken is not None and taken.kind == "rest"
    return [Positional(given, given.value, open=True)] if is_rest else listed


_BY_NAME = ("plain", "keyword")
"""The kinds of parameters that a call can give by their names."""


def is_rest(evaluator: Evaluation, parameter: Parameter) -> bool:
    """Whether a parameter takes what is left of what is given, as a list."""
    return handed_on.is_kind(evaluator, parameter, "rest")


def is_others(evaluator: Evaluation, parameter: Parameter) -> bool:
    """Whether a parameter takes what is left of what is given by name, as an object."""
    return handed_on.is_kind(evaluator, parameter, "others")


def default(evaluator: Evaluation, function: Definition, parameter: int) -> Text | None:
    """The text that a parameter of a function of the workspace defaults to."""
    stated = defaults(evaluator, *evaluator.project.whereabouts(function))[parameter : parameter + 1]
    meaning = evaluator.meaning(stated[0].value, stated[0].place) if stated and stated[0] is not None else UNKNOWN
    return meaning if isinstance(meaning, Text) else None


def defaults(evaluator: Evaluation, view: View, index: int) -> Sequence[Argument | None]:
    """What each parameter of a function is by default, by its definition, or where it is declared apart from that."""
    definition = evaluator.project.definition(view, index)
    place = Place(view.path, definition.parent)
    own = [None if one.default is None else Argument(one.default, place) for one in definition.parameters]
    if not own or any(own) or not rules_of(view.facts.language).functions.declared_apart:
        return own
    return (
        evaluator.once(("defaults", view.path, view.key(index)), lambda: _declared_defaults(evaluator, view, index))
        or own
    )


def _declared_defaults(evaluator: Evaluation, view: View, index: int) -> Sequence[Argument | None] | None:
    """What a function takes by default, by the declarations of as many parameters; None if they do not say the same."""
    definition = evaluator.project.definition(view, index)
    found: dict[tuple[facts.Value, ...], Place] = {}
    for other, scope in _declaring_scopes(evaluator, view, index):
        for bound in evaluator.project.bindings(other, scope, definition.name + DEFAULTS):
            listed = bound.value.items if isinstance(bound.value, facts.List) else ()
            if len(listed) == len(definition.parameters):
                found.setdefault(listed, Place(other.path, scope))
    if len(found) != 1:
        return None
    ((values, place),) = found.items()
    return [None if isinstance(value, facts.Hole) else Argument(value, place) for value in values]


def _declaring_scopes(evaluator: Evaluation, view: View, index: int) -> Iterator[tuple[View, int]]:
    """Where a function may be declared that is defined there: in its class, or in what shares its file's top level."""
    definition = evaluator.project.definition(view, index)
    of = class_bodies.receiver(evaluator, view, index, Place(view.path, MODULE))
    if isinstance(of, Instance):
        yield from class_bodies.bodies(evaluator, of.of)
    elif definition.parent == MODULE:
        yield view, MODULE
        for path in evaluator.siblings(view.path, definition.name):
            other = evaluator.project.view(path)
            if other is not None:
                yield other, MODULE
