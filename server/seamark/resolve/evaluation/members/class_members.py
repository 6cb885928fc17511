"""Members of classes and of their objects: what the class has itself, inherits, or is given when an object is made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from seamark.extract import facts
from seamark.extract.facts import MODULE
from seamark.resolve.abstract_values import (
    UNKNOWN,
    Bound,
    Constant,
    Definition,
    Enumerator,
    Instance,
    Made,
    Meaning,
    Parameter,
    Place,
    Symbol,
    Text,
    Unknown,
    each,
    function_of,
    is_nothing,
    options,
)
from seamark.resolve.evaluation.calls.arguments import argument
from seamark.resolve.evaluation.library_objects import declared_contracts, grpc_clients, objects
from seamark.resolve.evaluation.protocol import Evaluation
from seamark.resolve.evaluation.scope import bindings, imports
from seamark.resolve.evaluation.texts_and_lists.placeholders import fill_keys
from seamark.resolve.module_resolution import rules_of
from seamark.resolve.module_resolution.properties import property_of
from seamark.resolve.partial_texts.texts import EMPTY
from seamark.resolve.partial_texts.urls import has_scheme, states_path
from seamark.resolve.workspace_facts.view import View

from . import class_bodies, classes, field_assignments

_PROPERTIES = ("property", "cached_property", "computed_field")


def attribute(evaluator: Evaluation, class_: Definition, name: str, this: Instance | Enumerator) -> Meaning | None:
    """The member of a class, of one that it inherits from, or of an object of it; None if there is none.

    What an object has that somebody made may be what was given then: that is no class's to offer.
    """
    if this.of != class_ or (isinstance(this, Instance) and (this.made is not None or this.steps)):
        return _attribute(evaluator, class_, name, this)
    return evaluator.on_behalf_of(
        class_.path, ("attribute", this, name), lambda own: _attribute(own, class_, name, this)
    )


def declared_attribute(evaluator: Evaluation, this: Instance, name: str) -> Meaning | None:
    """The member of an object that its class, or one that this inherits from, declares in the workspace."""
    if not any(_has_member(evaluator, one, name) for one in evaluator.with_bases(this.of)):
        return None
    found = attribute(evaluator, this.of, name, this)
    return None if found == UNKNOWN else found


def _attribute(evaluator: Evaluation, class_: Definition, name: str, this: Instance | Enumerator) -> Meaning | None:
    is_any = isinstance(this, Instance) and this.of == class_ and this.made is None
    for one in classes.lineage(evaluator, class_):
        found = of_client(evaluator, one, name)
        if found is None and isinstance(one, Definition):
            found = _own_member(evaluator, one, name, this)
        if found is not None:
            is_open = is_any and _is_left_open(evaluator, found)
            of_heirs = _of_heirs(evaluator, classes.heirs(evaluator, class_), name) if is_open else None
            is_theirs = is_open and found == EMPTY and classes.is_abstract(evaluator, class_)
            return of_heirs or (UNKNOWN if is_theirs else found)
    if not is_any:
        return None
    heirs = evaluator.once(("stating heirs", class_, name), lambda: tuple(_stating_heirs(evaluator, class_, name)))
    return _of_heirs(evaluator, heirs, name)


def _is_left_open(evaluator: Evaluation, found: Meaning) -> bool:
    """Whether a class only declares a field or a method, or has nothing in it."""
    return all(
        isinstance(one, Unknown | Symbol)
        or one == EMPTY
        or is_nothing(one)
        or _is_any_client(evaluator, one)
        or _gives_nothing(evaluator, one)
        for one in each(found)
    )


def _is_any_client(evaluator: Evaluation, of: Meaning) -> bool:
    """Whether something is a client of which nothing is known but the type that it is declared to have."""
    if not isinstance(of, Made) or of.call is not None or of.base:
        return False
    return evaluator.catalogue.role(of.type) == "client"


def _gives_nothing(evaluator: Evaluation, of: Meaning) -> bool:
    """Whether something is a method that returns nothing, or an empty text: an abstract one, or one that is missing."""
    found_at = evaluator.project.locate(of.method) if isinstance(of, Bound) else None
    return found_at is not None and all(map(_is_empty, evaluator.project.definition(*found_at).returns))


def _is_empty(value: facts.Value) -> bool:
    return isinstance(value, facts.Literal) and not value.text


def _stating_heirs(evaluator: Evaluation, class_: Definition, name: str) -> Iterator[Definition]:
    """Those who inherit from a class and have a member that it has not, nor what it inherits from."""
    without = set(classes.lineage(evaluator, class_))
    for heir in classes.heirs(evaluator, class_):
        above = (option for base in classes.bases(evaluator, heir) for option in each(base))
        is_inherited = any(isinstance(one, Definition) and one not in without for one in above)
        if is_inherited or _has_member(evaluator, heir, name):
            yield heir
        else:
            without.add(heir)


def _of_heirs(evaluator: Evaluation, heirs: Iterable[Definition], name: str) -> Meaning | None:
    """A field that objects of a class have by those that inherit from it: a mixin uses what these set."""
    stated = (_first_stated(evaluator, heir, name) for heir in heirs)
    found = [one for one in stated if one is not None and _is_told(evaluator, one)]
    return options(found) if found else None


def _first_stated(evaluator: Evaluation, class_: Definition, name: str) -> Meaning | None:
    """The field that the objects of a class have by itself, or by the first one from which it inherits that has one."""

    def find() -> Meaning | None:
        stated = (_own_member(evaluator, one, name, Instance(class_)) for one in evaluator.with_bases(class_))
        return next((one for one in stated if one is not None), None)

    return evaluator.once(("first stated", class_, name), find)


def _is_told(evaluator: Evaluation, meaning: Meaning) -> bool:
    """Whether it is known what something is: an object of the catalogue, a text, or a function that gives one."""
    is_text = all(isinstance(one, Text) and (one.known_string or states_path(one)) for one in each(meaning))
    return is_text or objects.object_of(evaluator, meaning) is not None or _gives_text(evaluator, meaning)


def _gives_text(evaluator: Evaluation, meaning: Meaning) -> bool:
    """Whether something is a function that gives a text of which a part is known, whatever it is called with."""
    for one in each(meaning):
        if not isinstance(one, Bound | Definition):
            return False
        if evaluator.project.facts_of(function_of(one)).kind == "class":
            return False
        given = evaluator.call_result(
            one, facts.Call(facts.Hole(), (), False, 0, 0), Place(function_of(one).path, MODULE)
        )
        if not all(
            isinstance(text, Text) and any(isinstance(part, str) for part in text.parts) for text in each(given)
        ):
            return False
    return True


def of_client(evaluator: Evaluation, base: Meaning, name: str) -> Meaning | None:
    """What a class has because it, or one that it inherits from or holds as a part of itself, is a generated client."""
    key = base.path if isinstance(base, Definition) else "", base.name if isinstance(base, Definition | Symbol) else ""
    stub = evaluator.once(("client", base), lambda: grpc_clients.instance(evaluator, base, key))
    return None if stub is None else grpc_clients.method(evaluator, stub, name)


def _own_member(evaluator: Evaluation, class_: Definition, name: str, this: Instance | Enumerator) -> Meaning | None:
    """The member that a class has itself, be it outside of its body."""
    for view, index in class_bodies.bodies(evaluator, class_):
        found = _own(evaluator, view, index, name, this)
        if found is not None:
            return found
    outside = class_bodies.methods(evaluator, class_, name)
    bound: list[Meaning] = [Bound(Definition(view.path, view.key(index)), this) for view, index in outside]
    return options(bound) if bound else None


def _has_member(evaluator: Evaluation, class_: Definition, name: str) -> bool:
    """Whether there may be a member that a class has itself, whatever it is in which of its objects."""
    project = evaluator.project
    is_inside = any(
        project.definitions_named(view, index, name)
        or project.bindings(view, index, name)
        or imports.starred_value(evaluator, view, name, index) is not None
        for view, index in class_bodies.bodies(evaluator, class_)
    )
    return is_inside or bool(class_bodies.methods(evaluator, class_, name))


def _own(evaluator: Evaluation, view: View, index: int, name: str, this: Instance | Enumerator) -> Meaning | None:
    """A member that stands in this body of a class, or in this module within a file."""
    methods = [
        one
        for one in evaluator.project.definitions_named(view, index, name)
        if not view.facts.definitions[one].receiver
    ]
    fields_apart = rules_of(view.facts.language).classes.fields_apart
    if methods and not (fields_apart and evaluator.project.bindings(view, index, name)):
        return options(
            [
                _take_method(evaluator, view, one, this)
                for one in class_bodies.effective_definitions(evaluator, view, methods)
            ]
        )
    declared = evaluator.project.bindings(view, index, name)
    if declared:
        if bindings.leads_back(evaluator, view.path, declared):
            return UNKNOWN
        stated_by_settings = _property(evaluator, view, index, name)
        if stated_by_settings is not None:
            return stated_by_settings
        constructed = _constructed_field(evaluator, this, name) if isinstance(this, Instance) else None
        if constructed is not None and constructed != EMPTY:
            return bindings.as_declared(evaluator, declared[0], constructed, Place(view.path, index))
        made_with = classes.made_with(evaluator, this) if isinstance(this, Instance) else {}
        place = Place(view.path, index, made_with, this)
        class_ = Definition(view.path, view.key(index))
        is_left_out = isinstance(this, Instance) and this.of == class_ and _names_its_fields(evaluator, this)
        given = field_assignments.assigned_values(evaluator, class_, name, place, making=not is_left_out)
        # What a field is given says more than the type it is declared to have.
        stated = sorted(declared, key=lambda binding: isinstance(binding.value, facts.Hole))
        found = [bindings.bound_value(evaluator, binding, place) for binding in stated]
        # What the class leaves empty is to be filled.
        own = [one for one in found if not (is_nothing(one) or (given and one == EMPTY))]
        known = _without_empty([*given, *own])
        if not known and is_left_out and field_assignments.assigned_values(evaluator, class_, name, place):
            return EMPTY if declared[0].type is None else Constant("nil")
        return options(known or found)
    return imports.starred_value(evaluator, view, name, index)


def _property(evaluator: Evaluation, view: View, class_: int, name: str) -> Text | None:
    """What the settings of a service say that a class's field has; None where what decorates the class says no such."""
    known, definition = evaluator.catalogue.bound_classes, evaluator.project.definition(view, class_)
    if not known or not definition.decorators:
        return None
    bound = declared_contracts.library_decorator(evaluator, view.path, definition, known)
    if bound is None:
        return None
    by, call, place = bound
    prefix = argument(evaluator, call, known[by].prefix, place)
    key = f"{prefix.known_string}.{name}" if isinstance(prefix, Text) and prefix.known_string else name
    said = property_of(evaluator.project, evaluator.catalogue.properties, view.path, key)
    return None if said is None else fill_keys(evaluator, said, Place(view.path, MODULE))


def _without_empty(given: list[Meaning]) -> list[Meaning]:
    """What a field is given once it is set: an empty text only stands for a whole URL, or for what callers give."""
    known = [option for one in given for option in each(one)]
    is_whole = any(isinstance(one, Text) and has_scheme(one, stated=True) for one in known)
    is_given = any(isinstance(one, Parameter) for one in known)
    return [one for one in given if one != EMPTY] if is_whole or is_given else given


def _take_method(evaluator: Evaluation, view: View, index: int, this: Instance | Enumerator) -> Meaning:
    """A method taken from an object; what it gives, if it is a property; a class as it is, and a module."""
    method = Bound(Definition(view.path, view.key(index)), this)
    definition = evaluator.project.definition(view, index)
    decorators = definition.decorators
    if definition.kind in ("class", "module"):
        return method.method
    if any(isinstance(d, facts.Name) and d.name in _PROPERTIES for d in decorators):
        at = view.facts.definitions[index].start
        return evaluator.call_result(method, facts.Call(facts.Hole(), (), False, at, at), Place(view.path, index))
    return method


def catalogued_property(evaluator: Evaluation, of: Symbol | Instance, name: str) -> Meaning | None:
    """A property that something has because it is an object of the catalogue."""
    made = objects.object_of(evaluator, of)
    return None if made is None else objects.property_of(evaluator, made, name)


def inherited_symbol(evaluator: Evaluation, class_: Definition, name: str) -> Symbol | None:
    """What a class has from one outside the workspace, of a library that the catalogue speaks of."""
    above = (one for one in classes.lineage(evaluator, class_) if isinstance(one, Symbol))
    return next((one.member(name) for one in above if evaluator.catalogue.is_known(one.name)), None)


def _names_its_fields(evaluator: Evaluation, this: Instance) -> bool:
    """Whether an object is given its fields by their names where it is made: what it is not given there is empty."""
    given = () if this.made is None else this.made[0].arguments
    is_named = bool(given) and all(one.name.isidentifier() for one in given)
    return is_named and classes.constructor(evaluator, this.of) is None


def _constructed_field(evaluator: Evaluation, this: Instance, name: str) -> Meaning | None:
    """A field that is given where the object is made: by its name, as for dataclasses, or in the fields' order."""
    if this.made is None:
        return None
    call, place = this.made
    if not call.arguments or classes.constructor(evaluator, this.of) is not None:
        return None
    names = _fields_in_order(evaluator, this.of) if not call.arguments[0].name else ()
    for position, given in enumerate(call.arguments):
        if (given.name or "".join(names[position : position + 1])) == name:
            return evaluator.value(given.value, place)
    return None


def _fields_in_order(evaluator: Evaluation, class_: Definition) -> tuple[str, ...]:
    """The fields of a class's objects in the order in which they are given: those that are inherited come first."""
    found: dict[str, None] = {}
    for one in reversed(evaluator.with_bases(class_)):
        found |= dict.fromkeys(evaluator.project.fields(*evaluator.project.whereabouts(one)))
    return tuple(found)
