"""What calls give: objects of the catalogue, the texts of text operations, and what functions return."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from msgspec.structs import replace as replaced

from seamark.catalogue import CALL, UNKNOWN_TYPE, Make, Passing
from seamark.extract import facts
from seamark.resolve.abstract_values import (
    UNKNOWN,
    Bound,
    Closure,
    Constant,
    Definition,
    Enumerator,
    Instance,
    Made,
    Meaning,
    Options,
    Parameter,
    Place,
    Record,
    Sequence,
    Symbol,
    Text,
    each,
    function_of,
    is_nothing,
    options,
    records,
)
from seamark.resolve.evaluation.library_objects import grpc_clients, objects, route_urls
from seamark.resolve.evaluation.library_objects.constructed_identity import identity_of
from seamark.resolve.evaluation.members import class_bodies, members
from seamark.resolve.evaluation.protocol import Evaluation
from seamark.resolve.evaluation.texts_and_lists import (
    decided,
    elements,
    found_files,
    joined_lists,
    own_texts,
    page_attributes,
    pieces,
)
from seamark.resolve.evaluation.texts_and_lists.joined_lists import JOINS
from seamark.resolve.evaluation.texts_and_lists.replacements import REPLACING, replaced_text
from seamark.resolve.module_resolution import rules_of
from seamark.resolve.partial_texts.operations import OPERATIONS, conversions
from seamark.resolve.partial_texts.texts import concat, texts
from seamark.resolve.partial_texts.urls import join_url
from seamark.resolve.workspace_facts.view import with_receiver

from . import called_by_method, closures, newly_made, overloads, parameters, stored_values, wrapped_clients
from .arguments import argument

MAX_STEPS = 8
"""How many calls are known, at most, that an object's own methods gave it for, but for the last one."""


def call(evaluator: Evaluation, call: facts.Call, place: Place) -> Meaning:
    """What a call gives."""
    known = evaluator.catalogue
    if isinstance(call.callee, facts.Member):
        if call.callee.name in known.naming_by_key and isinstance(call.callee.of, facts.Element):
            for row, library in route_urls.rows(evaluator, call, place):
                return route_urls.url(evaluator, row, library, call, place)
        of = evaluator.value(call.callee.of, place)
        name = call.callee.name
        called = called_by_method.called_function(evaluator, call, of, place)
        if called is not None:
            return options([_result_of(evaluator, one, called, place) for one in each(of)])
        made = objects.object_of(evaluator, of)
        if made is not None:
            for make, _ in known.makes.on(made.type, name):
                if not make.property:
                    return objects.object_of_method_call(evaluator, make, made, call, place)
            for row, library in known.named_urls.on(made.type, name):
                return route_urls.url(evaluator, row, library, call, place)
        for row, library in known.named_urls.on(UNKNOWN_TYPE, name) if made is None else ():
            if route_urls.may_be_of(evaluator, of, library):
                return route_urls.url(evaluator, row, library, call, place)
        held = page_attributes.read_by_call(evaluator, call, of, place) if name in known.text_methods else None
        if held is not None:
            return held
        if name == rules_of(evaluator.view(place.path).facts.language).classes.text_method:
            of = own_texts.as_text(evaluator, of, place)
        elif name in known.text_methods and not _has_member(evaluator, of, name, place):
            of = own_texts.inherited_text(evaluator, of)
        for operation in known.text_methods.get(name, ()):
            is_text = any(_is_of(evaluator, operation, option) for option in each(of))
            if is_text and not _has_member(evaluator, of, name, place):
                found = _operation(evaluator, operation, of, call, place)
                return options([found, UNKNOWN]) if UNKNOWN in each(of) and of != UNKNOWN else found
        callee = evaluator.called_member(of, name, place, call.callee)
        extension = evaluator.extension(call.callee, place) if made is None else None
        if extension is not None and not any(isinstance(one, Definition | Bound) for one in each(callee)):
            return _result_of(evaluator, extension, with_receiver(call, call.callee), place)
        if not call.arguments and _gives_field(evaluator, of, name, place):
            fields: list[Meaning] = [one for one in each(callee) if isinstance(one, Parameter)]
            if fields:
                return options(fields)
        passing = known.passing_methods.get(name)
        if passing is not None and not any(_is_own(evaluator, option) for option in each(callee)):
            return _or_otherwise(evaluator, passing, of, call, place)
        found = options(
            [
                _result_of(evaluator, one, call, place)
                for one in overloads.fitting_callees(evaluator, callee, call, place)
            ]
        )
        return found if call.arguments else members.for_callers(evaluator, of, name, found)
    callee = evaluator.value(call.callee, place)
    if not any(isinstance(one, Definition | Bound) for one in each(callee)):
        callee = _method_of_own(evaluator, call.callee, place) or callee
    implied = evaluator.implied_receiver(call.callee, callee, place)
    if implied is not None and isinstance(call.callee, facts.Name):
        for make, _ in known.makes.on(implied.type, call.callee.name):
            if not make.property:
                return objects.object_of_method_call(evaluator, make, implied, call, place)
        callee = Symbol(f"{implied.type}.{call.callee.name}")
    passing = known.passing_methods.get(call.callee.name) if isinstance(call.callee, facts.Name) else None
    if passing is not None and rules_of(evaluator.view(place.path).facts.language).classes.bare_members == "methods":
        of = evaluator.value(facts.This(), place)
        if isinstance(of, Instance) and not any(_is_own(evaluator, option) for option in each(callee)):
            return _or_otherwise(evaluator, passing, of, call, place)
    return options(
        [_result_of(evaluator, one, call, place) for one in overloads.fitting_callees(evaluator, callee, call, place)]
    )


def _method_of_own(evaluator: Evaluation, callee: facts.Value, place: Place) -> Meaning | None:
    """The method that a bare name calls, in languages where a field may go by it as well: `base()` beside `base`."""
    if (
        not isinstance(callee, facts.Name)
        or not rules_of(evaluator.view(place.path).facts.language).classes.fields_apart
    ):
        return None
    this = evaluator.value(facts.This(), place)
    found = evaluator.called_member(this, callee.name, place) if isinstance(this, Instance) else UNKNOWN
    return found if any(isinstance(one, Bound) for one in each(found)) else None


def _is_of(evaluator: Evaluation, operation: str, of: Meaning) -> bool:
    """Whether an operation is one on what a method is called on."""
    if operation in page_attributes.KINDS:
        return False  # What is not known of an attribute is no text.
    if operation == "entry" and isinstance(of, Parameter):
        return parameters.is_others(evaluator, of)
    if operation == "entry" or operation in elements.LISTED:
        return isinstance(of, Record)
    if operation in ("either", "split"):
        return isinstance(of, Text)
    if operation in ("first item", "last item"):
        return isinstance(of, Sequence)
    if operation == "slice":
        return isinstance(of, Text | Sequence)
    if operation == "mapped" or (operation in JOINS and JOINS[operation].on_list):
        return isinstance(of, Sequence) or (isinstance(of, Parameter) and parameters.is_rest(evaluator, of))
    is_outside = of == UNKNOWN or isinstance(of, Symbol)
    return (
        isinstance(of, Text | Constant | Parameter)
        or operation == "join segments"
        or (operation == "concat" and is_outside)
    )


def _entry(evaluator: Evaluation, of: Meaning, call: facts.Call, place: Place) -> Meaning:
    """`mapping.get(key, default)`; of what callers give by name, which they may do for that as well."""
    key, *default = [evaluator.value(given.value, place) for given in call.arguments[:2] if given.name == ""] or [
        UNKNOWN
    ]
    name = key.known_string if isinstance(key, Text) else None
    if name is not None and isinstance(of, Parameter):
        return options([evaluator.member(of, name, place), *default], ordered=True)
    found = [elements.entry(evaluator, record, name) for record in records(of)] if name is not None else []
    return options([entry for entry in found if entry is not None] or default)


def _mapped_items(call: facts.Call, place: Place, *, is_method: bool) -> Meaning:
    """What a function makes of each item of a list: `parts.map((part) => trim(part))`, `map(trim, parts)`."""
    listed = [one.value for one in call.arguments[1:]]
    if is_method:
        listed = [call.callee.of] if isinstance(call.callee, facts.Member) else []
    if len(listed) != 1 or not call.arguments:
        return UNKNOWN
    item = facts.Argument("", facts.Element(listed[0], facts.Hole()))
    made = facts.Call(call.arguments[0].value, (item,), False, call.start, call.end)
    return Sequence(facts.List((made,), call.start, call.end), place)


def _result_of(evaluator: Evaluation, callee: Meaning, call: facts.Call, place: Place) -> Meaning:
    known = evaluator.catalogue
    stub = (
        grpc_clients.stub_of_call(evaluator, callee, call, place) if isinstance(callee, Symbol | Definition) else None
    )
    if stub is not None:
        return stub
    match callee:
        case Symbol(name=name):
            passing = known.passing.get(name)
            if passing is not None:
                return _passed_value(evaluator, passing, call, place)
            if name in known.stored:
                stored = stored_values.stored_value(evaluator, *known.stored[name], call, place)
                return Symbol(f"{name}()") if stored is None else stored
            if name in known.texts:
                return _placed_text(evaluator, name, _operation(evaluator, known.texts[name], None, call, place))
            for row, library in known.named_urls.of(name):
                return route_urls.url(evaluator, row, library, call, place)
            for make, library in known.makes.of(name):
                return objects.object_of_function_call(evaluator, make, library, call, place)
            type_id = known.constructed_by.get(name)
            if type_id is not None:
                return objects.constructed_object(evaluator, type_id, call, place, name.rpartition(".")[2])
            wrapped = wrapped_clients.given_client(evaluator, name, call, place)
            return formatted_text(evaluator, call, place) or wrapped or Symbol(f"{name}()")
        case Definition() | Bound():
            return call_result(evaluator, callee, call, place)
        case Enumerator():
            return callee  # What it holds is not told apart.
        case Text() if not call.arguments and isinstance(call.callee, facts.Member):
            return callee  # A field by a method that gives it, which nobody wrote: `settings.path()`, `getPath()`.
        case Instance(of=class_) if call.new:
            return Instance(class_, (call, place))  # `Self { … }`, `new this(…)`: in a class its name says the same.
        case Sequence() if call.new:
            return _list_of_arguments(call, place)
        case Parameter(type=Symbol(name=name)) if name in known.stored:
            return stored_values.stored_value(evaluator, *known.stored[name], call, place) or UNKNOWN
        case Parameter(type=Symbol(name=name)) if name in known.passing:
            return _passed_value(evaluator, known.passing[name], call, place)
        case Parameter(type=Symbol(name=name)):
            return Symbol(f"{name}()")
        case Made():
            for make in _making_calls(evaluator, callee):
                return objects.object_of_method_call(evaluator, make, callee, call, place)
    return UNKNOWN


def _placed_text(evaluator: Evaluation, symbol: str, made: Meaning) -> Meaning:
    """A text that a library's function makes, with what that puts before it: a path, or a verb."""
    prefix, verb = evaluator.catalogue.text_prefixes.get(symbol), evaluator.catalogue.text_verbs.get(symbol)
    if prefix is not None:
        return options([join_url(Text((prefix,)), one) for one in texts(made)])
    if verb is not None:
        before = Text((f"{symbol.rpartition('.')[2] if verb == 'name' else verb} ",))
        return options([concat((before, one)) for one in texts(made)])
    return made


def _making_calls(evaluator: Evaluation, of: Made) -> Iterator[Make]:
    """The rows for what a call of an object itself makes."""
    yield from (make for make, _ in evaluator.catalogue.makes.on(of.type, CALL) if not make.property)


def _is_own(evaluator: Evaluation, callee: Meaning) -> bool:
    """Whether what is called is more than a method of that name: something of the workspace's or of the catalogue's."""
    return isinstance(callee, Definition | Bound) or (
        isinstance(callee, Symbol) and callee.name in evaluator.catalogue.names
    )


def _has_member(evaluator: Evaluation, of: Meaning, name: str, place: Place) -> bool:
    """Whether the workspace has a method of this name for what it is called on, or a field that may be got by that."""
    if any(isinstance(one, Definition | Bound) for one in each(evaluator.called_member(of, name, place))):
        return True
    return _has_field(evaluator, of, name)


def _has_field(evaluator: Evaluation, of: Meaning, name: str) -> bool:
    made = [one.type if isinstance(one, Parameter) else one for one in each(of)]
    bodies = (body for one in made if isinstance(one, Instance) for body in class_bodies.bodies(evaluator, one.of))
    return any(evaluator.project.bindings(view, index, name) for view, index in bodies)


def _gives_field(evaluator: Evaluation, of: Meaning, name: str, place: Place) -> bool:
    """Whether a method that nobody wrote gives a field: `path()` of a record, and `getPath()`."""
    known = rules_of(evaluator.view(place.path).facts.language).classes
    field = name.removeprefix("get")
    return known.fields_apart and any(_has_field(evaluator, of, one) for one in (name, field[:1].lower() + field[1:]))


def _or_otherwise(evaluator: Evaluation, passing: Passing, of: Meaning, call: facts.Call, place: Place) -> Meaning:
    """What a method is called on, or what it is given for that, or what the function that it is given does."""
    function = call.arguments[0].value if passing.called and call.arguments else None
    if function is not None and isinstance(call.callee, facts.Member):
        single = not any(isinstance(option, Sequence) for option in each(of))
        applied = facts.Call(function, (facts.Argument("", call.callee.of),), False, call.start, call.end)
        return evaluator.value(applied, place) if single else UNKNOWN
    otherwise = argument(evaluator, call, passing.otherwise, place)
    if otherwise is None:
        return of
    bare = facts.Call(call.callee, (), False, call.start, call.end)
    functions = (Definition, Bound)
    given = [_result_of(evaluator, o, bare, place) if isinstance(o, functions) else o for o in each(otherwise)]
    return options([of, *given], ordered=True)


def _list_of_arguments(call: facts.Call, place: Place) -> Meaning:
    """A list, or a map, of a type that the workspace gives a name: `Routes{…}`."""
    if call.arguments and call.arguments[0].name:
        return _record_of_arguments(call, place)
    return Sequence(facts.List(tuple(given.value for given in call.arguments), call.start, call.end), place)


def _record_of_arguments(call: facts.Call, place: Place) -> Record:
    """What a call is given by name, as an object, with all that the objects hold which it is given."""
    entries: list[facts.Entry] = []
    for given in call.arguments:
        if given.name not in ("", "*", "**"):
            entries.append(facts.Entry(given.name, given.value))
        elif isinstance(given.value, facts.Object):
            entries += given.value.entries
        else:
            entries.append(facts.Entry("...", facts.Hole() if given.name == "*" else given.value))
    return Record(facts.Object(tuple(entries), call.start, call.end), place)


def _passed_value(evaluator: Evaluation, passing: Passing, call: facts.Call, place: Place) -> Meaning:
    if passing.argument == "*":
        return Sequence(facts.List(tuple(one.value for one in call.arguments), call.start, call.end), place)
    if passing.argument == "**":
        return _record_of_arguments(call, place)
    given = argument(evaluator, call, passing.argument, place)
    if passing.under:
        return _holder(passing.under, given or UNKNOWN, call, place)
    if given is None:
        return UNKNOWN
    if passing.instance:
        return objects.instance(evaluator, given, identity_of(evaluator, call, place))
    if passing.called:
        bare = facts.Call(call.callee, (), False, call.start, call.end)
        functions = (Definition, Bound)
        return options([_result_of(evaluator, o, bare, place) if isinstance(o, functions) else o for o in each(given)])
    return given


def _holder(member: str, given: Meaning, call: facts.Call, place: Place) -> Record:
    """An object that holds what a call is given first, to begin with; a text, or nothing, is there for a while only.

    A number is, too, but then another one, which may be made of it.
    """
    if not call.arguments or is_nothing(given) or any(isinstance(one, Text) for one in each(given)):
        return Record(facts.Object((), call.start, call.end), place)
    is_number = any(isinstance(one, Constant) for one in each(given))
    kept = facts.Entry(member, facts.Hole() if is_number else call.arguments[0].value)
    return Record(facts.Object((kept,), call.start, call.end), place)


OF_METHODS = {
    "first item": pieces.first_item,
    "last item": pieces.last_item,
    "slice": pieces.slice_of,
    "split": pieces.split_text,
}
OF_FUNCTIONS = {
    "file names": found_files.file_names,
    "files like": found_files.files_like,
    "loaded": found_files.loaded,
    "path parts": pieces.path_parts,
    "whole path": found_files.whole_path,
}
"""Operations that need to know where the call stands: on what a method is called on, and on what a call is given."""
_OF_TUPLES = ("percent", "url of parts")
"""Operations that are given a list for arguments: `"/users/%s" % (id,)`."""


def _operation(evaluator: Evaluation, name: str, of: Meaning | None, call: facts.Call, place: Place) -> Meaning:
    if name == "entry" and of is not None:
        return _entry(evaluator, of, call, place)
    if name in JOINS:
        return joined_lists.join_items(evaluator, JOINS[name], call, place)
    if name == "mapped":
        return _mapped_items(call, place, is_method=of is not None)
    if name in REPLACING:
        return replaced_text(evaluator, name, of, call, place)
    if name in OF_METHODS:
        return OF_METHODS[name](evaluator, of, call, place)
    if name in OF_FUNCTIONS:
        return OF_FUNCTIONS[name](evaluator, call, place)
    given: list[Meaning] = []
    named: dict[str, Meaning] = {}
    for one in call.arguments:
        if one.name in ("", "*"):
            meaning = own_texts.as_text(evaluator, evaluator.value(one.value, place), place)
            if isinstance(meaning, Record):
                named |= {e.key: evaluator.value(e.value, meaning.place) for e in meaning.value.entries if e.key}
            elif one.name == "*" or (name in _OF_TUPLES and isinstance(meaning, Sequence)):
                given += joined_lists.spread_items(evaluator, name, meaning)
            else:
                given.append(meaning)
        elif one.name != "**":
            named[one.name] = evaluator.value(one.value, place)
    if name in elements.LISTED:
        listed = (argument(evaluator, call, "0", place) if of is None else of) or UNKNOWN
        return options([one for record in each(listed) for one in elements.lists_of_record(evaluator, name, record)])
    if name == "same" and given and _is_path(evaluator, given[0]):
        return given[0]
    return options(list(OPERATIONS[name](of, given, named)))


def _is_path(evaluator: Evaluation, meaning: Meaning) -> bool:
    """Whether something is the path of a request, as a library's object that has no text."""
    return isinstance(meaning, Made) and evaluator.catalogue.role(meaning.type) == "path"


def formatted_text(evaluator: Evaluation, call: facts.Call, place: Place, first: int = 0) -> Meaning | None:
    """What a call gives of which only that is known: it is given a template of `printf`, and just what that takes.

    What stands before argument number `first` is none.
    """
    if not rules_of(evaluator.view(place.path).facts.language).functions.formats:
        return None
    for position, one in enumerate(call.arguments[first:], first):
        rest = call.arguments[position + 1 :]
        template = evaluator.value(one.value, place) if rest and isinstance(one.value, _TEMPLATES) else UNKNOWN
        if isinstance(template, Text) and conversions(template) == len(rest):
            given = [template, *(evaluator.value(further.value, place) for further in rest)]
            return options(list(OPERATIONS["printf"](None, given, {})))
    return None


_TEMPLATES = (facts.Literal, facts.Concat)


def call_result(
    evaluator: Evaluation, callee: Definition | Bound, call: facts.Call, place: Place, index: int = 0
) -> Meaning:
    """What a call of something of the workspace gives: an object of a class, or the result of a function at `index`."""
    definition = callee.method if isinstance(callee, Bound) else callee
    view, scope = evaluator.project.whereabouts(definition)
    found = evaluator.project.definition(view, scope)
    if found.kind == "class":
        return Instance(definition, (call, place))
    if index:
        if index > len(found.further_results):
            return UNKNOWN
        further = found.further_results[index - 1]
        found = replaced(found, returns=further.returns, return_type=further.type)
    step = (view.path, scope, f"()[{index}]" if index else "()", call.start)
    if evaluator.trail.is_closed(step):
        return UNKNOWN
    inner = place_within(evaluator, callee, view.path, scope, call, place)
    with evaluator.trail.within(step):
        result = closures.stood_for(evaluator, newly_made.returned_value(evaluator, found, inner, call, place))
        if is_nothing(result) and (made := formatted_text(evaluator, call, place)) is not None:
            return made
        if found.return_type is not None and objects.is_open(evaluator, result):
            kind = evaluator.value(found.return_type, Place(view.path, found.parent))
            declared = objects.instance(evaluator, kind, (view.path, f"{definition.key}()"))
            result = declared if is_nothing(result) or isinstance(declared, Made) else result
    if isinstance(callee, Bound) and isinstance(result, Instance) and result == callee.of and call.arguments:
        return replace(result, steps=(*result.steps[-MAX_STEPS:], (definition, call, place)))
    is_told = any(isinstance(one.value, facts.Literal) for one in call.arguments)
    return _pick_by(result, definition) if is_told else result


def further_result(evaluator: Evaluation, result: facts.Result, place: Place) -> Meaning:
    """What a call of a function of the workspace gives beside its first result."""
    callee = evaluator.inner(result.of.callee, place)
    called = [
        one
        for one in overloads.fitting_callees(evaluator, callee, result.of, place)
        if isinstance(one, Definition | Bound)
    ]
    return options([call_result(evaluator, one, result.of, place, result.index) for one in called])


def place_within(
    evaluator: Evaluation, callee: Definition | Bound, path: str, scope: int, call: facts.Call, place: Place
) -> Place:
    """What is known within a function of the workspace, the scope of a file, when it runs for a call at a place."""
    of = callee.of if isinstance(callee, Bound) else None
    kept = of.arguments if isinstance(of, Closure) else {}
    given = parameters.arguments_by_parameter(evaluator, function_of(callee), call, place)
    this = None if isinstance(of, Closure) else of
    rounds = place.rounds if place.path == path else {}
    return Place(path, scope, {**place.arguments, **kept, **given}, this, rounds, decided.of_functions(place))


def outcome(evaluator: Evaluation, function: Meaning, place: Place) -> Meaning | None:
    """What a function of the workspace gives for whatever it is given; None if it is none."""
    anything = facts.Call(facts.Hole(), (facts.Argument("*", facts.Hole()),), False, 0, 0)
    functions = [one for one in each(function) if isinstance(one, Definition | Bound)]
    return options([call_result(evaluator, one, anything, place) for one in functions]) if functions else None


def _pick_by(result: Meaning, by: Definition) -> Meaning:
    """What a function gives that was told by a text which one: `get(settings, "host")`"""
    if isinstance(result, Options):
        return options([_pick_by(option, by) for option in result.options], ordered=result.ordered)
    return replace(result, picked=by) if isinstance(result, Instance) and result.made is None else result
