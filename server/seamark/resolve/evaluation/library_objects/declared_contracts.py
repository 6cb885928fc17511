"""Functions and classes that declare a contract by what decorates them, or what they inherit from: as objects, and the
names they go by.
"""

from __future__ import annotations

from collections.abc import Container, Iterator

from msgspec.structs import replace

from seamark.catalogue import DECORATED, Contract, Performing
from seamark.extract import facts
from seamark.extract.facts import MODULE
from seamark.resolve.abstract_values import (
    UNKNOWN,
    Bound,
    Constant,
    Definition,
    Instance,
    Made,
    Place,
    Symbol,
    Text,
    each,
)
from seamark.resolve.evaluation.calls.arguments import argument, written_argument
from seamark.resolve.evaluation.protocol import Evaluation
from seamark.resolve.partial_texts.texts import texts
from seamark.resolve.workspace_facts.view import NAMELESS, View, as_call, last_name

TRUE = "true"

Declaring = tuple[Contract, str, facts.Call, Place]
"""A row by which a decorator declares what it decorates, the row's library, and the decorator with its place."""


def declared_object(evaluator: Evaluation, definition: Definition) -> Made | None:
    """The object that a definition is by what decorates it, named as that says."""
    return evaluator.once(("declared", definition), lambda: _find_declared(evaluator, definition))


def _find_declared(evaluator: Evaluation, definition: Definition) -> Made | None:
    for row, library, call, place in rows(evaluator, definition):
        if row.members or is_refused(evaluator, row, call, place):
            continue
        named = name_in_decorator(evaluator, row, call, place) or (Text((own_name(evaluator, row, definition),)),)
        type_id = evaluator.catalogue.type_id(library, row.gives)
        return Made(type_id, (definition.path, definition.key), named=named)
    found = set(performing_rows(evaluator, definition))
    for performing, library in dict.fromkeys(evaluator.catalogue.performing.values()):
        if performing.gives and (performing, library) in found:
            type_id = evaluator.catalogue.type_id(library, performing.gives)
            said = said_by(evaluator, definition, performing.goes_by) if performing.goes_by else ()
            return Made(type_id, (definition.path, definition.key), named=said or (Text((definition.name,)),))
    return None


def said_by(evaluator: Evaluation, class_: Definition, member: str) -> tuple[Text, ...]:
    """The names that a class states in a member: a text, or a method that gives one."""
    place = Place(class_.path, MODULE)
    bare = facts.Call(facts.Hole(), (), False, 0, 0)
    found = each(evaluator.member(Instance(class_), member, place))
    given = (evaluator.call_result(one, bare, place) if isinstance(one, Bound) else one for one in found)
    return tuple(text for one in given for text in each(one) if isinstance(text, Text))


def performing_rows(evaluator: Evaluation, class_: Definition) -> Iterator[tuple[Performing, str]]:
    """The rows by which a class provides contracts because of what it inherits from, and their libraries."""
    known = evaluator.catalogue.performing
    above = evaluator.lineage(class_) if known and is_class(evaluator, class_) else ()
    yield from (known[one.name] for one in above if isinstance(one, Symbol) and one.name in known)


MAX_ANNOTATIONS = 8
"""By how many annotations something may be decorated because of other ones."""


def own_name(evaluator: Evaluation, row: Contract, definition: Definition) -> str:
    """The name by which a definition goes that states none: its own, or that of the class it stands for.

    Empty if that is worked out: `async [name]() {}`.
    """
    class_ = class_around(evaluator, definition) if row.whole else None
    return (definition if class_ is None else class_).name.replace(NAMELESS, "")


def class_around(evaluator: Evaluation, definition: Definition) -> Definition | None:
    """The class in whose body a definition stands."""
    around = Definition(definition.path, definition.key.rpartition(".")[0])
    return around if around.key and is_class(evaluator, around) else None


def is_class(evaluator: Evaluation, definition: Definition) -> bool:
    """Whether a definition is a class."""
    return evaluator.project.facts_of(definition).kind == "class"


def runners(evaluator: Evaluation, row: Contract, class_: Definition) -> Iterator[Definition]:
    """The methods that handle the contract which decorates a class."""
    for method in evaluator.methods(class_) if row.runs else ():
        found = (evaluator.meaning(call.callee, place) for call, place in decorators(evaluator, method))
        if any(isinstance(one, Symbol) and one.name in row.runs for meaning in found for one in each(meaning)):
            yield method


def is_refused(evaluator: Evaluation, row: Contract, call: facts.Call, place: Place) -> bool:
    """Whether a call says that it states no contract."""
    given = argument(evaluator, call, row.unless, place) if row.unless else None
    return isinstance(given, Constant) and given.text.lower() == TRUE


def rows(evaluator: Evaluation, definition: Definition) -> Iterator[Declaring]:
    """The rows by which decorators declare a definition."""
    for call, place in decorators(evaluator, definition):
        yield from ((row, library, call, place) for row, library in _rows(evaluator, call, place))


def decorators(evaluator: Evaluation, definition: Definition) -> Iterator[tuple[facts.Call, Place]]:
    """The decorators of a definition that are called like such as declare something, and where they stand."""
    found = evaluator.project.facts_of(definition)
    for decorator in found.decorators:
        call = as_call(decorator)
        if call is not None and last_name(call.callee) in evaluator.catalogue.declaring:
            yield call, Place(definition.path, found.parent)


def library_decorators(
    evaluator: Evaluation, path: str, definition: facts.Definition
) -> Iterator[tuple[str, facts.Call, Place]]:
    """The decorators of a definition in a file that are a library's: the name there, the call, and where it stands.

    So are those of what decorates it, if that is a class: an annotation has them for all that have it. What it is given
    may be given to these.
    """
    left: list[tuple[str, facts.Definition, _Given]] = [(path, definition, {})]
    for number in range(MAX_ANNOTATIONS):
        if number == len(left):
            break
        around, one, given = left[number]
        place = Place(around, one.parent)
        for call in filter(None, map(as_call, one.decorators)):
            of = evaluator.meaning(call.callee, place)
            if isinstance(of, Symbol):
                passed = given.get(of.name)
                yield (of.name, call, place) if passed is None else (of.name, _given_more(call, passed[0]), passed[1])
            if isinstance(of, Definition):
                view, index = evaluator.project.whereabouts(of)
                annotation = evaluator.project.definition(view, index)
                if annotation.kind == "class":
                    left.append((view.path, annotation, _passed_on(evaluator, view, index, call, place)))


_Given = dict[str, tuple[list[facts.Argument], Place]]
"""What an annotation gives to those that decorate it, by their names, and where that stands."""


def _given_more(call: facts.Call, arguments: list[facts.Argument]) -> facts.Call:
    """An annotation as if it was given arguments, instead of its own of the same names."""
    names = {one.name for one in arguments}
    return replace(call, arguments=(*arguments, *(one for one in call.arguments if one.name not in names)))


def _passed_on(evaluator: Evaluation, view: View, annotation: int, call: facts.Call, place: Place) -> _Given:
    """What an annotation of the workspace passes on of what it is given: attributes that stand for those of others."""
    found: _Given = {}
    for name, decorator, at in _attributes(view, annotation) if evaluator.catalogue.aliasing and call.arguments else ():
        value, alias = written_argument(call, f"{name}|0" if name == _SOLE else name), as_call(decorator)
        if value is None or alias is None:
            continue
        for of, attribute in _aliased(evaluator, alias, at):
            found.setdefault(of, ([], place))[0].append(facts.Argument(attribute or name, value))
    return found


def _attributes(view: View, annotation: int) -> Iterator[tuple[str, facts.Value, Place]]:
    """What decorates the attributes of an annotation, with their names: they are methods, or its maker's parameters."""
    for index, method in enumerate(view.facts.definitions):
        attributes: tuple[facts.Definition | facts.Parameter, ...] = (method, *method.parameters)
        for one in attributes if method.parent == annotation else ():
            yield from ((one.name, decorator, Place(view.path, index)) for decorator in one.decorators)


def _aliased(evaluator: Evaluation, alias: facts.Call, place: Place) -> Iterator[tuple[str, str]]:
    """The annotations for one of whose attributes another one stands, each with the name of that, if it is said."""
    for meant in each(evaluator.meaning(alias.callee, place)):
        row = evaluator.catalogue.aliasing.get(meant.name) if isinstance(meant, Symbol) else None
        if row is not None:
            stated = argument(evaluator, alias, row.attribute, place)
            named = stated.known_string if isinstance(stated, Text) else None
            of = argument(evaluator, alias, row.annotation, place)
            yield from ((one.name, named or "") for one in each(of or UNKNOWN) if isinstance(one, Symbol))


_SOLE = "value"
"""The attribute of an annotation that may be given without its name."""


def library_decorator(
    evaluator: Evaluation, path: str, definition: facts.Definition, names: Container[str]
) -> tuple[str, facts.Call, Place] | None:
    """The first of these decorators that has one of these names: a definition may have many of the same name."""

    def by_name() -> dict[str, tuple[str, facts.Call, Place]]:
        found: dict[str, tuple[str, facts.Call, Place]] = {}
        for one in library_decorators(evaluator, path, definition):
            found.setdefault(one[0], one)
        return found

    known = evaluator.once(("library decorators", path, definition.name, definition.start), by_name)
    return next((known[name] for name in known if name in names), None)


def _rows(evaluator: Evaluation, call: facts.Call, place: Place) -> list[tuple[Contract, str]]:
    known = evaluator.catalogue.contracts
    found: list[tuple[Contract, str]] = []
    if isinstance(call.callee, facts.Member):
        of = evaluator.object_of(evaluator.meaning(call.callee.of, place))
        found = known.on(of.type, call.callee.name) if of is not None else []
    for option in each(evaluator.meaning(call.callee, place)):
        found = found or (known.of(option.name) if isinstance(option, Symbol) else [])
    return [(row, library) for row, library in found if row.handler == DECORATED and row.gives]


def name_in_decorator(evaluator: Evaluation, row: Contract, call: facts.Call, place: Place) -> tuple[Text, ...]:
    """The name that a decorator states for what it decorates; none if it leaves that to the definition."""
    given = argument(evaluator, call, row.name, place) if row.name else None
    return texts(given) if given is not None and any(isinstance(option, Text | Made) for option in each(given)) else ()
