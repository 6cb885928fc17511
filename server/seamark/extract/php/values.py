"""What PHP's expressions and types say."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from seamark.extract.expressions import (
    augmented_value,
    by_sign,
    concatenation,
    conditional,
    fallback,
    function,
    inner,
    last,
    named_flags,
    one_of,
    signed_number,
    value_of,
)
from seamark.extract.facts import (
    Choice,
    Element,
    Entry,
    Hole,
    Import,
    List,
    Literal,
    Name,
    Object,
    Scalar,
    Value,
    stated_entry,
)
from seamark.extract.language import Readers
from seamark.extract.nodes import items

from . import calls, literals, members, names, required
from .conditions import CONDITIONS

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
            value = reading.value(parts[-1])
            named = None if isinstance(stated, Scalar) else stated
            yield True, stated_entry(stated, value) if isinstance(stated, Literal) else Entry(key, value, named)
        else:
            yield False, Entry("", reading.value(parts[0]))


def _key(value: Value) -> str:
    """The key that a value is; a constant goes by its name, unless it is one of a class, or the class itself."""
    if isinstance(value, Literal | Scalar):
        return value.text
    return value.name if isinstance(value, Name) and not value.name.startswith("$") else ""


def _concatenation_or_file(node: Node, reading: Reading) -> Value:
    """`a . b . c`, which can be the name of a file beside this one."""
    whole = concatenation(node, reading)
    path = required.module(whole)
    return whole if path is None else Import(path, "")


def _match(node: Node, reading: Reading) -> Value:
    arms = (arm.child_by_field_name("return_expression") for arm in items(node.child_by_field_name("body")))
    return one_of(filter(None, arms), reading)


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
    "qualified_name": names.qualified_name,
    "relative_name": names.qualified_name,
    "variable_name": names.variable,
    "dynamic_variable_name": names.dynamic_variable,
    "relative_scope": names.relative,
    "integer": literals.integer,
    "float": literals.integer,
    "boolean": literals.word,
    "null": literals.word,
    "string": literals.string,
    "encapsed_string": literals.encapsed_text,
    "heredoc": literals.heredoc,
    "nowdoc": literals.heredoc,
    "binary_expression": by_sign({".": _concatenation_or_file, "??": fallback, "|": named_flags}),
    "conditional_expression": conditional(CONDITIONS, "body"),
    "match_expression": _match,
    "unary_op_expression": signed_number,
    "assignment_expression": value_of("right"),
    "reference_assignment_expression": value_of("right"),
    "augmented_assignment_expression": partial(augmented_value, adding=".="),
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
    "anonymous_function": function,
    "arrow_function": function,
    "anonymous_class": function,
    "function_definition": function,
    "class_declaration": function,
    "interface_declaration": function,
    "trait_declaration": function,
    "enum_declaration": function,
    # Types.
    "named_type": inner,
    "optional_type": inner,
    "union_type": _alternatives,
    "intersection_type": _alternatives,
    "disjunctive_normal_form_type": _alternatives,
}
