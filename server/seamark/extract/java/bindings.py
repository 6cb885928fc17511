"""What binds names and sets members: fields, variables, assignments, loops, patterns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seamark.extract.expressions import arguments, augmented_value
from seamark.extract.facts import (
    MODULE,
    SUPER_CALL,
    THIS_CALL,
    Assignment,
    Binding,
    Call,
    Element,
    Function,
    Hole,
    Name,
    This,
    Value,
)
from seamark.extract.implied_members import assign
from seamark.extract.language import Binders, call_of
from seamark.extract.nodes import field_children, items, operator, part
from seamark.extract.text_builders import lengthen_text

from .definitions import declaration, fields_left_to_constructor, injecting_annotation, type_of
from .values import constructor_call, enum_constant

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading


def _declarators(node: Node, reading: Reading, otherwise: Value | None) -> list[Binding | Assignment]:
    bound: list[Binding | Assignment] = []
    for one in field_children(node, "declarator"):
        value = one.child_by_field_name("value")
        given = reading.value(value) if value is not None or otherwise is None else otherwise
        bound.append(reading.binding(reading.text(part(one, "name")), given, one, declared=type_of(node, reading)))
    return bound


def _fields(node: Node, reading: Reading) -> list[Binding | Assignment]:
    """A field that is given nothing where it stands may be given what its annotation says."""
    return _declarators(node, reading, injecting_annotation(node, reading))


def _variables(node: Node, reading: Reading) -> list[Binding | Assignment]:
    return _declarators(node, reading, None)


def _enum_constant(node: Node, reading: Reading) -> list[Binding | Assignment]:
    return [reading.binding(reading.text(part(node, "name")), enum_constant(node, reading), node)]


def _record_fields(node: Node, reading: Reading) -> list[Binding | Assignment]:
    """The fields of a record, which its constructor is given."""
    return _given_fields(node, items(node), reading)


def _fields_left_to_constructor(node: Node, reading: Reading) -> list[Binding | Assignment]:
    """The fields of a class that a constructor is given which nobody wrote."""
    return _given_fields(node, fields_left_to_constructor(node), reading)


def _given_fields(node: Node, fields: list[Node], reading: Reading) -> list[Binding | Assignment]:
    constructor = reading.function(node) if fields else None
    if not isinstance(constructor, Function):
        return []
    owner = reading.definitions[constructor.definition].parent
    bound: list[Binding | Assignment] = []
    for one in fields:
        name = one.child_by_field_name("name")
        if name is not None and owner != MODULE:
            value = Name(reading.text(name), name.start_byte, name.end_byte)
            bound.append(
                reading.binding(value.name, value, node, scope=owner, declared=type_of(declaration(one), reading))
            )
    return bound


def _each_item(node: Node, reading: Reading) -> list[Binding | Assignment]:
    """`for (String path : paths)`"""
    name, start = reading.text(part(node, "name")), part(node, "body").start_byte
    item = Element(reading.value(part(node, "value")), Hole())
    return [reading.binding(name, item, node, declared=type_of(node, reading), start=start)]


def _resource(node: Node, reading: Reading) -> list[Binding | Assignment]:
    """`try (var client = open())`"""
    name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
    if name is None:
        return []
    return [reading.binding(reading.text(name), reading.value(value), node, declared=type_of(node, reading))]


def _bind_caught(node: Node, reading: Reading) -> list[Binding | Assignment]:
    return [reading.binding(reading.text(part(node, "name")), Hole(), node)]


def _bind_pattern(node: Node, reading: Reading) -> list[Binding | Assignment]:
    """`x instanceof String text`"""
    name, kind = node.child_by_field_name("name"), node.child_by_field_name("right")
    if name is None:
        return []
    value = reading.value(node.child_by_field_name("left"))
    declared = None if kind is None else reading.value(kind)
    return [reading.binding(reading.text(name), value, node, declared=declared)]


def _pattern(node: Node, reading: Reading) -> list[Binding | Assignment]:
    """`case Circle circle ->`"""
    parts = items(node)
    if len(parts) != 2:
        return []
    return [reading.binding(reading.text(parts[1]), Hole(), node, declared=reading.value(parts[0]))]


def _bind_constructor_call(node: Node, reading: Reading) -> list[Binding | Assignment]:
    called = constructor_call(node, reading)
    if isinstance(called, Call):
        return [reading.binding(SUPER_CALL, called, node)]
    given = arguments(items(node.child_by_field_name("arguments")), reading)
    return [reading.binding(THIS_CALL, call_of(This(), given, node), node)]


def _assignment(node: Node, reading: Reading) -> list[Binding | Assignment]:
    left = part(node, "left")
    plain = operator(node) == "="
    value = reading.value(node.child_by_field_name("right")) if plain else augmented_value(node, reading)
    return assign(left, reading.value(left), value, node, reading)


BINDINGS: Binders = {
    "field_declaration": _fields,
    "constant_declaration": _fields,
    "local_variable_declaration": _variables,
    "enum_constant": _enum_constant,
    "formal_parameters": _record_fields,
    "{": _fields_left_to_constructor,
    "enhanced_for_statement": _each_item,
    "resource": _resource,
    "catch_formal_parameter": _bind_caught,
    "instanceof_expression": _bind_pattern,
    "type_pattern": _pattern,
    "explicit_constructor_invocation": _bind_constructor_call,
    "assignment_expression": _assignment,
    "method_invocation": lengthen_text,
}
