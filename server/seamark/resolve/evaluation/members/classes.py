"""Classes of the workspace: `this` and `super`, what they inherit, and how their objects are made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from seamark.catalogue import Applying
from seamark.extract import facts
from seamark.extract.facts import MODULE, SUPER_CALL
from seamark.resolve.abstract_values import (
    UNKNOWN,
    Arguments,
    Definition,
    Instance,
    Made,
    Meaning,
    Place,
    Symbol,
    each,
    options,
)
from seamark.resolve.evaluation.library_objects import objects
from seamark.resolve.evaluation.protocol import Evaluation
from seamark.resolve.evaluation.trail import MAX_DEPTH
from seamark.resolve.module_resolution import CONSTRUCTORS, OWN_NAME, rules_of
from seamark.resolve.module_resolution.paths import folder, stems
from seamark.resolve.workspace_facts.project import of_base
from seamark.resolve.workspace_facts.view import View, last_name

from . import class_bodies, extension_functions, object_methods

MAX_LINEAGE = 100
"""How many classes a class inherits from, as far as that is looked at."""

MAX_BASES = 8
MAX_HEIRS = 32
"""How many classes that inherit from one are looked at."""
MAX_NAMED = 8 * MAX_HEIRS
"""How many classes of a file are asked whether they inherit from one of this name: it may be another one's."""

MAX_BESIDE, MAX_ELSEWHERE = 8, 32
"""In how many files beside its own they are looked for, and in how many that have such a class."""


def called_name(key: str) -> str:
    """The name by which the definition with this key is called: a constructor's is its class's."""
    *above, name = key.split(".")
    name = above[-1] if name in CONSTRUCTORS and above else name
    return name.partition("#")[0]


def is_constructor(evaluator: Evaluation, definition: Definition) -> bool:
    """Whether a definition is a constructor."""
    view, index = evaluator.project.whereabouts(definition)
    found = evaluator.project.definition(view, index)
    return found.kind == "method" and found.name in _names(view, class_bodies.class_name(view, found))


def gives_itself(evaluator: Evaluation, definition: Definition) -> bool:
    """Whether a definition is a method that gives the object on which it is called: it may keep what it is given."""
    return evaluator.once(("gives itself", definition), lambda: _gives_itself(evaluator, definition))


def _gives_itself(evaluator: Evaluation, definition: Definition) -> bool:
    view, index = evaluator.project.whereabouts(definition)
    own = evaluator.project.definition(view, index)
    if own.kind != "method" or not own.returns:
        return False
    place = Place(view.path, index)
    instance = evaluator.meaning(facts.This(), place)
    if not isinstance(instance, Instance) or is_constructor(evaluator, definition):
        return False
    says_so = all(isinstance(one, facts.This) for one in own.returns)
    if not says_so and own.return_type is not None:
        declared = evaluator.meaning(own.return_type, place.within(own.parent))
        if isinstance(declared, Definition | Symbol) and declared not in evaluator.lineage(instance.of):
            return False
    given = (evaluator.meaning(one, place) for one in own.returns)
    return all(isinstance(one, Instance) and one == instance and one.made is None for one in given)


def _names(view: View, class_: str) -> tuple[str, ...]:
    """What constructors of a class of this name are called."""
    return tuple(class_ if name == OWN_NAME else name for name in rules_of(view.facts.language).classes.constructors)


def this(evaluator: Evaluation, place: Place) -> Meaning:
    """The object that `this` or `self` stands for."""
    if place.this is not None:
        return place.this
    view = evaluator.view(place.path)
    applying = evaluator.catalogue.applying
    for scope in evaluator.project.scopes(view, place.scope):
        if scope == MODULE:
            break
        applied = _applied_to(evaluator, view, scope, applying) if applying else None
        if applied is not None:
            return applied
        received = class_bodies.receiver(evaluator, view, scope, place)
        if received is not None:
            return received
        if view.facts.definitions[scope].kind == "class":
            return Instance(Definition(view.path, view.key(scope)))
        extended = extension_functions.extended_object(evaluator, Definition(view.path, view.key(scope)))
        if isinstance(extended, Made | Instance):
            return extended
        written_in = object_methods.this(evaluator, view, scope)
        if written_in is not None:
            return written_in
    mounted = (objects.mounted_router(evaluator, view, scope) for scope in view.scopes(place.scope) if scope != MODULE)
    return next((router for router in mounted if router is not None), UNKNOWN)


def _applied_to(evaluator: Evaluation, view: View, scope: int, applying: Mapping[str, Applying]) -> Meaning | None:
    """What a function is called on by the call that it is given to: `client.apply { … }`, `with(client) { … }`."""
    taker = view.taker(scope)
    row = None if taker is None else applying.get(last_name(taker.callee))
    if taker is None or row is None:
        return objects.mounted_router(evaluator, view, scope)
    place = Place(view.path, view.scope_at(taker.start))
    if isinstance(taker.callee, facts.Member):
        return None if row.passes else evaluator.value(taker.callee.of, place)
    return evaluator.value(taker.arguments[0].value, place) if len(taker.arguments) > 1 else None


def super_object(evaluator: Evaluation, place: Place) -> Meaning:
    """The object that `super` stands for: this one, as one of the class above."""
    own = this(evaluator, place)
    for base in bases(evaluator, own.of) if isinstance(own, Instance) else ():
        found = [_as_base(evaluator, own, one, place) for one in each(base)]
        if any(one != UNKNOWN for one in found):
            return options(found)
    return UNKNOWN


def _as_base(evaluator: Evaluation, own: Meaning, base: Meaning, place: Place) -> Meaning:
    """An object as one of a class that its own inherits from."""
    if isinstance(base, Definition):
        return Instance(base)
    if not isinstance(base, Symbol):
        return UNKNOWN
    is_made = evaluator.catalogue.constructed_by.get(base.name) is not None
    same = objects.object_of(evaluator, own) if is_made else None
    return same or objects.instance(evaluator, base, (place.path, "super"))


def bases(evaluator: Evaluation, class_: Definition) -> list[Meaning]:
    """What a class of the workspace inherits from."""
    asked = "bases", class_
    return evaluator.once(asked, lambda: evaluator.on_behalf_of(class_.path, asked, lambda own: _bases(own, class_)))


def _bases(evaluator: Evaluation, class_: Definition) -> list[Meaning]:
    found: list[Meaning] = []
    for view, index in class_bodies.bodies(evaluator, class_):
        definition = evaluator.project.definition(view, index)
        place = Place(view.path, definition.parent)
        own = [evaluator.meaning(base, place) for base in definition.bases]
        found += [*own, *_led_to(evaluator, view, index, own)]
    return found


def _led_to(evaluator: Evaluation, view: View, index: int, bases: list[Meaning]) -> list[Meaning]:
    """The types of which a class has the members because of what it inherits from: Rust's `Deref::Target`."""
    leading = rules_of(view.facts.language).classes.leading_on
    names = [leading[one.name] for one in bases if isinstance(one, Symbol) and one.name in leading]
    types = (one for name in names for one in evaluator.project.bindings(view, index, name))
    return [evaluator.meaning(one.value, Place(view.path, index)) for one in types]


def lineage(evaluator: Evaluation, class_: Definition) -> list[Meaning]:
    """A class of the workspace and all that it inherits from, what that inherits from right after it, each once.

    Of very many only the first count.
    """
    return evaluator.once(("lineage", class_), lambda: _lineage(evaluator, class_))


def _lineage(evaluator: Evaluation, class_: Definition) -> list[Meaning]:
    found: dict[Meaning, None] = {}
    left: list[Meaning] = [class_]
    while left and len(found) < MAX_LINEAGE:
        one = left.pop()
        if one not in found:
            found[one] = None
            above = bases(evaluator, one) if isinstance(one, Definition) else ()
            left += reversed([option for base in above for option in each(base)])
    return list(found)


def heirs(evaluator: Evaluation, class_: Definition) -> list[Definition]:
    """The classes in a class's file, in those beside it, and in those that say so, that inherit from it by its name.

    So do those that inherit from one of them.
    """
    return evaluator.on_behalf_of(
        class_.path, ("heirs", class_), lambda own: list(islice(_all_heirs(own, class_), MAX_HEIRS))
    )


def _all_heirs(evaluator: Evaluation, class_: Definition) -> Iterator[Definition]:
    found = {class_: None}
    waiting = [class_]
    for one in waiting:
        for heir in _heirs(evaluator, one):
            if heir not in found and len(found) <= MAX_HEIRS:
                found[heir] = None
                waiting.append(heir)
                yield heir


def _heirs(evaluator: Evaluation, class_: Definition) -> Iterator[Definition]:
    for path in dict.fromkeys((class_.path, *_files_inheriting(evaluator, class_))):
        view = evaluator.project.view(path)
        if view is None:
            continue
        named = (evaluator.project.inheriting_classes(view, name)[:MAX_NAMED] for name in _known_as(class_))
        for index in dict.fromkeys(index for indexes in named for index in indexes):
            heir = Definition(path, view.key(index))
            if heir != class_ and class_ in bases(evaluator, heir):
                yield heir


def _files_inheriting(evaluator: Evaluation, class_: Definition) -> Sequence[str]:
    """The files that say that they inherit from a class of this name, those beside it first, or that may do so."""
    beside, view = folder(class_.path), evaluator.view(class_.path)
    if rules_of(view.facts.language).classes.inherited is None:
        return evaluator.project.files_holding(beside, class_.name)[:MAX_BESIDE]
    published = {path for one in _known_as(class_) for path in evaluator.project.files_publishing(of_base(one))}
    return sorted(sorted(published), key=lambda path: folder(path) != beside)[:MAX_ELSEWHERE]


def _known_as(class_: Definition) -> tuple[str, ...]:
    """What others call a class: its name, or as its file's default that of the file."""
    return tuple(dict.fromkeys((class_.name, *stems(class_.path))))


def constructor(evaluator: Evaluation, class_: Definition, depth: int = 0) -> Definition | None:
    """The constructor of a class of the workspace, its own or the one it inherits."""
    if depth > MAX_DEPTH:
        return None
    view, index = evaluator.project.whereabouts(class_)
    for name in _names(view, evaluator.project.definition(view, index).name):
        defined = [found for found in evaluator.project.definitions_named(view, index, name) if found != index]
        if defined:
            return Definition(view.path, view.key(defined[-1]))
        outside = class_bodies.methods(evaluator, class_, name)
        if outside:
            view, index = outside[0]
            return Definition(view.path, view.key(index))
    for base in bases(evaluator, class_):
        if isinstance(base, Definition) and base != class_:
            return constructor(evaluator, base, depth + 1)
    return None


def methods(evaluator: Evaluation, class_: Definition) -> list[Definition]:
    """The methods of a class that others may call, and those that it inherits."""
    found: dict[str, Definition] = {}
    for one in lineage(evaluator, class_):
        own = own_methods(evaluator, one) if isinstance(one, Definition) else {}
        for name, method in own.items():
            found.setdefault(name, method)
    return list(found.values())


def own_methods(evaluator: Evaluation, class_: Definition) -> Mapping[str, Definition]:
    """The methods that a class has itself, and others may call, by their names."""
    return evaluator.once(("own methods", class_), lambda: _own_methods(evaluator, class_))


def _own_methods(evaluator: Evaluation, class_: Definition) -> dict[str, Definition]:
    found: dict[str, Definition] = {}
    for view, index in (*class_bodies.bodies(evaluator, class_), *class_bodies.outside(evaluator, class_)):
        names = (index,) if evaluator.project.definition(view, index).kind == "method" else ()
        for one in names or evaluator.project.within(view, index):
            definition = evaluator.project.definition(view, one)
            is_method = definition.kind in ("method", "function") and not definition.hidden
            if is_method and _is_public(view, definition.name):
                found.setdefault(definition.name, Definition(view.path, view.key(one)))
    return found


def _is_public(view: View, name: str) -> bool:
    return rules_of(view.facts.language).functions.is_public(name)


def is_abstract(evaluator: Evaluation, definition: Definition) -> bool:
    """Whether a method is only declared, or a class has no objects but those of classes that inherit from it.

    These may be in other repositories.
    """
    return evaluator.project.facts_of(definition).abstract


def made_with(evaluator: Evaluation, made: Instance) -> Arguments:
    """What the constructor of an object's class is given, and those that it calls in its turn.

    Where classes have none, the function that makes the object is one. With that comes what those methods are given of
    which the object is what they give: they keep it.
    """
    found = _made_with(evaluator, made)
    if not made.steps:
        return found
    given = (evaluator.arguments_by_parameter(*step) for step in made.steps)
    return {**found, **{of: one for arguments in given for of, one in arguments.items()}}


def _made_with(evaluator: Evaluation, made: Instance) -> Arguments:
    own = constructor(evaluator, made.of)
    if own is None:
        return made.made[1].arguments if made.made is not None else {}
    found = dict(evaluator.arguments_by_parameter(own, *made.made)) if made.made is not None else {}
    for _ in range(MAX_BASES):
        called = super_call(evaluator, own)
        if called is None:
            break
        above, call, scope = called
        found |= evaluator.arguments_by_parameter(above, call, Place(own.path, scope, dict(found), made))
        own = above
    return found


def base_call(evaluator: Evaluation, made: Instance) -> tuple[facts.Call, Place] | None:
    """How the constructor of an object's class calls that of a base outside of the workspace, and where that stands."""
    own = constructor(evaluator, made.of)
    given: Arguments = made_with(evaluator, made) if own is not None else {}
    for _ in range(MAX_BASES):
        if own is None:
            break
        view, index = evaluator.project.whereabouts(own)
        called = super_call(evaluator, own)
        if called is None:
            value = next((one.value for one in evaluator.project.bindings(view, index, SUPER_CALL)), None)
            return (value, Place(own.path, index, given, made)) if isinstance(value, facts.Call) else None
        own = called[0]
    return None


def super_call(evaluator: Evaluation, own: Definition) -> tuple[Definition, facts.Call, int] | None:
    """The constructor that another one calls, by which call, and where that stands."""
    view, index = evaluator.project.whereabouts(own)
    bindings = evaluator.project.bindings(view, index, SUPER_CALL)
    instance = this(evaluator, Place(view.path, index)) if bindings else UNKNOWN
    for base in bases(evaluator, instance.of) if isinstance(instance, Instance) else ():
        above = constructor(evaluator, base) if isinstance(base, Definition) else None
        if above is not None and above != own and isinstance(bindings[0].value, facts.Call):
            return above, bindings[0].value, index
    return None
