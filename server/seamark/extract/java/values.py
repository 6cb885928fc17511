"""What expressions and types say in Java."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seamark.extract.expressions import (
    arguments,
    by_sign,
    conditional,
    element_of,
    function,
    inner,
    last,
    list_value,
    name,
    named_flags,
    one_of,
    plain_number,
    scalar,
    signed_number,
    super_object,
    text_sum,
    this,
    value_of,
)
from seamark.extract.facts import Argument, Element, Function, Hole, List, Member, Super, This, Value
from seamark.extract.language import Readers, call_of
from seamark.extract.nodes import first, items, part
from seamark.extract.qualified_names import qualified_name

from .conditions import CONDITIONS
from .texts import string

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading

_STATEMENTS = ("block", "throw_statement")
_WRITTEN = ("identifier", "field_access")


def _dotted_name(node: Node, reading: Reading) -> Value:
    """`Outer.Inner`, `java.net.URI`"""
    parts = items(node)
    if len(parts) != 2:
        return Hole()
    return qualified_name(reading.text(parts[0]), reading.value(parts[0]), parts[1], reading)


def _field(node: Node, reading: Reading) -> Value:
    """`a.b`, `this.b`, `java.net.URI`, and `Outer.this`"""
    named = part(node, "field")
    return This() if named.type == "this" else _member(part(node, "object"), named, reading)


def _call(node: Node, reading: Reading) -> Value:
    """`f(…)`, `a.f(…)`"""
    of, method = node.child_by_field_name("object"), part(node, "name")
    callee = name(method, reading) if of is None else _member(of, method, reading)
    return call_of(callee, arguments(items(node.child_by_field_name("arguments")), reading), node)


def _member(of: Node, named: Node, reading: Reading) -> Value:
    return qualified_name(reading.text(of) if of.type in _WRITTEN else "", reading.value(of), named, reading)


def _method_reference(node: Node, reading: Reading) -> Value:
    """`this::show`, `Users::show`; `Users::new` stands for the class."""
    parts = items(node)
    of = reading.value(parts[0]) if parts else Hole()
    if len(parts) < 2:
        return of
    return Member(of, reading.text(parts[-1]), parts[-1].start_byte, parts[-1].end_byte)


def _creation(node: Node, reading: Reading) -> Value:
    """`new A(…)`, also of a class that is written in place."""
    body = next((child for child in node.named_children if child.type == "class_body"), None)
    kind = reading.value(node.child_by_field_name("type"))
    made = kind if body is None else reading.function(body)
    given = arguments(items(node.child_by_field_name("arguments")), reading)
    return call_of(kind if isinstance(made, Hole) else made, given, node, new=True)


def constructor_call(node: Node, reading: Reading) -> Value:
    """`super(…)`"""
    if part(node, "constructor").type != "super":
        return Hole()
    return call_of(Super(), arguments(items(node.child_by_field_name("arguments")), reading), node)


def enum_constant(node: Node, reading: Reading) -> Value:
    """`RED("/red")`, an object of the enum, or of a class that is written in place."""
    enum: Node | None = node
    while enum is not None and enum.type != "enum_declaration":
        enum = enum.parent
    made: Value = Hole() if enum is None else reading.function(enum)
    body = node.child_by_field_name("body")
    of_own = Hole() if body is None else reading.function(body)
    if isinstance(of_own, Function):
        made = of_own
    return call_of(made, arguments(items(node.child_by_field_name("arguments")), reading), node, new=True)


def annotation(node: Node, reading: Reading) -> Value:
    """`@Get`, `@Get("/users")`, `@Get(path = "/users")`"""
    given: list[Argument] = []
    for child in items(node.child_by_field_name("arguments")):
        if child.type == "element_value_pair":
            given.append(Argument(reading.text(part(child, "key")), reading.value(part(child, "value"))))
        elif child.type != "ERROR":
            given.append(Argument("", reading.value(child)))
    return call_of(reading.value(node.child_by_field_name("name")), given, node)


def _generic(node: Node, reading: Reading) -> Value:
    """`List<String>`"""
    parts = items(node)
    if not parts or parts[-1].type != "type_arguments":
        return reading.value(first(node))
    keys = tuple(map(reading.value, items(parts[-1])))
    of = reading.value(parts[0])
    if len(keys) == 1:
        return Element(of, keys[0])
    return Element(of, List(keys, parts[-1].start_byte, parts[-1].end_byte)) if keys else of


def _switch(node: Node, reading: Reading) -> Value:
    """`switch (a) { case "x" -> "/x"; default -> "/y"; }`"""
    rules = [rule for rule in items(node.child_by_field_name("body")) if rule.type == "switch_rule"]
    given = [part for rule in rules for part in items(rule)[-1:] if part.type not in _STATEMENTS]
    return one_of(given, reading)


LINKS = {"method_invocation": "object", "field_access": "object"}

VALUES: Readers = {
    "identifier": name,
    "type_identifier": name,
    "integral_type": name,
    "floating_point_type": name,
    "boolean_type": name,
    "scoped_identifier": _dotted_name,
    "scoped_type_identifier": _dotted_name,
    "generic_type": _generic,
    "annotated_type": last,
    "this": this,
    "super": super_object,
    "string_literal": string,
    "character_literal": string,
    "decimal_integer_literal": plain_number,
    "decimal_floating_point_literal": plain_number,
    "hex_integer_literal": scalar,
    "true": scalar,
    "false": scalar,
    "null_literal": scalar,
    "binary_expression": by_sign({"+": text_sum, "|": named_flags}),
    "unary_expression": signed_number,
    "parenthesized_expression": inner,
    "expression_statement": inner,
    "cast_expression": value_of("value"),
    "ternary_expression": conditional(CONDITIONS),
    "assignment_expression": value_of("right"),
    "switch_expression": _switch,
    "field_access": _field,
    "array_access": element_of("array", "index"),
    "class_literal": inner,
    "method_invocation": _call,
    "method_reference": _method_reference,
    "object_creation_expression": _creation,
    "annotation": annotation,
    "marker_annotation": annotation,
    "array_initializer": list_value,
    "element_value_array_initializer": list_value,
    "array_creation_expression": value_of("value"),
    "lambda_expression": function,
}
