"""`Evaluator`: every question about a meaning, from other packages and from the modules of this one.

What a binding gives is remembered for as long as one file is looked at, if it depends on nothing around it; what a file
offers to others is shared by all who ask. Each evaluation has a budget. So what a file is found to say depends on the
facts alone: whoever looks at a file asks the same questions in the same order. A name whose value leads back to itself
means nothing, and so does every name on that way.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from functools import cached_property, partial
from typing import Any, TypeAlias, TypeVar, cast

from seamark.catalogue import Catalogue, Contract, Performing, catalogue
from seamark.catalogue.generated import Names
from seamark.extract import facts
from seamark.extract.facts import MODULE
from seamark.resolve.abstract_values import (
    UNKNOWN,
    Argument,
    Arguments,
    Bound,
    Constant,
    Definition,
    Enumerator,
    Instance,
    Item,
    Made,
    Meaning,
    OpaqueCall,
    ParameterPart,
    Place,
    Record,
    Sequence,
    Symbol,
    Text,
    Unknown,
    each,
    options,
)
from seamark.resolve.module_resolution import LanguageRules, rules_of
from seamark.resolve.partial_texts.texts import UNKNOWN_TEXT, texts
from seamark.resolve.workspace_facts.answer_cache import CachedAnswer
from seamark.resolve.workspace_facts.project import Project
from seamark.resolve.workspace_facts.view import NAMELESS, View

from .calls import call_results, closures, declared_choices, extensions, overloads, parameters
from .library_objects import declared_contract_names, declared_contracts, grpc_clients, objects
from .library_objects.constructed_identity import of_parameter
from .members import classes, extension_functions, members, shared_members
from .protocol import Evaluation
from .scope import bindings, global_object, imports, local_fields, names
from .texts_and_lists import (
    concatenation,
    decided,
    edges,
    elements,
    joined_lists,
    own_texts,
    page_attributes,
    placeholders,
    replacements,
)
from .texts_and_lists.edges import EdgeTest
from .trail import StarSearch, Step, Trail

MAX_STEPS = 1000
LINK = 50
"""How many calls of a long chain are evaluated together, at least."""
MAX_DECIDING = 100
"""How many of them whether a condition is met may take."""

Brought = Callable[[Definition, int, tuple[str, ...]], str | None]
_T = TypeVar("_T")
_Key: TypeAlias = tuple[int, str, int]

_SAID: dict[type, Callable[[Evaluator, Any, Place], Meaning]] = {
    facts.Literal: lambda own, value, place: placeholders.literal(own, value.text, place),
    facts.Scalar: lambda _, value, __: Constant(value.text),
    facts.Enumerator: lambda own, value, place: Enumerator(
        Definition(place.path, own.view(place.path).key(place.scope)), value.name
    ),
    facts.Object: lambda _, value, place: Record(value, place),
    facts.List: lambda _, value, place: Sequence(value, place),
    facts.Function: lambda own, value, place: closures.function(own, own.view(place.path), value.definition, place),
    facts.Hole: lambda *_: UNKNOWN,
}
"""Expressions that are what they mean."""


class _TooMuchError(Exception):
    """An evaluation has used up its budget."""


class Evaluator:
    """Evaluates expressions on behalf of one file of the project."""

    def __init__(self, project: Project, brought: Brought | None = None) -> None:
        """`brought` gives the type of the router that callers of the file's functions give for a parameter."""
        self.project = project
        self._brought = brought
        self.trail = Trail()
        self._steps = 0
        self._limit = MAX_STEPS
        self._under_way = False
        self.calls_stand = False
        self.found: dict[Step, tuple[facts.Value, Meaning]] = {}
        """What bindings were found to give, where that depends on nothing but them."""
        self.found_here: dict[tuple[Step, int, int, int, int, str, bool], tuple[facts.Value, Meaning, Place]] = {}
        """What they give in the evaluation that is under way, for what is known of the parameters around them."""
        self.starred = StarSearch()
        self._meanings: dict[_Key, tuple[facts.Value, Meaning]] = {}
        """What expressions were found to mean, likewise."""
        self._beyond: dict[_Key, tuple[facts.Value, int]] = {}
        """Expressions that take more steps than these."""
        self._answers: dict[tuple[Hashable, bool], object] = {}
        self._told: dict[tuple[Hashable, bool], object] = {}
        """What was found for questions that are no part of another one: ways that lead back all do so within them."""
        self._told_meanings: dict[_Key, tuple[facts.Value, Meaning]] = {}
        """What expressions were found to mean that were asked for so."""

    def meaning(self, value: facts.Value, place: Place) -> Meaning:
        """What `value`, standing at `place`, means."""
        if self._under_way:
            return self.value(value, place)
        key = self._key(value, place) if place.is_plain and not self.calls_stand else None
        known = self._meanings.get(key) or self._told_meanings.get(key) if key is not None else None
        if known is not None:
            return known[1]
        for link in self._unknown_links(value, place):
            self._within_budget(partial(self.value, link, place))
            if self._key(link, place) not in self._meanings:
                break
        found = self._within_budget(lambda: self.value(value, place))
        if key is not None and found is not None and key not in self._meanings:
            self._told_meanings[key] = value, found
        return found or UNKNOWN

    def _unknown_links(self, value: facts.Value, place: Place) -> list[facts.Value]:
        """Some of the calls before the last one of a long chain, those of which it is not known what they give.

        They come from the first one on: all of the chain may be more than the budget allows, between two it is not.
        """
        links: list[facts.Value] = []
        length = 0
        while isinstance(value, facts.Call | facts.Member):
            if isinstance(value, facts.Member):
                value = value.of
                continue
            if self._key(value, place) in self._meanings or self.calls_stand or not place.is_plain:
                break
            length += 1
            if length % LINK == 0:
                links.append(value)
            value = value.callee
        return links[::-1]

    def _within_budget(self, answer: Callable[[], _T]) -> _T | None:
        """An answer within the budget of the evaluation that it is a part of, else of its own; None beyond that."""
        if self._under_way:
            return answer()
        self._under_way = True
        self._steps = 0
        taken = len(self.trail.steps)
        try:
            return answer()
        except (_TooMuchError, RecursionError):
            return None
        finally:
            self._under_way = False
            self.found_here.clear()
            self.trail.clear(taken)

    def decide_condition(self, answer: Callable[[], bool | None]) -> bool | None:
        """Whether a condition is met, as a part of what is under way; None if that takes too long to tell."""
        limit, cycle = self._limit, self.trail.cycle_from
        self._limit = min(limit, self._steps + MAX_DECIDING)
        try:
            return answer()
        except _TooMuchError:
            if self._steps >= limit:
                raise
            self.trail.cycle_from = cycle
            return None
        finally:
            self._limit = limit

    def source(self, value: facts.Value, place: Place) -> Meaning:
        """What `value` means, up to the call that makes it if one does."""
        self.calls_stand = True
        try:
            return self.meaning(value, place)
        finally:
            self.calls_stand = False

    def texts(self, value: facts.Value, place: Place) -> tuple[Text, ...]:
        """What `value` reads as in a string."""
        return texts(self.meaning(value, place))

    @cached_property
    def catalogue(self) -> Catalogue:
        """The catalogue for the language of the file that asks."""
        return catalogue(self._language, self.project.own)

    def brought_router(self, of: Definition, index: int, members: tuple[str, ...] = ()) -> Made | None:
        """The router that callers of a function of the file give for a parameter, or as members of what they give."""
        kind = None if self._brought is None else self._brought(of, index, members)
        return None if kind is None else Made(kind, of_parameter(of, index, members))

    @cached_property
    def _rules(self) -> LanguageRules:
        return rules_of(self._language)

    @cached_property
    def _language(self) -> str:
        return self.view(self.project.asker).facts.language

    def view(self, path: str) -> View:
        """The facts of a file that is known to be there."""
        view = self.project.view(path)
        assert view is not None, path
        return view

    def once(self, question: Hashable, find: Callable[[], _T]) -> _T:
        """What `find` gives, or gave before to the same question if that depended on nothing else."""
        key = question, self.calls_stand
        if key in self._answers:
            return cast("_T", self._answers[key])
        if not self._under_way and key in self._told:
            return cast("_T", self._told[key])
        refused = self.trail.refused
        found = find()
        if self.trail.refused == refused:
            self._answers[key] = found
        elif not self._under_way:
            self._told[key] = found
        return found

    def on_behalf_of(self, by: str, what: Hashable, find: Callable[[Evaluation], _T]) -> _T:
        """What `find` gives for something that another file offers, worked out on its behalf for all who use it.

        That has a budget of its own. If it depends on the way that led here, others may find something else. What a
        header offers depends on the sources around whoever includes it.
        """
        shared = self.project.shared
        if shared is None or self.project.is_own(by) or self._rules.modules.includes:
            return self.once(what, lambda: find(self))
        question = what, self.calls_stand
        known = shared.get(question)
        if known is not None:
            return cast("_T", self.project.depend_on(known))
        other, refused = Evaluator(self.project.for_others(by)), self.trail.refused
        other.trail, other.starred, other._under_way = self.trail, self.starred, True
        other.calls_stand = self.calls_stand
        is_shared = False
        try:
            found = find(other)
            is_shared = self.trail.refused == refused
        finally:
            if not is_shared:
                self.project.asked |= other.project.asked
        if is_shared:
            now = CachedAnswer(found, frozenset(other.project.asked))
            shared.put(question, now)
            return self.project.depend_on(now)
        self._steps += other._steps
        if self._steps > self._limit:
            raise _TooMuchError
        return found

    def module(self, importer: str, name: str) -> Meaning:
        """What a module's name leads to from a file. Only files decide that, and they stay as they are meanwhile."""
        resolve = rules_of(self.view(importer).facts.language).modules.resolve
        return self.project.once_for_all(importer, f"module {name}", lambda project: resolve(project, importer, name))

    def value(self, value: facts.Value, place: Place) -> Meaning:
        """What `value` means, as a part of the evaluation that is under way."""
        self._steps += 1
        if self._steps > self._limit:
            raise _TooMuchError
        said = _SAID.get(type(value))
        if said is not None:
            return said(self, value, place)
        if self.calls_stand or not place.is_plain:
            return self._follow_value(value, place)
        key = self._key(value, place)
        known = self._meanings.get(key)
        if known is not None:
            return known[1]
        refused, left = self.trail.refused, self._limit - self._steps
        if key in self._beyond and left <= self._beyond[key][1]:
            raise _TooMuchError
        try:
            found = self._follow_value(value, place)
        except _TooMuchError:
            self._beyond[key] = value, left
            raise
        if self.trail.refused == refused:
            self._meanings[key] = value, found
        return found

    @staticmethod
    def _key(value: facts.Value, place: Place) -> _Key:
        """By what the meaning of an expression is remembered: equal ones are seldom the same, and slow to compare."""
        return id(value), place.path, place.scope

    def _follow_value(self, value: facts.Value, place: Place) -> Meaning:
        match value:
            case facts.Name():
                return self._constant(names.name(self, value, place))
            case facts.This():
                return classes.this(self, place)
            case facts.Super():
                return classes.super_object(self, place)
            case facts.Member(of=facts.Element() as item, name=facts.KEY):
                return elements.key(self, item, place)
            case facts.Member(of=of, name=name):
                held = page_attributes.member(self, of, name, place)
                if held is not None:
                    return held
                found = local_fields.set_of_parameter(self, of, name, place) or members.member(
                    self, self.inner(of, place), name, place
                )
                return self._constant(self._or_global(value, found, place))
            case facts.Element(of=of, key=key):
                held = page_attributes.member(self, of, key.text if isinstance(key, facts.Literal) else "", place)
                return elements.element(self, value, place) if held is None else held
            case facts.Call():
                return (
                    OpaqueCall(value, place)
                    if self.calls_stand
                    else self._constant(call_results.call(self, value, place))
                )
            case facts.Result():
                return call_results.further_result(self, value, place)
            case facts.Concat(parts=parts):
                return concatenation.concat(self, parts, place)
            case facts.Choice(ordered=ordered):
                arms = decided.arms(self, value, place)
                return options([self.value(arm, place) for arm in arms], ordered=ordered)
            case facts.Import(module=module, name=name):
                return imports.imported_value(self, module, name, place)
        return UNKNOWN

    def _constant(self, meaning: Meaning) -> Meaning:
        """The text that a symbol stands for, if the catalogue says so; else what was found."""
        text = self.catalogue.constants.get(meaning.name) if isinstance(meaning, Symbol) else None
        return meaning if text is None else Text((text,))

    def inner(self, value: facts.Value, place: Place) -> Meaning:
        """What a part of an expression means, calls looked into in any case."""
        stand, self.calls_stand = self.calls_stand, False
        try:
            return self.value(value, place)
        finally:
            self.calls_stand = stand

    # What parts ask of others that are built on them.
    bound_value = bindings.bound_value
    in_scope = bindings.in_scope
    call_result = call_results.call_result
    formatted_text = call_results.formatted_text

    def member(self, of: Meaning, name: str, place: Place) -> Meaning:
        """The member `name` of what `of` means."""
        return self._within_budget(lambda: members.member(self, of, name, place)) or UNKNOWN

    def outcome(self, function: Meaning, place: Place) -> Meaning | None:
        """What a function of the workspace gives for whatever it is given; None if it is none."""
        return self._within_budget(lambda: call_results.outcome(self, function, place))

    def called_member(self, of: Meaning, name: str, place: Place, written: facts.Member | None = None) -> Meaning:
        """What a call of the member `name` of what `of` means calls, be it `written` as a member of a global."""

        def find() -> Meaning:
            found = members.called_member(self, of, name, place)
            if written is None:
                return found
            return self._or_global(written, extension_functions.or_extension(self, found, of, written, place), place)

        return self._within_budget(find) or UNKNOWN

    def or_extension(self, found: Meaning, of: Meaning, written: facts.Member, place: Place) -> Meaning:
        """What a call of a member calls: what was found for that, or else a function that extends what it is on."""
        return self._within_budget(lambda: extension_functions.or_extension(self, found, of, written, place)) or found

    def _or_global(self, written: facts.Member, found: Meaning, place: Place) -> Meaning:
        """What a member means: if nothing else is known, what scripts set that member of a global to."""
        if not self._rules.globals.publishing or not isinstance(found, Unknown | Symbol):
            return found
        if isinstance(written.of, facts.This):
            return shared_members.shared_member(self, written.name) or found
        return global_object.member(self, written, place) or found

    def items(self, meaning: Meaning) -> list[Meaning]:
        """What a list holds; anything else is taken as the one item."""
        return [elements.looked_into(self, item) for item in self.raw_items(meaning)]

    def raw_items(self, meaning: Meaning) -> list[Item]:
        """What a list holds, its items not evaluated; anything else is taken as the one item."""
        return self._within_budget(lambda: list(elements.raw_items(self, meaning))) or []

    def loop_items(self, meaning: Meaning) -> list[Item]:
        """What a loop goes through, not looked into."""
        return self._within_budget(lambda: elements.loop_items(self, meaning)) or []

    def entry(self, record: Record, name: str) -> Meaning | None:
        """The value under a key of an object literal."""
        return self._within_budget(lambda: elements.entry(self, record, name))

    def entry_names(self, of: Made) -> tuple[str, ...]:
        """The keys of the routes of the object that another one is made of; none if it is made of none."""
        return self._within_budget(lambda: tuple(objects.entry_names(self, of))) or ()

    def element_of(self, of: Made) -> Made | None:
        """What stands under a key that is not known in an object of the catalogue, if its members have one meaning."""
        return self._within_budget(lambda: objects.element_of(self, of))

    def object_of(self, meaning: Meaning) -> Made | None:
        """The object of the catalogue that a meaning is; None if it is none."""
        return self._within_budget(lambda: objects.object_of(self, meaning))

    def holder(self, method: Meaning) -> Made | None:
        """The object of the catalogue of which something from outside the workspace is a method; None if it is none."""
        return objects.holder(self, method)

    def implied_receiver(self, callee: facts.Value, meaning: Meaning, place: Place) -> Made | None:
        """What a name is called on that says nothing else, where the members of a class go by their bare names."""
        known = rules_of(self.view(place.path).facts.language)
        if known.classes.bare_members != "methods" or not isinstance(callee, facts.Name):
            return None
        named = {one.name.rpartition(".")[2] for one in each(meaning) if isinstance(one, Symbol)}
        is_open = callee.name in named and not known.globals.is_standard(f"{known.globals.everything}.{callee.name}")
        implied = self.object_of(self.meaning(facts.This(), place)) if is_open else None
        return implied or self.extended_object(callee, place)

    def extended_object(self, callee: facts.Value, place: Place) -> Made | None:
        """What a function around extends of which a call is one, be it as a method that this gives to texts."""
        return self._within_budget(lambda: extensions.extended_object(self, callee, place))

    def extension(self, callee: facts.Value, place: Place) -> Symbol | None:
        """The function of a library of which a call is one as if it was a method of what it is given first."""
        return self._within_budget(lambda: extensions.extension(self, callee, place))

    def bases(self, class_: Definition) -> list[Meaning]:
        """What a class of the workspace inherits from."""
        return self._within_budget(lambda: classes.bases(self, class_)) or []

    def lineage(self, class_: Definition) -> list[Meaning]:
        """A class of the workspace and all that it inherits from."""
        return self._within_budget(lambda: classes.lineage(self, class_)) or [class_]

    def with_bases(self, class_: Definition) -> list[Definition]:
        """A class of the workspace and those of it that it inherits from."""
        return [one for one in self.lineage(class_) if isinstance(one, Definition)]

    def heirs(self, class_: Definition) -> list[Definition]:
        """The classes of the workspace that inherit from one, as far as its file, and those that say so, tell."""
        return self._within_budget(lambda: classes.heirs(self, class_)) or []

    def siblings(self, path: str, name: str) -> tuple[str, ...]:
        """The other files that share a file's top level, as far as this name stands in them."""
        known, files_of = rules_of(self.view(path).facts.language).modules, self.project.files_holding
        return self.once(("siblings", path, name), lambda: known.siblings(self.project, path, name, files_of))

    def offering_siblings(self, path: str, name: str) -> tuple[str, ...]:
        """Those of them that may have something of this name at that top level."""
        known, files_of = rules_of(self.view(path).facts.language).modules, self.project.files_offering
        return self.once(("offering", path, name), lambda: known.siblings(self.project, path, name, files_of))

    def files_adding(self, path: str, name: str) -> tuple[str, ...]:
        """The other files in which members of a file's class of this name can stand."""
        known = rules_of(self.view(path).facts.language)
        return self.once(("adding", path, name), lambda: known.classes.adding(self.project, path, name))

    def undeclared_name(self, value: facts.Value, place: Place) -> str:
        """The name with which an expression begins, if nothing in the workspace declares it, nor the language."""
        return self._within_budget(lambda: names.undeclared_name(self, value, place)) or ""

    def fitting_callees(self, called: Meaning, call: facts.Call, place: Place) -> tuple[Meaning, ...]:
        """Those of the functions that are called which take what is given; all if none does."""
        return self._within_budget(lambda: overloads.fitting_callees(self, called, call, place)) or each(called)

    def joined_texts(self, listed: Meaning, between: str, place: Place) -> tuple[Text, ...]:
        """What a list reads as whose items are joined with a text between them."""
        return self._within_budget(lambda: joined_lists.joined_texts(self, listed, between, place)) or (UNKNOWN_TEXT,)

    def field(self, variable: facts.Value, name: str, place: Place) -> list[facts.Value]:
        """What a field of a function's own variable may have been given where the variable is named."""
        return local_fields.field(self, variable, name, place)

    def set_of_parameter(self, variable: facts.Value, name: str, place: Place) -> Meaning | None:
        """What a function sets a member of a parameter to before that is named; None if it sets none."""
        return self._within_budget(lambda: local_fields.set_of_parameter(self, variable, name, place))

    def set_last(self, variable: facts.Name, name: str, place: Place) -> list[tuple[facts.Value, Place]]:
        """What a key of the object in a variable may have been set to where the variable is named."""
        return local_fields.set_last(self, variable, name, place)

    def constructor(self, class_: Definition) -> Definition | None:
        """The constructor of a class of the workspace, its own or the one it inherits."""
        return self._within_budget(lambda: classes.constructor(self, class_))

    def inherited_constructor(self, own: Definition) -> Definition | None:
        """The constructor of the workspace that another one calls as that of what its class inherits from."""
        called = self._within_budget(lambda: classes.super_call(self, own))
        return None if called is None else called[0]

    def base_call(self, this: Instance) -> tuple[facts.Call, Place] | None:
        """How an object's constructor calls that of a base outside of the workspace."""
        return classes.base_call(self, this)

    def made_with(self, this: Instance) -> Arguments:
        """What the constructor of an object's class is given, and those that it calls in its turn."""
        return self._within_budget(lambda: classes.made_with(self, this)) or {}

    def arguments_by_parameter(
        self, callee: Definition, call: facts.Call, place: Place
    ) -> dict[tuple[Definition, int], Argument]:
        """What a call gives for each parameter of a function of the workspace, defaults included."""
        return parameters.arguments_by_parameter(self, callee, call, place)

    def generated_service(self, names: Names, meaning: Meaning) -> str | None:
        """The service for which something was generated that is called like one of these, if it is known."""
        return self._within_budget(lambda: grpc_clients.service_of(self, names, meaning))

    def procedure(self, service: str, method: str, *, declared_so: bool = False) -> str | None:
        """The key of a service's method, by any of its spellings; None if the service has no such method."""
        return grpc_clients.procedure(self, service, method, declared_so=declared_so)

    def is_declared(self, made: Made) -> bool:
        """Whether the workspace declares the service whose client this is, or one of its methods."""
        return grpc_clients.is_declared(self, made)

    def methods(self, class_: Definition) -> list[Definition]:
        """The methods of a class that others may call."""
        return self._within_budget(lambda: classes.methods(self, class_)) or []

    def own_methods(self, class_: Definition) -> Mapping[str, Definition]:
        """Those that a class does not inherit, by their names."""
        return self._within_budget(lambda: classes.own_methods(self, class_)) or {}

    def performing_rows(self, class_: Definition) -> list[tuple[Performing, str]]:
        """The rows by which a class provides contracts because of what it inherits from, and their libraries."""
        return self._within_budget(lambda: list(declared_contracts.performing_rows(self, class_))) or []

    def is_class(self, definition: Definition) -> bool:
        """Whether a definition is a class."""
        return declared_contracts.is_class(self, definition)

    def method(self, class_: Definition, name: str) -> Definition | None:
        """The method of a class of this name, be it inherited."""
        found = self.member(Instance(class_), name, Place(class_.path, MODULE))
        return next((one.method for one in each(found) if isinstance(one, Bound)), None)

    def functions(self, path: str) -> list[tuple[str, Definition]]:
        """The functions that a file offers to others, with the names under which it does."""
        return self._within_budget(lambda: imports.functions(self, path)) or []

    def names_of(self, definition: Definition, name: str = "", member: str = "") -> tuple[Text, ...]:
        """The names that a function or class goes by: what its `member` says, else those that are declared for it, else
        this one, else its own if it has one.
        """
        said = self._within_budget(lambda: declared_contracts.said_by(self, definition, member)) if member else None
        found = said or self._within_budget(lambda: declared_contract_names.names(self, definition))
        own = name or definition.name.replace(NAMELESS, "")
        return found or ((Text((own,)),) if own else ())

    def base_methods(self, method: Definition) -> list[Definition]:
        """The methods of the same name in what a method's class inherits from, nearest first."""

        def find() -> list[Definition]:
            return self._within_budget(lambda: list(declared_contract_names.base_methods(self, method))) or []

        return self.once(("base methods", method), find)

    def is_refused(self, row: Contract, call: facts.Call, place: Place) -> bool:
        """Whether a call says that it states no contract."""
        return self._within_budget(lambda: declared_contracts.is_refused(self, row, call, place)) or False

    def own_name(self, row: Contract, definition: Definition) -> str:
        """The name by which a definition goes for which none is stated."""
        return declared_contracts.own_name(self, row, definition)

    def runners(self, row: Contract, class_: Definition) -> tuple[Definition, ...]:
        """The methods that handle the contract which decorates a class."""
        return self._within_budget(lambda: tuple(declared_contracts.runners(self, row, class_))) or ()

    def as_text(self, meaning: Meaning, place: Place) -> Meaning:
        """What something is where it becomes a part of a text: an object what it says of itself."""
        return self._within_budget(lambda: own_texts.as_text(self, meaning, place)) or meaning

    def written_pattern(self, value: facts.Value, place: Place) -> str | None:
        """The text of a regular expression that is made where it stands; None if it is none, or not known."""
        return self._within_budget(lambda: replacements.written_pattern(self, value, place))

    def edge_test(self, truth: facts.Value, place: Place) -> EdgeTest | None:
        """What something true says of the begin or the end of a text; None if that is none of it."""
        return self._within_budget(lambda: edges.edge_test(self, truth, place))

    def choices(self, given: ParameterPart) -> tuple[Text, ...]:
        """The texts of which what a caller gives is one, by the parameter's declared type; none if it can be others."""
        asked = given.owner, given.index, given.members
        found = self._within_budget(
            lambda: self.once(("choices", *asked), lambda: declared_choices.choices(self, *asked))
        )
        return found or ()

    def default(self, function: Definition, parameter: int) -> Text | None:
        """The text that a parameter of a function of the workspace defaults to."""
        return parameters.default(self, function, parameter)
