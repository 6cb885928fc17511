"""What binds names and sets members: properties, parameters of constructors, assignments, loops."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seamark.extract.expressions import augmented_value
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
    Super,
    This,
    Value,
)
from seamark.extract.implied_members import assign
from seamark.extract.language import Binders
from seamark.extract.nodes import final, first, items, operator
from seamark.extract.text_builders import lengthen_text

from .definitions import annotations_of, injecting_annotation, primary_constructor, type_of
from .values import call_arguments

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading

_ABOUT = ("modifiers", "binding_pattern_kind", "variable_declaration", "multi_variable_declaration", "type_parameters")
_ACCESSORS = ("getter", "setter")


def _property(node: Node, reading: Reading) -> list[Binding | Assignment]:
    declared = next((child for child in items(node) if child.type.endswith("variable_declaration")), None)
    if declared is None:
        return []
    value = _value_of(node, reading)
    if declared.type == "multi_variable_declaration":
        taken = (one for one in items(declared) if one.type == "variable_declaration")
        named = (first(one) for one in taken)
        return [reading.binding(reading.text(one), Hole(), node) for one in named if one is not None]
    name = first(declared)
    if name is None:
        return []
    return [reading.binding(reading.text(name), value, node, declared=type_of(declared, reading))]


def _value_of(node: Node, reading: Reading) -> Value:
    """What a property is: its value, what it is delegated to, or what its getter or its annotation gives."""
    parts = [child for child in items(node) if child.type not in _ABOUT]
    stated = next((child for child in parts if child.type not in (*_ACCESSORS, "receiver_type")), None)
    if stated is not None and stated.type == "property_delegate":
        return reading.value(first(stated))
    if stated is not None:
        return reading.value(stated)
    getter = next((child for child in parts if child.type == "getter"), None)
    body = None if getter is None else next((one for one in items(getter) if one.type == "function_body"), None)
    if body is not None:
        return reading.value(first(body)) if any(child.type == "=" for child in body.children) else Hole()
    return injecting_annotation(annotations_of(node, reading)) or Hole()


def _constructor(node: Node, reading: Reading) -> list[Binding | Assignment]:
    """The properties that a constructor's parameters declare; others are known in the class's body, too."""
    constructor = reading.function(node)
    owner = reading.definitions[constructor.definition].parent if isinstance(constructor, Function) else MODULE
    if owner == MODULE:
        return []
    bound: list[Binding | Assignment] = []
    for one in items(node):
        name = next((child for child in items(one) if child.type == "simple_identifier"), None)
        if one.type == "class_parameter" and name is not None:
            value = Name(reading.text(name), name.start_byte, name.end_byte)
            bound.append(reading.binding(value.name, value, one, scope=owner, declared=type_of(one, reading)))
    return bound


def _super_call(node: Node, reading: Reading) -> list[Binding | Assignment]:
    """`class Orders(base: String) : Client(base)`"""
    constructor = reading.function(primary_constructor(node) or node)
    if not isinstance(constructor, Function):
        return []
    called = Call(Super(), tuple(call_arguments(node, reading)), False, node.start_byte, node.end_byte)
    return [reading.binding(SUPER_CALL, called, node, scope=constructor.definition)]


def _delegation(node: Node, reading: Reading) -> list[Binding | Assignment]:
    """`constructor() : this("/users")`"""
    is_own = node.children[0].type == "this"
    callee = This() if is_own else Super()
    called = Call(callee, tuple(call_arguments(node, reading)), False, node.start_byte, node.end_byte)
    return [reading.binding(THIS_CALL if is_own else SUPER_CALL, called, node)]


def _enum_entry(node: Node, reading: Reading) -> list[Binding | Assignment]:
    name = first(node)
    enum = None if node.parent is None else node.parent.parent
    body = next((child for child in items(node) if child.type == "class_body"), None)
    own = Hole() if body is None else reading.function(body)
    made = own if isinstance(own, Function) else Hole() if enum is None else reading.function(enum)
    if name is None or isinstance(made, Hole):
        return []
    value = Call(made, tuple(call_arguments(node, reading)), True, node.start_byte, node.end_byte)
    return [reading.binding(reading.text(name), value, node)]


def _loop(node: Node, reading: Reading) -> list[Binding | Assignment]:
    """`for (path in paths)`"""
    parts = items(node)
    declared = next((child for child in parts if child.type == "variable_declaration"), None)
    name = None if declared is None else first(declared)
    if declared is None or name is None or len(parts) < 2:
        return []
    item = Element(reading.value(parts[parts.index(declared) + 1]), Hole())
    return [reading.binding(reading.text(name), item, node, start=parts[-1].start_byte)]


def _each_item(node: Node, reading: Reading) -> list[Binding | Assignment]:
    """`paths.forEach { path -> … }`"""
    called, suffix = first(node), final(node)
    taker = None if suffix is None else final(suffix)
    written = None if taker is None else final(taker)
    function = Hole() if written is None else reading.function(written)
    if called is None or called.type != "navigation_expression" or not isinstance(function, Function):
        return []
    if written is None or reading.text(called).rpartition(".")[2] not in ("forEach", "map", "onEach", "flatMap"):
        return []
    item = Element(reading.value(first(called)), Hole())
    taken = reading.definitions[function.definition].parameters[:1]
    start = written.start_byte
    return [reading.binding(one.name, item, written, scope=function.definition, start=start) for one in taken]


def _call(node: Node, reading: Reading) -> list[Binding | Assignment]:
    return _each_item(node, reading) or lengthen_text(node, reading)


def _alias(node: Node, reading: Reading) -> list[Binding | Assignment]:
    name, kind = first(node), final(node)
    if name is None or kind is None or kind.type != "user_type":
        return []
    return [reading.binding(reading.text(name), reading.value(kind), node, start=0)]


def _assignment(node: Node, reading: Reading) -> list[Binding | Assignment]:
    left, right = first(node), final(node)
    if left is None or right is None:
        return []
    value = reading.value(right) if operator(node) == "=" else augmented_value(node, reading)
    return assign(left, reading.value(left), value, node, reading)


BINDINGS: Binders = {
    "property_declaration": _property,
    "primary_constructor": _constructor,
    "constructor_invocation": _super_call,
    "constructor_delegation_call": _delegation,
    "enum_entry": _enum_entry,
    "for_statement": _loop,
    "call_expression": _call,
    "type_alias": _alias,
    "assignment": _assignment,
}
