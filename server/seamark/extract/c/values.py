"""What the expressions of C and C++ say.

A pointer or reference to something, smart ones included, is that thing.
"""

from __future__ import annotations

from seamark.extract.expressions import conditional, function, inner, name, signed_number, this, value_of
from seamark.extract.language import Readers

from . import calls, literals, names, operators
from .bindings import constructed

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
    "unary_expression": signed_number,
    "conditional_expression": conditional(None),
    "parenthesized_expression": inner,
    "pointer_expression": names.pointer_value,
    "cast_expression": value_of("value"),
    "comma_expression": value_of("right"),
    "assignment_expression": calls.assigned,
    "co_await_expression": value_of("argument"),
    "type_descriptor": value_of("type"),
    "qualified_identifier": names.qualified_name,
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
    "lambda_expression": function,
    "this": this,
}
