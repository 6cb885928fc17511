"""What the expressions of C and C++ say.

A pointer or reference to something, smart ones included, is that thing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from seamark.extract.facts import Hole, This, Value
from seamark.extract.language import Readers
from seamark.extract.nodes import inner, name

from . import calls, literals, names, operators
from .bindings import constructed

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading


def _field_value(*fields: str) -> Callable[[Node, Reading], Value]:
    def read(node: Node, reading: Reading) -> Value:
        return next(
            (reading.value(found) for f in fields if (found := node.child_by_field_name(f)) is not None), Hole()
        )

    return read


def _function(node: Node, reading: Reading) -> Value:
    return reading.function(node)


def _this(_node: Node, _reading: Reading) -> Value:
    return This()


LINKS = {"call_expression": "function", "field_expression": "argument"}

VALUES: Readers = {
    "identifier": literals.identifier,
    "field_identifier": name,
    "type_identifier": name,
    "namespace_identifier": name,
    "primitive_type": name,
    "sized_type_specifier": name,
    "string_literal": literals.string,
    "char_literal": literals.character,
    "raw_string_literal": literals.raw_string,
    "concatenated_string": literals.adjacent,
    "user_defined_literal": inner,
    "number_literal": literals.numeral,
    "true": literals.boolean,
    "false": literals.boolean,
    "null": literals.null,
    "binary_expression": operators.binary,
    "unary_expression": operators.unary,
    "conditional_expression": operators.conditional,
    "parenthesized_expression": inner,
    "pointer_expression": names.pointed,
    "cast_expression": _field_value("value"),
    "comma_expression": _field_value("right"),
    "assignment_expression": _field_value("right"),
    "co_await_expression": _field_value("argument"),
    "type_descriptor": _field_value("type"),
    "qualified_identifier": names.qualified,
    "template_type": names.template,
    "template_function": names.template,
    "dependent_type": inner,
    "struct_specifier": names.struct,
    "union_specifier": names.struct,
    "class_specifier": names.struct,
    "enum_specifier": names.struct,
    "field_expression": names.field,
    "subscript_expression": names.subscript,
    "call_expression": calls.call,
    "new_expression": constructed.new,
    "compound_literal_expression": constructed.compound,
    "init_declarator": constructed.declarator,
    "initializer_list": constructed.braces,
    "lambda_expression": _function,
    "this": _this,
}
