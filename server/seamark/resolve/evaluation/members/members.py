"""What follows a dot: members of modules, of classes and their objects, and of everything else that has some."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from seamark.extract import facts
from seamark.extract.facts import HELD, MACRO, MODULE
from seamark.resolve.abstract_values import (
    OR_ITSELF,
    UNKNOWN,
    Bound,
    Constant,
    Definition,
    Enumerator,
    Instance,
    Made,
    Meaning,
    Module,
    Namespace,
    Options,
    Package,
    Parameter,
    ParameterPart,
    Place,
    Record,
    Sequence,
    Symbol,
    Text,
    Unknown,
    each,
    is_nothing,
    options,
)
from seamark.resolve.evaluation.library_objects import constructed_identity, copies, grpc_clients, objects
from seamark.resolve.evaluation.protocol import Evaluation
from seamark.resolve.evaluation.scope import global_object, imports
from seamark.resolve.evaluation.texts_and_lists import elements, own_texts
from seamark.resolve.module_resolution import rules_of
from seamark.resolve.partial_texts.operations import OPERATIONS
from seamark.resolve.partial_texts.texts import UNKNOWN_TEXT
from seamark.resolve.workspace_facts.view import last_name

from . import class_bodies, class_members, classes, field_assignments, trait_methods

CALLED = "()"
"""What the name of a method ends with where what it gives is meant."""
_ASKED_OR_SERVING = ("client", "router")
"""The roles of what has methods that state a route or a request by whatever name they go."""
_SAME_TEXT = frozenset(["value", "$value", "href"])
"""Members of enumerators and URLs that read as these do, or are the list that an enumerator has."""


def member(evaluator: Evaluation, of: Meaning, name: str, place: Place) -> Meaning:
    """The member `name` of what `of` means; what it gives if it is called with nothing, for a name with `CALLED`."""
    if name.endswith(CALLED):
        return _method_results(evaluator, of, name, place)
    if name.endswith(HELD):
        return options([_variant_value(evaluator, option, name) for option in each(of)])
    if name.endswith(OR_ITSELF) and not isinstance(of, Options | Parameter):
        return of if isinstance(of, Text) else member(evaluator, of, name.removesuffix(OR_ITSELF), place)
    match of:
        case Options(options=alternatives, ordered=ordered):
            held = [one for one in alternatives if not (ordered and _is_empty(one))] or alternatives
            return options([member(evaluator, option, name, place) for option in held], ordered=ordered)
        case Symbol() if f"{of.name}.{name}" in rules_of(evaluator.view(place.path).facts.language).globals.file:
            return Module(place.path)
        case Symbol():
            return (
                class_members.catalogued_property(evaluator, of, name)
                or _published_member(evaluator, of, name, place)
                or _class_in_full(evaluator, of, name, place)
                or of.member(name)
            )
        case Module():
            found = grpc_clients.generated_symbol(evaluator, of, name) or copies.offered_value(
                evaluator, of.path, name, lambda one: imports.module_member(evaluator, of, one)
            )
            return found if found is not None else _written_by_macro(evaluator, of, name)
        case Namespace(name=namespace):
            return imports.module_member(evaluator, Module(place.path), name) or Symbol(f"{namespace}.{name}")
        case Package(path=path):
            found = copies.offered_value(
                evaluator, path, name, lambda one: imports.packaged_value(evaluator, path, one, place)
            )
            return found or UNKNOWN
        case Definition():
            if name == rules_of(evaluator.view(of.path).facts.language).classes.prototype:
                return Instance(of)
            found = class_members.attribute(evaluator, of, name, Instance(of)) or _set_later(evaluator, of, name)
            return found or _unwritten_member(evaluator, of, name)
        case Enumerator(of=class_):
            return class_members.attribute(evaluator, class_, name, of) or UNKNOWN
        case Instance(of=class_):
            found = _of_object(evaluator, of, name, place)
            if of.picked is not None:
                return _without_others(evaluator, found, of.picked)
            if not _says_nothing(found):
                return found
            handed = field_assignments.handed_on(evaluator, class_, name, place)
            return options(handed) if handed else _part_of_url(evaluator, of, name) or found
        case Made(type=type_id):
            # What the tables do not speak of is something else of that library's.
            role = evaluator.catalogue.role(type_id)
            other = Symbol(f"{type_id}.{name}", of if role in _ASKED_OR_SERVING else None) if role else UNKNOWN
            stated = evaluator.catalogue.states(type_id, name)
            added = None if stated else trait_methods.method(evaluator, of, name, place)
            return objects.property_of(evaluator, of, name) or added or other
        case Record():
            return elements.entry(evaluator, of, name) or _set_later(evaluator, of, name) or UNKNOWN
        case Sequence(value=listed):
            places = rules_of(evaluator.view(place.path).facts.language).values.places
            at = str(places.index(name)) if name in places else name
            item = elements.item_at(listed, at) if at.isdecimal() else None
            if item is None:
                return of if name in _SAME_TEXT else UNKNOWN
            return evaluator.meaning(item, of.place)
        case Parameter(owner=owner, index=index, members=members, type=kind):
            brought = evaluator.brought_router(owner, index, (*members, name)) if kind == UNKNOWN else None
            if brought is not None:
                return brought
            found = _of_object(evaluator, kind, name, place) if isinstance(kind, Instance) else UNKNOWN
            found = found if isinstance(kind, Instance | Symbol) else member(evaluator, kind, name, place)
            router = _declared_router(evaluator, found, name)
            if router is not None:
                own = constructed_identity.of_parameter(owner, index, (*members, name))
                return Parameter(owner, index, (*members, name), replace(router, identity=own), of.handed)
            if isinstance(kind, Instance) and _is_of_each_enumerator(evaluator, kind, found):
                return Parameter(owner, index, (*members, name), handed=of.handed)
            if not is_nothing(found) and not _is_for_callers(evaluator, of, name, found, place):
                return found
            if isinstance(kind, Instance) and _is_anything(evaluator, owner, index, members):
                known = [one for one in each(found) if not (_says_nothing(one) or is_nothing(one))]
                known = [] if _has_own(evaluator, kind, name) else field_assignments.of_makers(known)
                handed = field_assignments.handed_on(evaluator, kind.of, name, place) or known
                if handed:
                    return options(handed)
            of_type = kind.member(name) if isinstance(kind, Symbol) else found
            return Parameter(owner, index, (*members, name), of_type, of.handed)
        case Text() | Constant():
            if name in _SAME_TEXT:
                return of
            if name in evaluator.catalogue.paths:
                return options(list(OPERATIONS[evaluator.catalogue.paths[name]](of, [], {})))
            return trait_methods.method(evaluator, of, name, place) or UNKNOWN
    return UNKNOWN


def _part_of_url(evaluator: Evaluation, of: Instance, name: str) -> Meaning | None:
    """The path of an object that is a URL by what its class inherits from."""
    if name not in evaluator.catalogue.paths:
        return None
    url = own_texts.inherited_text(evaluator, of)
    return options(list(OPERATIONS[evaluator.catalogue.paths[name]](url, [], {}))) if isinstance(url, Text) else None


def _variant_value(evaluator: Evaluation, of: Meaning, name: str) -> Meaning:
    """What an enum's variant holds; what it is itself if it is no such thing."""
    this = of.type if isinstance(of, Parameter) else of
    found = class_members.attribute(evaluator, this.of, name, this) if isinstance(this, Instance) else None
    return of if found is None or is_nothing(found) else found


def _set_later(evaluator: Evaluation, of: Record | Definition, name: str) -> Meaning | None:
    """What a file sets a member to of an object that it begins without: `const api = {}; api.get = …`.

    Functions and classes are such objects, too: `request.get = client.get`, `Config.base = "/v1"`.
    """
    path = of.place.path if isinstance(of, Record) else of.path
    assigned = evaluator.once(("assigned", path, name), lambda: _assigned_values(evaluator, path, name))
    found = [evaluator.value(value, there) for to, value, there in assigned if of in to]
    return options(found) if found else None


def _assigned_values(
    evaluator: Evaluation, path: str, name: str
) -> list[tuple[tuple[Meaning, ...], facts.Value, Place]]:
    """What a file sets members of this name to: each value with the objects that may have it, and with its place."""
    found: list[tuple[tuple[Meaning, ...], facts.Value, Place]] = []
    for one in evaluator.project.assignments_to(evaluator.view(path), name):
        if isinstance(one.target.of, facts.Name):
            there = Place(path, one.scope)
            found.append((tuple(each(evaluator.value(one.target.of, there))), one.value, there))
    return found


def for_callers(evaluator: Evaluation, of: Meaning, called: str, found: Meaning) -> Meaning:
    """What a method gives that is called with nothing: for callers to say if they give an object of any class that has
    what an abstract one declares, and it is `found` to be nothing that others know; or an enumerator for which it
    gives another text than for others.
    """
    kind = of.type if isinstance(of, Parameter) else UNKNOWN
    is_of_each = isinstance(kind, Instance) and _is_of_each_enumerator(evaluator, kind, found)
    if not isinstance(of, Parameter) or not isinstance(kind, Instance) or not (is_of_each or _is_open(found)):
        return found
    if is_of_each:
        return Parameter(of.owner, of.index, (*of.members, f"{called}{CALLED}"), UNKNOWN, of.handed)
    if classes.is_abstract(evaluator, kind.of) or (isinstance(found, Options) and _is_enum(evaluator, kind.of)):
        return Parameter(of.owner, of.index, (*of.members, f"{called}{CALLED}"), found, of.handed)
    return found


def _method_results(evaluator: Evaluation, of: Meaning, name: str, place: Place) -> Meaning:
    """What methods give that are called with nothing."""
    call = facts.Call(facts.Hole(), (), False, 0, 0)
    plain = name.removesuffix(CALLED)
    found: list[Meaning] = []
    for option in each(of):
        methods = [
            one for one in each(called_member(evaluator, option, plain, place)) if isinstance(one, Definition | Bound)
        ]
        gives = options([evaluator.call_result(one, call, place) for one in methods])
        found.append(for_callers(evaluator, option, plain, gives))
    return options(found)


def _is_empty(meaning: Meaning) -> bool:
    """Whether it is an object that is written out with nothing in it, as the one that stands in for none that is given.

    No member of it is another possibility: `options = options || {}`
    """
    return isinstance(meaning, Record) and not meaning.value.entries


def _is_enum(evaluator: Evaluation, class_: Definition) -> bool:
    view, own = evaluator.project.whereabouts(class_)
    return any(isinstance(one.value, facts.Enumerator) for one in view.bindings_in(own))


def _is_of_each_enumerator(evaluator: Evaluation, kind: Instance, found: Meaning) -> bool:
    """Whether a field, or what a method gives, is what each object gives that a class has of itself: an enum does."""
    given = [one for option in each(found) for one in _given_parts(option)]
    constructor = evaluator.constructor(kind.of) if given and kind.made is None else None
    if constructor is None or any(one.owner != constructor for one in given):
        return False
    view, own = evaluator.project.whereabouts(kind.of)
    held = (one.value for one in view.bindings_in(own))
    made = (one.callee for one in held if isinstance(one, facts.Call) and one.new)
    return any(one == facts.Function(own) or last_name(one) == kind.of.name for one in made)


def _given_parts(meaning: Meaning) -> tuple[Parameter | ParameterPart, ...]:
    if isinstance(meaning, Parameter):
        return (meaning,)
    return meaning.given_parts if isinstance(meaning, Text) else ()


def _is_open(found: Meaning) -> bool:
    """Whether it may be said for each object anew: a text, or something of which nothing is known."""
    return all(isinstance(option, Unknown | Symbol | Text | Constant) for option in each(found))


def _declared_router(evaluator: Evaluation, field: Meaning, name: str) -> Made | None:
    """The router that a field of this name is only declared to be, so that it is another one in each object."""
    if not isinstance(field, Made) or field.call is not None or not field.identity[1].endswith(f":{name}"):
        return None
    return field if evaluator.catalogue.role(field.type) == "router" else None


def _is_for_callers(evaluator: Evaluation, parameter: Parameter, name: str, of: Meaning, place: Place) -> bool:
    """Whether what is known of a field of a parameter is a type that says nothing, or several texts: then callers tell.

    So they do if there are functions that set it in variables of their own. Those of the function in which the field
    is named do, and nobody who has given something to be kept.
    """
    view, owner, kind = evaluator.view(place.path), parameter.owner, parameter.type
    known = rules_of(view.facts.language)
    stated = [option for option in each(of) if not (_says_nothing(option) or is_nothing(option))]
    is_of_fields = bool(known.classes.constructors) and _is_made_of_fields(evaluator, kind)
    several = len(stated) > 1 or (len(stated) == 1 and (is_of_fields or _has_own(evaluator, kind, name)))
    several = several and all(isinstance(option, Text | Parameter) for option in stated)
    is_given = known.values.held_by_value or known.functions.namespaces or is_of_fields
    nothing = of == UNKNOWN_TEXT or (is_given and not stated)
    if not (several or nothing) or place.path != owner.path:
        return False
    around = (view.key(scope) for scope in evaluator.project.scopes(view, place.scope))
    return owner.key in around and evaluator.object_of(of) is None


def _is_made_of_fields(evaluator: Evaluation, kind: Meaning) -> bool:
    """Whether objects of this type have what they are made with as fields, since nothing else is done with that."""
    return isinstance(kind, Instance) and evaluator.constructor(kind.of) is None


def _has_own(evaluator: Evaluation, kind: Meaning, name: str) -> bool:
    """Whether functions set a field of this type in variables of their own: then each object has its own."""
    return isinstance(kind, Instance) and field_assignments.are_own(evaluator, kind.of, name)


def _is_anything(evaluator: Evaluation, owner: Definition, index: int, members: tuple[str, ...]) -> bool:
    """Whether a function says of a parameter's type that it may be any, as those do that are called back.

    So may be what is a member of a library's object: the library does not know the workspace's types.
    """
    definition = evaluator.project.facts_of(owner)
    anything = rules_of(evaluator.view(owner.path).facts.language).values.anything
    if not anything:
        return False
    kind = definition.parameters[index].type if index < len(definition.parameters) else None
    if not isinstance(kind, facts.Name) or not members:
        return isinstance(kind, facts.Name) and kind.name in anything
    declared = evaluator.value(kind, Place(owner.path, definition.parent))
    return not any(isinstance(one, Definition) for one in each(declared))


def _without_others(evaluator: Evaluation, found: Meaning, picked: Definition) -> Meaning:
    """What is known of a field of an object that a function picks, without what others are given to put into theirs.

    The function may make it, itself or by those that it calls.
    """
    makers, latest = {picked}, [picked]
    for _ in range(MAX_MAKERS):
        latest = [one for of in latest for one in _called_for_values(evaluator, of) if one not in makers]
        makers.update(latest)

    def is_own(one: Meaning) -> bool:
        given = one.given_parts if isinstance(one, Text) else (one,) if isinstance(one, Parameter) else ()
        return all(part.owner in makers for part in given)

    return options([one for one in each(found) if is_own(one)])


MAX_MAKERS = 3
"""Through how many functions an object may be handed by who makes it."""


def _called_for_values(evaluator: Evaluation, function: Definition) -> Iterator[Definition]:
    """The functions of which a function returns what they give, or binds it to a name."""
    view, index = evaluator.project.whereabouts(function)
    bound = (one.value for one in view.bindings_in(index))
    for value in (*evaluator.project.definition(view, index).returns, *bound):
        if isinstance(value, facts.Call):
            called = evaluator.value(value.callee, Place(view.path, index))
            yield from (one for one in each(called) if isinstance(one, Definition))


def _says_nothing(of: Meaning) -> bool:
    """Whether nothing is known of a field but its type."""
    return isinstance(of, Symbol | Unknown) or (isinstance(of, Instance) and of.made is None)


def _of_object(evaluator: Evaluation, of: Instance, name: str, place: Place) -> Meaning:
    """A member of an object of a class, as far as its class tells, and those who have such objects for good."""
    if name and name == rules_of(evaluator.view(of.of.path).facts.language).classes.class_member:
        return of.of
    found = class_members.attribute(evaluator, of.of, name, of) or class_members.catalogued_property(
        evaluator, of, name
    )
    found = found or _inherited_method(evaluator, of, name)
    return found or trait_methods.method(evaluator, of, name, place) or UNKNOWN


def _inherited_method(evaluator: Evaluation, of: Instance, name: str) -> Symbol | None:
    """What an object inherits from a class of a library; a method that the catalogue knows is one of the object's."""
    inherited = class_members.inherited_symbol(evaluator, of.of, name)
    made = None if inherited is None else evaluator.object_of(of)
    if made is None or evaluator.catalogue.role(made.type) not in _ASKED_OR_SERVING:
        return inherited
    return Symbol(f"{made.type}.{name}", made) if evaluator.catalogue.states(made.type, name) else inherited


def _unwritten_member(evaluator: Evaluation, of: Definition, name: str) -> Meaning:
    """A name that stands nowhere in a module within a file, where a macro puts it, or in a class, which derives it.

    Or what every function and class has: its name.
    """
    found_at = evaluator.project.locate(of)
    if found_at is None:
        return UNKNOWN
    if name and name == rules_of(found_at[0].facts.language).functions.name_member:
        return Text((evaluator.project.definition(*found_at).name,))
    if evaluator.project.definition(*found_at).kind == "module":
        return Symbol(f"{of.key}.{name}")
    return of if name in rules_of(found_at[0].facts.language).classes.derived else UNKNOWN


def _written_by_macro(evaluator: Evaluation, of: Module, name: str) -> Meaning:
    """A name that stands nowhere in a file where a macro puts names that nobody sees."""
    view = evaluator.project.view(of.path)
    starred = evaluator.project.bindings(view, MODULE, "*") if view is not None else []
    written = any(isinstance(one.value, facts.Import) and one.value.module.endswith(MACRO) for one in starred)
    return Symbol(f"{of.path}.{name}") if written else UNKNOWN


def called_member(evaluator: Evaluation, of: Meaning, name: str, place: Place) -> Meaning:
    """What a call of the member `name` calls: the method, where a field can go by its name as well."""
    known = rules_of(evaluator.view(place.path).facts.language)
    apart = known.functions.namespaces or known.classes.fields_apart
    methods = [method for option in each(of) for method in _methods(evaluator, option, name)] if apart else []
    if methods:
        return options(methods)
    found = member(evaluator, of, name, place)
    return (_field_given(evaluator, of, name, found, place) if known.classes.fields_apart else None) or found


def _field_given(evaluator: Evaluation, of: Meaning, name: str, found: Meaning, place: Place) -> Meaning | None:
    """The field that a method gives which nobody wrote: `url` by `getUrl`. None if there is no such field, or more."""
    called = name.removeprefix("get")
    this = of.type if isinstance(of, Parameter) else of
    if called == name or not called[:1].isupper() or found not in (UNKNOWN, _member_of_given(of, name)):
        return None
    field = f"{called[0].lower()}{called[1:]}"
    bodies = class_bodies.bodies(evaluator, this.of) if isinstance(this, Instance) else ()
    if not any(evaluator.project.bindings(view, index, field) for view, index in bodies):
        return None
    of_class = member(evaluator, this, field, place)
    return of_class if isinstance(of_class, Text) else member(evaluator, of, field, place)


def _member_of_given(of: Meaning, name: str) -> Meaning:
    """What a member of what callers give is where nothing more is known."""
    return replace(of, members=(*of.members, name), type=UNKNOWN) if isinstance(of, Parameter) else UNKNOWN


def _methods(evaluator: Evaluation, of: Meaning, name: str) -> Iterator[Meaning]:
    """The methods of this name in the bodies of the class that something is an object of."""
    this = of.type if isinstance(of, Parameter) else of
    generated = class_members.of_client(evaluator, this.of, name) if isinstance(this, Instance) else None
    if generated is not None:
        yield generated
        return
    for view, index in class_bodies.bodies(evaluator, this.of) if isinstance(this, Instance) else ():
        for method in evaluator.project.definitions_named(view, index, name):
            yield Bound(Definition(view.path, view.key(method)), this)


def _class_in_full(evaluator: Evaluation, of: Symbol, name: str, place: Place) -> Meaning | None:
    """The class that is written with its package, where files need not import it: `java.net.URI`."""
    known = rules_of(evaluator.view(place.path).facts.language)
    package = of.name.removeprefix(f"{known.globals.everything}.")
    is_package = known.modules.by_full_name and package != of.name and package[:1].islower() and name[:1].isupper()
    return imports.imported_value(evaluator, package, name, place) if is_package else None


def _published_member(evaluator: Evaluation, of: Symbol, name: str, place: Place) -> Meaning | None:
    """A member of the global object that the workspace sets itself."""
    known = rules_of(evaluator.view(place.path).facts.language)
    is_global = bool(known.globals.objects) and of.name == known.globals.everything
    return global_object.published_value(evaluator, name) if is_global else None
