"""What PHP's expressions and types say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from seamark.extract.facts import Choice, Element, Entry, Hole, List, Literal, Name, Object, Scalar, Value
from seamark.extract.language import Readers
from seamark.extract.nodes import inner, items, last

from . import calls, literals, members, names, operators, required

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading


def _array(node: Node, reading: Reading) -> Value:
    """An array with a key is an object; what has no key of its own there has an empty one."""
    elements = [child for child in items(node) if child.type == "array_element_initializer"]
    read = list(_elements(elements, reading))
    if any(keyed for keyed, _ in read):
        return Object(tuple(entry for _, entry in read), node.start_byte, node.end_byte)
    values = tuple(Element(one.value, Hole()) if one.key == "..." else one.value for _, one in read)
    return List(values, node.start_byte, node.end_byte)


def _elements(elements: list[Node], reading: Reading) -> Iterator[tuple[bool, Entry]]:
    """Each element of an array, and whether it states a key."""
    for element in elements:
        parts = items(element)
        if not parts:
            continue
        if parts[0].type == "variadic_unpacking":
            yield False, Entry("...", inner(parts[0], reading))
        elif len(parts) > 1:
            stated = reading.value(parts[0])
            key = _key(stated)
            yield True, Entry(key, reading.value(parts[-1]), None if isinstance(stated, Literal | Scalar) else stated)
        else:
            yield False, Entry("", reading.value(parts[0]))


def _key(value: Value) -> str:
    """The key that a value is; a constant goes by its name, unless it is one of a class, or the class itself."""
    if isinstance(value, Literal | Scalar):
        return value.text
    return value.name if isinstance(value, Name) and not value.name.startswith("$") else ""


def _function(node: Node, reading: Reading) -> Value:
    return reading.function(node)


def _alternatives(node: Node, reading: Reading) -> Value:
    """`A|B`, `A&B`: what has what any of its parts has."""
    options = tuple(reading.value(child) for child in items(node) if child.type != "primitive_type")
    return options[0] if len(options) == 1 else Choice(options) if options else Hole()


LINKS = {
    "member_call_expression": "object",
    "nullsafe_member_call_expression": "object",
    "member_access_expression": "object",
    "nullsafe_member_access_expression": "object",
    "scoped_call_expression": "scope",
}

VALUES: Readers = {
    "name": names.name,
    "qualified_name": names.qualified,
    "relative_name": names.qualified,
    "variable_name": names.variable,
    "dynamic_variable_name": names.dynamic_variable,
    "relative_scope": names.relative,
    "integer": literals.integer,
    "float": literals.integer,
    "boolean": literals.word,
    "null": literals.word,
    "string": literals.string,
    "encapsed_string": literals.encapsed,
    "heredoc": literals.heredoc,
    "nowdoc": literals.heredoc,
    "binary_expression": operators.binary,
    "conditional_expression": operators.conditional,
    "match_expression": operators.match,
    "unary_op_expression": operators.unary,
    "assignment_expression": operators.assigned,
    "reference_assignment_expression": operators.assigned,
    "augmented_assignment_expression": operators.augmented,
    "member_access_expression": members.of_object,
    "nullsafe_member_access_expression": members.of_object,
    "scoped_property_access_expression": members.of_class,
    "class_constant_access_expression": members.constant,
    "subscript_expression": members.subscript,
    "function_call_expression": calls.call,
    "member_call_expression": calls.method_call,
    "nullsafe_member_call_expression": calls.method_call,
    "scoped_call_expression": calls.method_call,
    "object_creation_expression": calls.new,
    "attribute": calls.attribute,
    **dict.fromkeys(required.REQUIRING, required.require),
    "expression_statement": required.statement,
    "array_creation_expression": _array,
    "array_element_initializer": last,
    "parenthesized_expression": inner,
    "cast_expression": last,
    "clone_expression": inner,
    "error_suppression_expression": inner,
    "by_ref": inner,
    "anonymous_function": _function,
    "arrow_function": _function,
    "anonymous_class": _function,
    "function_definition": _function,
    "class_declaration": _function,
    "interface_declaration": _function,
    "trait_declaration": _function,
    "enum_declaration": _function,
    # Types.
    "named_type": inner,
    "optional_type": inner,
    "union_type": _alternatives,
    "intersection_type": _alternatives,
    "disjunctive_normal_form_type": _alternatives,
}
