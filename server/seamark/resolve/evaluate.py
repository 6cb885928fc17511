"""Follows names: what an expression means, within its file and across files.

Nothing is remembered between two evaluations, and each has a budget: an answer depends on the facts alone, never on
what was asked before. A name whose value leads back to itself means nothing, and so does every name on that way.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from seamark.catalogue import CALL, Catalogue, Make, Passing, catalogue
from seamark.extract import facts
from seamark.extract.facts import MODULE, SUPER_CALL, Binding

from . import modules
from .arguments import argument
from .meaning import (
    UNKNOWN,
    Argument,
    Arguments,
    Bound,
    Called,
    Constant,
    Definition,
    Instance,
    Made,
    Meaning,
    Module,
    Options,
    Package,
    Parameter,
    Place,
    Record,
    Sequence,
    Symbol,
    Text,
    each,
    options,
)
from .modules import python
from .project import Project
from .texts import EMPTY, OPERATIONS, UNKNOWN_TEXT, combined, concat, texts
from .view import AFTER_ALL, View, last_name

MAX_STEPS = 4000
MAX_DEPTH = 60
MAX_ITEMS = 64
MAX_BASES = 8

_PROPERTIES = ("property", "cached_property", "computed_field")
CONSTRUCTORS = ("__init__", "constructor")
_GLOBALS = {"python": "builtins", "typescript": "globalThis"}
_GLOBAL_OBJECTS = frozenset(["globalThis", "window", "self", "global"])
_SAME_TEXT = frozenset(["value", "href"])
"""Members of enumerators and URLs that read as these do."""
_GENERICS = frozenset(
    [
        "Annotated",
        "Optional",
        "Union",
        "Awaitable",
        "Promise",
        "AsyncGenerator",
        "Generator",
        "Iterator",
        "AsyncIterator",
        "Final",
        "ClassVar",
        "Readonly",
        "Partial",
        "Required",
        "NonNullable",
        "Type",
        "type",
        "Depends",
    ]
)


class _TooMuchError(Exception):
    """An evaluation has used up its budget."""


class Evaluator:
    """Evaluates expressions on behalf of one file of the project."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self._steps = 0
        self._stack: list[tuple[str, int, str, int]] = []
        self._cycle_from: int | None = None
        self._calls_stand = False

    def meaning(self, value: facts.Value, place: Place) -> Meaning:
        """What `value`, standing at `place`, means."""
        if self._stack:
            return self._value(value, place)
        self._steps = 0
        try:
            return self._value(value, place)
        except (_TooMuchError, RecursionError):
            return UNKNOWN
        finally:
            self._stack.clear()
            self._cycle_from = None

    def source(self, value: facts.Value, place: Place) -> Meaning:
        """What `value` means, up to the call that makes it if one does."""
        self._calls_stand = True
        try:
            return self.meaning(value, place)
        finally:
            self._calls_stand = False

    def texts(self, value: facts.Value, place: Place) -> tuple[Text, ...]:
        """What `value` reads as in a string."""
        return texts(self.meaning(value, place))

    def catalogue(self, place: Place) -> Catalogue:
        """The catalogue for the language at this place."""
        return catalogue(self._view(place.path).facts.language)

    def _view(self, path: str) -> View:
        view = self.project.view(path)
        assert view is not None, path
        return view

    # Expressions

    def _value(self, value: facts.Value, place: Place) -> Meaning:
        self._steps += 1
        if self._steps > MAX_STEPS:
            raise _TooMuchError
        match value:
            case facts.Literal(text=text):
                return Text((text,))
            case facts.Scalar(text=text):
                return Constant(text)
            case facts.Name():
                return self._name(value, place)
            case facts.This():
                return self._this(place)
            case facts.Super():
                return self._super(place)
            case facts.Member(of=of, name=name):
                return self.member(self._inner(of, place), name, place)
            case facts.Element(of=of, key=key):
                return self._element(value, of, key, place)
            case facts.Call():
                return Called(value, place) if self._calls_stand else self.call(value, place)
            case facts.Object():
                return Record(value, place)
            case facts.List():
                return Sequence(value, place)
            case facts.Concat(parts=parts):
                return self._concat(parts, place)
            case facts.Choice(options=arms, ordered=ordered):
                return options([self._value(arm, place) for arm in arms], ordered=ordered)
            case facts.Function(definition=index):
                return Definition(place.path, self._view(place.path).key(index))
            case facts.Import(module=module, name=name):
                return self._import(module, name, place)
        return UNKNOWN

    def _inner(self, value: facts.Value, place: Place) -> Meaning:
        """What a part of an expression means, calls looked into in any case."""
        stand, self._calls_stand = self._calls_stand, False
        try:
            return self._value(value, place)
        finally:
            self._calls_stand = stand

    def _concat(self, parts: tuple[facts.Value, ...], place: Place) -> Meaning:
        flat = list(_flat(parts))
        if len(flat) > MAX_ITEMS:
            return UNKNOWN
        pieces: list[tuple[Text, ...]] = []
        for index, part in enumerate(flat):
            read = texts(self._value(part, place))
            data = _fills_segment(flat, index) and self._is_local(part, place) and not _has_slash(read)
            pieces.append((UNKNOWN_TEXT,) if data else read)
        return options(list(combined(pieces)))

    def _is_local(self, part: facts.Value, place: Place) -> bool:
        """Whether an expression stands for data of the moment: a function's variable, or some element of a list.

        `/users/{email}` with a local `email` states a parameter, whatever word the variable holds just now; a constant
        of the module or a class states what it says.
        """
        if isinstance(part, facts.Element):
            return not isinstance(part.key, facts.Literal)
        view = self._view(place.path)
        for scope in self.project.scopes(view, place.scope) if isinstance(part, facts.Name) else ():
            if isinstance(part, facts.Name) and self.project.bindings(view, scope, part.name):
                return scope != MODULE and view.facts.definitions[scope].kind != "class"
        return False

    def _element(self, element: facts.Element, of: facts.Value, key: facts.Value, place: Place) -> Meaning:
        whole = self._inner(of, place)
        if isinstance(whole, Symbol) and whole.name.rpartition(".")[2] in _GENERICS:
            first = key.items[0] if isinstance(key, facts.List) and key.items else key
            return self._value(first, place)
        if isinstance(whole, Definition | Symbol):
            return whole
        named = self._value(key, place) if isinstance(key, facts.Literal | facts.Name | facts.Member) else UNKNOWN
        if isinstance(named, Text) and named.known is not None:
            return self.member(whole, named.known, place)
        found: list[Meaning] = []
        for option in each(whole):
            if isinstance(option, Sequence):
                items = self.items(option)
                position = int(key.text) if isinstance(key, facts.Scalar) and key.text.isdecimal() else None
                position = place.rounds.get(element, position)
                found += items if position is None else items[position : position + 1]
            elif isinstance(option, Record) and isinstance(key, facts.Scalar):
                found.append(self.member(option, key.text, place))
            elif isinstance(option, Parameter) and isinstance(key, facts.Scalar):
                found.append(UNKNOWN)
        return options(found)

    def items(self, meaning: Meaning) -> list[Meaning]:
        """What a list holds; anything else is taken as the one item."""
        found: list[Meaning] = []
        for option in each(meaning):
            if not isinstance(option, Sequence):
                found.append(option)
                continue
            for item in option.value.items[:MAX_ITEMS]:
                spread = isinstance(item, facts.Element) and isinstance(item.key, facts.Hole)
                inner = self.meaning(item.of if isinstance(item, facts.Element) and spread else item, option.place)
                found += self.items(inner) if spread else [inner]
        return found

    # Names

    def _name(self, name: facts.Name, place: Place) -> Meaning:
        view = self._view(place.path)
        for depth, scope in enumerate(self.project.scopes(view, place.scope)):
            if depth and scope != MODULE and view.facts.definitions[scope].kind == "class":
                continue
            found = self._in_scope(view, scope, name.name, name.start, place)
            if found is not None:
                return found
        starred = self._starred(view, name.name)
        if starred is not None:
            return starred
        everything = _GLOBALS[view.facts.language]
        return Symbol(everything) if name.name in _GLOBAL_OBJECTS else Symbol(f"{everything}.{name.name}")

    def _in_scope(self, view: View, scope: int, name: str, at: int, place: Place) -> Meaning | None:
        bindings = self.project.visible(view, scope, name, at)
        if bindings:
            return options([self._bound(binding, place) for binding in bindings])
        defined = [index for index in self.project.defined(view, scope, name) if view.is_named_in_scope(index)]
        if defined:
            return Definition(view.path, view.key(defined[-1]))
        if scope != MODULE:
            for index, parameter in enumerate(self.project.definition(view, scope).parameters):
                if parameter.name == name:
                    return self._parameter(view, scope, index, place)
        return None

    def _starred(self, view: View, name: str) -> Meaning | None:
        step = (view.path, MODULE, f"import * {name}", 0)
        if step in self._stack:
            return None
        self._stack.append(step)
        try:
            return self._among_starred(view, name)
        finally:
            self._stack.pop()

    def _among_starred(self, view: View, name: str) -> Meaning | None:
        for binding in self.project.bindings(view, MODULE, "*"):
            if isinstance(binding.value, facts.Import):
                target = modules.resolve(self.project, view.facts.language, view.path, binding.value.module)
                found = self._offered(target, name) if isinstance(target, Module) else None
                if found is not None:
                    return found
        return None

    def _bound(self, binding: Binding, place: Place) -> Meaning:
        step = (place.path, binding.scope, binding.name, binding.start)
        if step in self._stack or len(self._stack) > MAX_DEPTH:
            start = self._stack.index(step) if step in self._stack else 0
            self._cycle_from = start if self._cycle_from is None else min(start, self._cycle_from)
            return UNKNOWN
        self._stack.append(step)
        try:
            inner = replace(place, scope=self._view(place.path).scope_of(binding))
            found = self._value(binding.value, inner)
            if binding.type is not None and (_says_nothing(found) or _is_outcome(found)):
                identity = place.path, f"{self._view(place.path).key(binding.scope)}:{binding.name}"
                declared = self._instance(self._value(binding.type, inner), identity)
                found = found if declared == UNKNOWN else declared
        finally:
            self._stack.pop()
        if self._cycle_from is not None:
            if self._cycle_from == len(self._stack):
                self._cycle_from = None
            return UNKNOWN
        return found

    def _parameter(self, view: View, scope: int, index: int, place: Place) -> Meaning:
        owner = Definition(view.path, view.key(scope))
        given = place.arguments.get((owner, index))
        if given is not None:
            return self.meaning(given.value, given.place)
        definition = self.project.definition(view, scope)
        parameter = definition.parameters[index]
        if parameter.kind == "self":
            return self._this(replace(place, scope=scope))
        around = replace(place, scope=definition.parent)
        kind: Meaning = UNKNOWN
        if parameter.type is None:
            kind = self._handed(view, scope, index, owner) or self._injected(view, scope, index)
        else:
            kind = self._instance(self._value(parameter.type, around), (view.path, f"{owner.key}({index})"))
        if isinstance(kind, Made):
            return kind
        if isinstance(parameter.default, facts.Call) and isinstance(kind, Instance | Symbol) is False:
            kind = self._value(parameter.default, around)
            if isinstance(kind, Made | Instance):
                return kind
        return Parameter(owner, index, (), kind)

    def _handed(self, view: View, scope: int, index: int, owner: Definition) -> Meaning | None:
        """What a function's first parameter is by the type that the function is declared to have."""
        function = self.project.definition(view, scope)
        if index or not self._types().given_to or not function.name:
            return None
        around = Place(view.path, function.parent)
        for binding in self.project.bindings(view, function.parent, function.name):
            if binding.type is not None and binding.value == facts.Function(scope):
                for kind in each(self._value(binding.type, around)):
                    type_id = self._types().given_to.get(kind.name) if isinstance(kind, Symbol) else None
                    if type_id is not None:
                        return Made(type_id, (view.path, f"{owner.key}({index})"))
        return None

    def _injected(self, view: View, scope: int, index: int) -> Meaning:
        """What a test framework gives for a parameter: what decorators make, then fixtures by the parameter's name."""
        function = self.project.definition(view, scope)
        names = [last_name(d.callee if isinstance(d, facts.Call) else d) for d in function.decorators]
        before = sum(parameter.kind != "self" for parameter in function.parameters[:index])
        around = Place(view.path, function.parent)
        for decorator in function.decorators[::-1][before : before + 1]:
            made = self._value(decorator, around)
            if isinstance(made, Symbol) and self._types().is_none(made.name):
                return made
        fixture = self._types().fixtures.get(function.parameters[index].name)
        is_given = fixture is not None and (function.name.startswith("test") or "fixture" in names)
        return Made(fixture, ("", function.parameters[index].name)) if is_given and fixture is not None else UNKNOWN

    def _instance(self, kind: Meaning, identity: tuple[str, str]) -> Meaning:
        """An object of a type, as an annotation names it."""
        for option in each(kind):
            if isinstance(option, Symbol):
                type_id = self._types().made_by.get(option.name)
                if type_id is not None:
                    return Made(type_id, identity)
            if isinstance(option, Definition):
                return Instance(option)
        known = [option for option in each(kind) if isinstance(option, Symbol)]
        return Symbol(f"{known[0].name}()") if known else UNKNOWN

    def _types(self) -> Catalogue:
        return catalogue(self._view(self.project.asker).facts.language)

    def _this(self, place: Place) -> Meaning:
        if place.this is not None:
            return place.this
        view = self._view(place.path)
        for scope in self.project.scopes(view, place.scope):
            if scope != MODULE and view.facts.definitions[scope].kind == "class":
                return Instance(Definition(view.path, view.key(scope)))
        return UNKNOWN

    def _super(self, place: Place) -> Meaning:
        this = self._this(place)
        for base in self.bases(this.of) if isinstance(this, Instance) else ():
            if isinstance(base, Definition):
                return Instance(base)
            if isinstance(base, Symbol):
                return self._instance(base, (place.path, "super"))
        return UNKNOWN

    # Modules

    def _import(self, module: str, name: str, place: Place) -> Meaning:
        language = self._view(place.path).facts.language
        target = modules.resolve(self.project, language, place.path, module)
        if not name or name == "*":
            return self._whole(target)
        return self.member(target, name, place)

    def _whole(self, target: Meaning) -> Meaning:
        """A module taken as a whole: what it sets as its only export, if it does so."""
        if isinstance(target, Module):
            view = self.project.view(target.path)
            if view is not None and self.project.exports(view, "="):
                return self._exported(view, "=") or target
        return target

    def _offered(self, target: Module, name: str) -> Meaning | None:
        """What a module of the workspace offers under a name."""
        view = self.project.view(target.path)
        if view is None:
            return None
        if view.facts.exports is None:
            found = self._in_scope(view, MODULE, name, AFTER_ALL, Place(view.path, MODULE))
            if found is None and target.path.endswith("/__init__.py"):
                found = python.submodule(self.project, target.path.rpartition("/")[0], name)
            return found if found is not None else self._starred(view, name)
        found = self._exported(view, name)
        if found is None and self.project.exports(view, "="):
            only = self._exported(view, "=") or UNKNOWN
            found = only if name == "default" else self.member(only, name, Place(view.path, MODULE))
        if found is None and name != "default":
            found = self._re_exported(view, name)
        return found

    def _exported(self, view: View, name: str) -> Meaning | None:
        values = self.project.exports(view, name)
        if not values:
            return None
        return options([self._once(view, name, value) for value in values])

    def _once(self, view: View, name: str, value: facts.Value) -> Meaning:
        """An exported value, unless it is being looked for already: files may export each other's names in a circle."""
        binding = Binding(f"export {name}", MODULE, value, None, AFTER_ALL, 0, 0)
        return self._bound(binding, Place(view.path, MODULE))

    def _re_exported(self, view: View, name: str) -> Meaning | None:
        for value in self.project.exports(view, "*"):
            if not isinstance(value, facts.Import):
                continue
            step = (view.path, MODULE, f"export * {name}", 0)
            target = modules.resolve(self.project, view.facts.language, view.path, value.module)
            if isinstance(target, Module) and step not in self._stack:
                self._stack.append(step)
                try:
                    found = self._offered(target, name)
                finally:
                    self._stack.pop()
                if found is not None:
                    return found
            elif isinstance(target, Symbol):
                return target.member(name)
        return None

    # Members

    def member(self, of: Meaning, name: str, place: Place) -> Meaning:
        """The member `name` of what `of` means."""
        match of:
            case Options(options=alternatives, ordered=ordered):
                return options([self.member(option, name, place) for option in alternatives], ordered=ordered)
            case Symbol():
                made = self.made(of)
                found = self._property(made, name) if made is not None else None
                return found or of.member(name)
            case Module():
                found = self._offered(of, name)
                return found if found is not None else UNKNOWN
            case Package(path=path):
                return python.submodule(self.project, path, name) or UNKNOWN
            case Definition():
                return self._attribute(of, name, Instance(of)) or UNKNOWN
            case Instance(of=class_):
                return self._attribute(class_, name, of) or self._inherited(of, name) or UNKNOWN
            case Made(type=type_id):
                # What the tables do not speak of is something else of that library's.
                other = Symbol(f"{type_id}.{name}") if self._types().role(type_id) else UNKNOWN
                return self._property(of, name) or other
            case Record():
                return self.entry(of, name) or UNKNOWN
            case Parameter(owner=owner, index=index, members=members, type=kind):
                found = UNKNOWN if isinstance(kind, Symbol) else self.member(kind, name, place)
                if not _says_nothing(found):
                    return found
                of_type = kind.member(name) if isinstance(kind, Symbol) else UNKNOWN
                return Parameter(owner, index, (*members, name), of_type)
            case Text() | Constant():
                return of if name in _SAME_TEXT else UNKNOWN
        return UNKNOWN

    def entry(self, record: Record, name: str) -> Meaning | None:
        """The value under a key of an object literal: the one it states itself, else what is spread into it."""
        for entry in reversed(record.value.entries):
            if entry.key == name:
                return self.meaning(entry.value, record.place)
        for entry in reversed(record.value.entries):
            for spread in each(self.meaning(entry.value, record.place)) if entry.key == "..." else ():
                found = self.entry(spread, name) if isinstance(spread, Record) else None
                if isinstance(spread, Parameter):
                    found = self.member(spread, name, record.place)
                if found is not None:
                    return found
        return None

    def _property(self, made: Made, name: str) -> Meaning | None:
        for make, _ in self._types().makes.on(made.type, name):
            if make.property:
                return self._made_by(make, made, None, made.identity)
        return None

    def _attribute(self, class_: Definition, name: str, this: Instance, depth: int = 0) -> Meaning | None:
        view = self.project.view(class_.path)
        index = None if view is None else self.project.find(view, class_.key)
        if view is None or index is None or depth > MAX_DEPTH:
            return None
        methods = self.project.defined(view, index, name)
        if methods:
            bound = Bound(Definition(view.path, view.key(methods[-1])), this)
            return self._read(bound, methods[-1], view)
        bindings = self.project.bindings(view, index, name)
        if bindings:
            constructed = self._constructed(this, name)
            if constructed is not None:
                return constructed
            place = Place(view.path, index, self.made_with(this), this)
            # What a field is given says more than the type it is declared to have.
            stated = sorted(bindings, key=lambda binding: isinstance(binding.value, facts.Hole))
            found = [self._bound(binding, place) for binding in stated]
            return options([m for m in found if not _says_nothing(m)] or found)
        for base in self.bases(class_):
            if isinstance(base, Definition) and base != class_:
                inherited = self._attribute(base, name, this, depth + 1)
                if inherited is not None:
                    return inherited
        return None

    def _read(self, method: Bound, index: int, view: View) -> Meaning:
        """A method taken from an object; what it gives, if it is a property; a class as it is."""
        definition = self.project.definition(view, index)
        decorators = definition.decorators
        if definition.kind == "class":
            return method.method
        if any(isinstance(d, facts.Name) and d.name in _PROPERTIES for d in decorators):
            at = view.facts.definitions[index].start
            return self._returned(method, facts.Call(facts.Hole(), (), False, at, at), Place(view.path, index))
        return method

    def _inherited(self, instance: Instance, name: str) -> Meaning | None:
        made = self.made(instance)
        return None if made is None else self._property(made, name)

    def _constructed(self, this: Instance, name: str) -> Meaning | None:
        """A field that is given by its name where the object is made, as for dataclasses and settings."""
        if this.made is None:
            return None
        call, place = this.made
        for given in call.arguments:
            if given.name == name and self.constructor(this.of) is None:
                return self._value(given.value, place)
        return None

    def made_with(self, this: Instance) -> Arguments:
        """What the constructor of an object's class is given, and those that it calls in its turn."""
        constructor = self.constructor(this.of)
        if constructor is None:
            return {}
        found = dict(self.given(constructor, *this.made)) if this.made is not None else {}
        for _ in range(MAX_BASES):
            called = self._super_call(constructor)
            if called is None:
                break
            above, call, scope = called
            found |= self.given(above, call, Place(constructor.path, scope, dict(found), this))
            constructor = above
        return found

    def _super_call(self, constructor: Definition) -> tuple[Definition, facts.Call, int] | None:
        """The constructor that another one calls, by which call, and where that stands."""
        view = self.project.view(constructor.path)
        index = None if view is None else self.project.find(view, constructor.key)
        class_ = MODULE if view is None or index is None else self.project.definition(view, index).parent
        if view is None or index is None or class_ == MODULE:
            return None
        bindings = self.project.bindings(view, index, SUPER_CALL)
        for base in self.bases(Definition(view.path, view.key(class_))) if bindings else ():
            above = self.constructor(base) if isinstance(base, Definition) else None
            if above is not None and above != constructor and isinstance(bindings[0].value, facts.Call):
                return above, bindings[0].value, index
        return None

    def constructor(self, class_: Definition, depth: int = 0) -> Definition | None:
        """The constructor of a class of the workspace, its own or the one it inherits."""
        view = self.project.view(class_.path)
        index = None if view is None else self.project.find(view, class_.key)
        if view is None or index is None or depth > MAX_DEPTH:
            return None
        for name in CONSTRUCTORS:
            defined = self.project.defined(view, index, name)
            if defined:
                return Definition(view.path, view.key(defined[-1]))
        for base in self.bases(class_):
            if isinstance(base, Definition) and base != class_:
                return self.constructor(base, depth + 1)
        return None

    def bases(self, class_: Definition) -> list[Meaning]:
        """What a class of the workspace inherits from."""
        view = self.project.view(class_.path)
        index = None if view is None else self.project.find(view, class_.key)
        if view is None or index is None:
            return []
        definition = self.project.definition(view, index)
        place = Place(view.path, definition.parent)
        return [self.meaning(base, place) for base in definition.bases]

    # Calls

    def call(self, call: facts.Call, place: Place) -> Meaning:
        """What a call gives."""
        known = self._types()
        if isinstance(call.callee, facts.Member):
            of = self._value(call.callee.of, place)
            name = call.callee.name
            made = self.made(of)
            if made is not None:
                for make, _ in known.makes.on(made.type, name):
                    if not make.property:
                        return self._made_by(make, made, (call, place), self._identity(call, place))
            operation = known.text_methods.get(name)
            if operation == "entry":
                if any(isinstance(option, Record) for option in each(of)):
                    return self._entry(of, call, place)
                operation = None
            kinds = Sequence if operation == "join items" else (Text, Constant, Parameter)
            if operation is not None and any(isinstance(option, kinds) for option in each(of)):
                return self._operation(operation, of, call, place)
            if name in ("bind", "asView", "as_view") and not isinstance(of, Symbol):
                return of
            callee = self.member(of, name, place)
        else:
            callee = self._value(call.callee, place)
        return options([self._called(option, call, place) for option in each(callee)])

    def _entry(self, of: Meaning, call: facts.Call, place: Place) -> Meaning:
        """`mapping.get(key, default)`."""
        key, *default = [self._value(given.value, place) for given in call.arguments[:2] if given.name == ""] or [
            UNKNOWN
        ]
        name = key.known if isinstance(key, Text) else None
        records = [option for option in each(of) if isinstance(option, Record)]
        found = [self.entry(record, name) for record in records] if name is not None else []
        return options([entry for entry in found if entry is not None] or default)

    def _called(self, callee: Meaning, call: facts.Call, place: Place) -> Meaning:
        known = self._types()
        match callee:
            case Symbol(name=name):
                passing = known.passing.get(name)
                if passing is not None:
                    return self._passed(passing, call, place)
                if name in known.texts:
                    return self._operation(known.texts[name], None, call, place)
                type_id = known.made_by.get(name)
                if type_id is not None:
                    return self._made(type_id, call, place)
                made = self.made(callee)
                if made is not None:
                    for make, _ in known.makes.on(made.type, CALL):
                        return self._made_by(make, made, (call, place), self._identity(call, place))
                return Symbol(f"{name}()")
            case Definition() | Bound():
                return self._returned(callee, call, place)
            case Made():
                for make, _ in known.makes.on(callee.type, CALL):
                    return self._made_by(make, callee, (call, place), self._identity(call, place))
        return UNKNOWN

    def _passed(self, passing: Passing, call: facts.Call, place: Place) -> Meaning:
        given = argument(self, call, passing.argument, place)
        if given is None:
            return UNKNOWN
        if passing.instance:
            return self._instance(given, self._identity(call, place))
        if passing.called:
            bare = facts.Call(call.callee, (), False, call.start, call.end)
            return options([self._called(option, bare, place) for option in each(given)])
        return given

    def _operation(self, name: str, of: Meaning | None, call: facts.Call, place: Place) -> Meaning:
        given: list[Meaning] = []
        named: dict[str, Meaning] = {}
        for one in call.arguments:
            if one.name in ("", "*"):
                meaning = self._value(one.value, place)
                if isinstance(meaning, Record):
                    named |= {e.key: self._value(e.value, meaning.place) for e in meaning.value.entries if e.key}
                elif one.name == "*" or name in ("join", "percent"):
                    given += self.items(meaning)
                else:
                    given.append(meaning)
            elif one.name != "**":
                named[one.name] = self._value(one.value, place)
        if name in _LISTED:
            return options([_listed(name, record) for record in each(argument(self, call, "0", place) or UNKNOWN)])
        if name == "join items" and of is not None:
            separator, given = given[0] if given else Text((",",)), self.items(of)
            return options(list(OPERATIONS["join"](separator, given, named)))
        return options(list(OPERATIONS[name](of, given, named)))

    def _returned(self, callee: Definition | Bound, call: facts.Call, place: Place) -> Meaning:
        definition = callee.method if isinstance(callee, Bound) else callee
        view = self.project.view(definition.path)
        index = None if view is None else self.project.find(view, definition.key)
        if view is None or index is None:
            return UNKNOWN
        found = self.project.definition(view, index)
        if found.kind == "class":
            return Instance(definition, (call, place))
        step = (view.path, index, "()", call.start)
        if step in self._stack or len(self._stack) > MAX_DEPTH:
            return UNKNOWN
        this = callee.of if isinstance(callee, Bound) else None
        inner = Place(view.path, index, {**place.arguments, **self.given(definition, call, place)}, this)
        self._stack.append(step)
        try:
            result = options([self._value(value, inner) for value in found.returns])
            if _says_nothing(result) and found.return_type is not None:
                kind = self._value(found.return_type, Place(view.path, found.parent))
                result = self._instance(kind, (view.path, f"{definition.key}()"))
        finally:
            self._stack.pop()
        return result

    def default(self, function: Definition, parameter: int) -> Text | None:
        """The text that a parameter of a function of the workspace defaults to."""
        view = self.project.view(function.path)
        index = None if view is None else self.project.find(view, function.key)
        if view is None or index is None:
            return None
        definition = self.project.definition(view, index)
        value = definition.parameters[parameter].default if parameter < len(definition.parameters) else None
        meaning = UNKNOWN if value is None else self.meaning(value, Place(view.path, definition.parent))
        return meaning if isinstance(meaning, Text) else None

    def given(self, callee: Definition, call: facts.Call, place: Place) -> dict[tuple[Definition, int], Argument]:
        """What a call gives for each parameter of a function of the workspace, defaults included."""
        view = self.project.view(callee.path)
        index = None if view is None else self.project.find(view, callee.key)
        if view is None or index is None:
            return {}
        definition = self.project.definition(view, index)
        named = {a.name: a.value for a in call.arguments if a.name not in ("", "*", "**")}
        positional = [a.value for a in call.arguments if a.name == ""]
        nothing = facts.Hole() if any(a.name in ("*", "**") for a in call.arguments) else facts.Scalar("")
        found: dict[tuple[Definition, int], Argument] = {}
        position = 0
        for number, parameter in enumerate(definition.parameters):
            if parameter.kind == "plain" and position < len(positional):
                found[callee, number] = Argument(positional[position], place)
                position += 1
            elif parameter.name in named:
                found[callee, number] = Argument(named[parameter.name], place)
            elif parameter.default is not None:
                found[callee, number] = Argument(parameter.default, Place(view.path, definition.parent))
            elif parameter.kind not in ("rest", "self"):
                found[callee, number] = Argument(nothing, place)
        return found

    # Objects of the catalogue

    def made(self, meaning: Meaning) -> Made | None:
        """The object of the catalogue's that something is, if it is one."""
        for option in each(meaning):
            if isinstance(option, Made):
                return option
            if isinstance(option, Symbol):
                type_id = self._types().objects.get(option.name)
                if type_id is not None:
                    return Made(type_id, ("", option.name))
            if isinstance(option, Parameter) and isinstance(option.type, Made):
                return option.type
            if isinstance(option, Instance):
                inherited = self._external_base(option.of)
                if inherited is not None:
                    call = option.made
                    if call is None:
                        return Made(inherited, (option.of.path, option.of.key))
                    return self._made(inherited, *call)
        return None

    def _external_base(self, class_: Definition, depth: int = 0) -> str | None:
        if depth > MAX_DEPTH:
            return None
        for base in self.bases(class_):
            found = None
            if isinstance(base, Symbol):
                found = self._types().made_by.get(base.name)
            elif isinstance(base, Definition) and base != class_:
                found = self._external_base(base, depth + 1)
            if found is not None:
                return found
        return None

    def _made(self, type_id: str, call: facts.Call, place: Place) -> Made:
        kind = self._types().types[type_id]
        return Made(
            type_id,
            self._identity(call, place),
            prefix=self._stated(call, kind.prefix, place),
            base=self._stated(call, kind.base, place),
            call=(call, place),
        )

    def _made_by(self, make: Make, of: Made, made: tuple[facts.Call, Place] | None, identity: tuple[str, str]) -> Made:
        type_id = f"{of.type.rpartition('.')[0]}.{make.gives}"
        further = self._stated(made[0], make.prefix, made[1]) if made is not None else ()
        own = self._stated(made[0], make.base, made[1]) if made is not None else ()
        base = own or of.base
        if make.same:
            below = tuple(combined_paths(of.below, further)) if further else of.below
            return Made(type_id, of.identity, of.prefix, base, below, of.call)
        prefix = tuple(combined_paths(of.prefix, further)) if further else of.prefix
        return Made(type_id, identity, prefix, base, (), made)

    def _stated(self, call: facts.Call, spec: str, place: Place) -> tuple[Text, ...]:
        found = argument(self, call, spec, place) if spec else None
        return () if found is None else texts(found)

    def _identity(self, call: facts.Call, place: Place) -> tuple[str, str]:
        return place.path, self._view(place.path).call_key(call)


def combined_paths(prefixes: Iterable[Text], further: Iterable[Text]) -> list[Text]:
    """Every prefix with every further path below it."""
    return [concat((prefix, path)) for prefix in (tuple(prefixes) or (EMPTY,)) for path in further]


def _flat(parts: Iterable[facts.Value]) -> Iterable[facts.Value]:
    for part in parts:
        if isinstance(part, facts.Concat):
            yield from _flat(part.parts)
        else:
            yield part


def _fills_segment(parts: list[facts.Value], index: int) -> bool:
    """Whether a part of what is built is a whole segment of a path."""
    before = parts[index - 1] if index else None
    after = parts[index + 1] if index + 1 < len(parts) else None
    if not isinstance(before, facts.Literal) or not before.text.endswith("/"):
        return False
    return after is None or (isinstance(after, facts.Literal) and after.text[:1] in "/?")


def _has_slash(read: Iterable[Text]) -> bool:
    return any("/" in part for text in read for part in text.parts if isinstance(part, str))


_LISTED = ("entries", "keys", "values")


def _listed(which: str, record: Meaning) -> Meaning:
    """`Object.entries(record)`, `Object.keys(record)`, `Object.values(record)`."""
    if not isinstance(record, Record):
        return UNKNOWN
    whole = record.value
    pairs = [(facts.Literal(e.key, whole.start, whole.end), e.value) for e in whole.entries if e.key not in ("", "...")]
    if which == "entries":
        items: list[facts.Value] = [facts.List(pair, whole.start, whole.end) for pair in pairs]
    else:
        items = [key if which == "keys" else value for key, value in pairs]
    return Sequence(facts.List(tuple(items), whole.start, whole.end), record.place)


def _is_outcome(meaning: Meaning) -> bool:
    """Whether it is what something outside of the workspace gives: a declared type says more of it."""
    return isinstance(meaning, Symbol) and meaning.name.endswith("()")


def _says_nothing(meaning: Meaning) -> bool:
    return meaning == UNKNOWN or (isinstance(meaning, Constant) and meaning.text in ("None", "null", "undefined"))
