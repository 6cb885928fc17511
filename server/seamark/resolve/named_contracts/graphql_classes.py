"""Classes that provide the fields of GraphQL's root types: by methods, or by attributes that say what resolves them.

A class that is a root type, by its own name or because a schema is made of it, says so of those that it inherits from:
each provides the fields that stand in its own body.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from seamark import keys
from seamark.catalogue import FieldClass, Schema
from seamark.documents.graphql import OPERATIONS
from seamark.extract import facts
from seamark.resolve.abstract_values import (
    UNKNOWN,
    Bound,
    Constant,
    Definition,
    Instance,
    Meaning,
    Place,
    Symbol,
    Text,
    each,
    function_of,
)
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.evaluation.calls import arguments
from seamark.resolve.evaluation.library_objects.declared_contracts import library_decorators
from seamark.resolve.findings import NamedContract, RootClass, Span
from seamark.resolve.module_resolution import rules_of
from seamark.resolve.workspace_facts.view import last_name

_ANY = "*"
_AS_IN_CODE = ("false", "none", "snake_case")
"""What says of the names of fields, in lower case, that they stay as they are in code."""


def note_roots(site: CallSite, row: Schema) -> None:
    """Note of which classes a call makes the root types of a schema."""
    cased = site.argument(row.cased) if row.cased else None
    for name, operation in OPERATIONS.items():
        for option in (one for given in site.argument_items(getattr(row, name)) for one in each(given)):
            class_ = option.of if isinstance(option, Instance) else option
            if isinstance(class_, Definition):
                _root(site.analysis, class_, operation, as_in_code=_is_as_in_code(cased))


def _is_as_in_code(cased: Meaning | None) -> bool:
    """Whether fields are called as in code, by what is said of the case of their names."""
    said = (
        one.text if isinstance(one, Constant) else one.known_string if isinstance(one, Text) else None
        for one in each(cased or UNKNOWN)
    )
    return any(one is not None and one.lower() in _AS_IN_CODE for one in said)


def _root(
    analysis: FileAnalysis, class_: Definition, operation: str, *, itself: bool = True, as_in_code: bool = False
) -> None:
    """Note that a class is a root type, and what it inherits from has fields of it, too."""
    above = (one for one in analysis.evaluator.lineage(class_) if isinstance(one, Definition))
    analysis.rooted += (RootClass(one, operation, as_in_code) for one in above if itself or one != class_)


def read_all(analysis: FileAnalysis) -> None:
    """Read all classes of the file that may have fields of root types."""
    rows = [(row, name) for row, name in analysis.catalogue.field_classes if row.called or analysis.imports(name)]
    if not rows:
        return
    rooted = analysis.relations.root_classes(analysis.view.path)
    for index, definition in enumerate(analysis.view.facts.definitions):
        for row, library in rows:
            if row.called:
                _by_name(analysis, row, library, index)
            elif definition.kind == "class":
                _by_type(analysis, row, library, index, rooted)


def _by_name(analysis: FileAnalysis, row: FieldClass, library: str, index: int) -> None:
    """Read a method of a class that is called as only generated code calls one, and that this gives to others."""
    method = analysis.view.facts.definitions[index]
    operation = row.called.get(last_name(method.receiver)) if method.receiver is not None else None
    if operation is None or method.kind != "method" or not method.parameters[1:]:
        return
    if not rules_of(analysis.view.facts.language).functions.is_public(method.name):
        return
    place = Place(analysis.view.path, method.parent)
    classes = each(analysis.evaluator.meaning(method.receiver or facts.Hole(), place))
    if any(isinstance(one, Definition) and _gives(analysis, one, operation) for one in classes):
        own = Definition(analysis.view.path, analysis.view.key(index))
        _provide(
            analysis,
            library,
            operation,
            _declared_field(analysis, operation, method.name),
            own,
            named_span(method, index),
        )


def _declared_field(analysis: FileAnalysis, operation: str, name: str) -> str:
    """The field of which generated code has made this name, as a schema declares it."""
    spelled = keys.grpc_name(name)
    fields = (one for one in analysis.project.root_fields(operation) if keys.grpc_name(one) == spelled)
    return next(fields, keys.lower_camel(name))


def _gives(analysis: FileAnalysis, class_: Definition, operation: str) -> bool:
    """Whether something that a class inherits from has a method that is called like a root type, and gives one."""
    for one in analysis.evaluator.lineage(class_):
        method = analysis.evaluator.method(one, operation) if isinstance(one, Definition) and one != class_ else None
        type_ = None if method is None else analysis.project.facts_of(method).return_type
        if type_ is not None and last_name(type_).endswith(f"{operation}Resolver"):
            return True
    return False


def _by_type(analysis: FileAnalysis, row: FieldClass, library: str, index: int, rooted: tuple[RootClass, ...]) -> None:
    """Read a class that is a type of a schema, if it is a root type or one says that it has fields of that."""
    definition = analysis.view.facts.definitions[index]
    class_ = _class(analysis, index)
    operations = {one.operation for one in rooted if one.of == class_}
    if not operations and definition.name not in OPERATIONS.values() and not definition.decorators:
        return
    if class_ is None or not (name := _type_name(analysis, row, class_, definition)):
        return
    if not operations and name in OPERATIONS.values():
        operations = {name}
        _root(analysis, class_, name, itself=False)
    cased = _said_of_case(analysis, row, definition)
    for operation in sorted(operations):
        as_in_code = _is_as_in_code(cased) or RootClass(class_, operation, as_in_code=True) in rooted
        if row.merged:
            _merge(analysis, index, operation)
        for field in (*_methods(analysis, row, index), *_attributes(analysis, row, class_, index)):
            name = field.stated or (field.name if as_in_code else keys.lower_camel(field.name))
            _provide(analysis, library, operation, name, field.handler, field.span)


def _class(analysis: FileAnalysis, index: int) -> Definition | None:
    """The class that a definition is, or to which it adds members."""
    definition = analysis.view.facts.definitions[index]
    if definition.receiver is None:
        return Definition(analysis.view.path, analysis.view.key(index))
    of = each(analysis.evaluator.meaning(definition.receiver, Place(analysis.view.path, definition.parent)))
    return next((one for one in of if isinstance(one, Definition)), None)


def _type_name(analysis: FileAnalysis, row: FieldClass, class_: Definition, definition: facts.Definition) -> str:
    """What a class is called as a type of a schema; nothing if it is none."""
    for name, call, place in library_decorators(analysis.evaluator, analysis.view.path, definition):
        if name in row.decorators:
            return _stated_name(analysis, row, call, place) or definition.name
    is_one = row.merged and definition.receiver is None
    if row.bases:
        above = analysis.evaluator.lineage(class_)
        is_one = any(isinstance(one, Symbol) and one.name in row.bases for one in above)
    return definition.name if is_one else ""


def _said_of_case(analysis: FileAnalysis, row: FieldClass, definition: facts.Definition) -> Meaning | None:
    """What decorates a class says of the case of its fields' names."""
    for name, call, place in library_decorators(analysis.evaluator, analysis.view.path, definition):
        if row.cased and name in row.decorators:
            return arguments.argument(analysis.evaluator, call, row.cased, place)
    return None


def _stated_name(analysis: FileAnalysis, row: FieldClass, call: facts.Call, place: Place) -> str:
    """The name that a call states."""
    given = arguments.argument(analysis.evaluator, call, row.name, place)
    return (
        next((one.known_string for one in each(given) if isinstance(one, Text) and one.known_string), "")
        if given
        else ""
    )


def _merge(analysis: FileAnalysis, index: int, operation: str) -> None:
    """Note that the classes of which one has an object under a number have fields of its type."""
    for binding in analysis.view.facts.bindings:
        if binding.scope == index and binding.name.isdecimal() and binding.type is not None:
            for option in each(analysis.evaluator.meaning(binding.type, Place(analysis.view.path, index))):
                if isinstance(option, Definition):
                    analysis.rooted.append(RootClass(option, operation))


class _Field(NamedTuple):
    """A field: the name that is stated for it, its name in code, what resolves it, and where it stands."""

    stated: str
    name: str
    handler: Definition | None
    span: Span


def _methods(analysis: FileAnalysis, row: FieldClass, index: int) -> Iterator[_Field]:
    for method in analysis.view.within(index):
        definition = analysis.view.facts.definitions[method]
        if definition.kind not in ("method", "function") or row.by:
            continue
        decorators = list(library_decorators(analysis.evaluator, analysis.view.path, definition))
        making = [(call, place) for name, call, place in decorators if name in row.makers]
        saying = [*making, *((call, place) for name, call, place in decorators if name in row.renames)]
        if (row.makers and not making) or any(_skips(row, call) for call, _ in saying):
            continue
        name = next(filter(None, (_stated_name(analysis, row, call, place) for call, place in saying)), "")
        own = Definition(analysis.view.path, analysis.view.key(method))
        yield _Field(name, definition.name, own, named_span(definition, method))


def _skips(row: FieldClass, call: facts.Call) -> bool:
    """Whether a call says that what it decorates is no field, be it by a bare word."""
    words = {one.value.name if isinstance(one.value, facts.Name) else one.name for one in call.arguments}
    return not words.isdisjoint(row.skipped)


def _attributes(analysis: FileAnalysis, row: FieldClass, class_: Definition, index: int) -> Iterator[_Field]:
    for binding in analysis.view.facts.bindings:
        call = binding.value
        if binding.scope != index or not isinstance(call, facts.Call) or not row.makers:
            continue
        place = Place(analysis.view.path, index)
        if _ANY not in row.makers and not _is_made(row, each(analysis.evaluator.meaning(call.callee, place))):
            continue
        named = call.callee if isinstance(call.callee, facts.Name | facts.Member) else call
        span = Span(named.start, named.end, index)
        handler = _resolver(analysis, row, class_, binding.name, call, place)
        own = analysis.view.index(handler.key) if handler is not None and handler.path == analysis.view.path else None
        if row.by and own is not None and handler is not None and handler.name == row.by.format(binding.name):
            span = named_span(analysis.view.facts.definitions[own], own)
        yield _Field(_stated_name(analysis, row, call, place), binding.name, handler, span)


def _is_made(row: FieldClass, callees: Iterable[Meaning]) -> bool:
    return any(isinstance(one, Symbol) and one.name in row.makers for one in callees)


def _resolver(
    analysis: FileAnalysis, row: FieldClass, class_: Definition, name: str, call: facts.Call, place: Place
) -> Definition | None:
    """What resolves an attribute."""
    given = arguments.argument(analysis.evaluator, call, row.resolver, place) if row.resolver else None
    for option in each(given) if given is not None else ():
        if isinstance(option, Definition | Bound):
            return function_of(option)
    method = analysis.evaluator.method(class_, row.by.format(name)) if row.by else None
    if method is not None or not isinstance(call.callee, facts.Member):
        return method
    for option in each(analysis.evaluator.meaning(call.callee.of, place)):
        if isinstance(option, Definition) and row.runs:
            methods = (analysis.evaluator.method(option, one) for one in row.runs)
            own = (one for one in methods if one is not None and one.key.startswith(f"{option.key}."))
            return next(own, option)
    return None


def named_span(definition: facts.Definition, index: int) -> Span:
    """Where the name of a definition is stated."""
    return Span(definition.name_start, definition.name_end, index)


def _provide(
    analysis: FileAnalysis, library: str, operation: str, field: str, handler: Definition | None, span: Span
) -> None:
    key = Text((keys.graphql_key(operation, field),))
    analysis.named.append(NamedContract(keys.GRAPHQL, "exposes", key, handler, span, library))
