"""What the declarations of C and C++ say."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from seamark.extract.facts import Hole, Value
from seamark.extract.language import Control, Declarations, Expressions, Introduction, Language, Unparsed, query
from seamark.extract.nodes import items
from seamark.extract.steps import steps_of

from . import definitions, namespaces
from .bindings import assignments, variables
from .guards.conditions import BRANCHES, conditions_of_arm, count_call, result
from .notes import OfVariables
from .outline import outline, preamble
from .preprocessor.macros import mend_tree
from .values import LINKS, VALUES

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading


_BINDINGS = {
    "declaration": variables.declaration,
    "field_declaration": variables.declaration,
    "enumerator": variables.enumerator,
    "type_definition": variables.typedef,
    "preproc_def": variables.define,
    "for_range_loop": variables.range_loop,
    "for_statement": variables.loop,
    "alias_declaration": variables.alias,
    "namespace_definition": namespaces.namespace,
    "namespace_alias_definition": namespaces.namespace_alias,
    "using_declaration": namespaces.using_bindings,
    "field_initializer_list": assignments.initializers,
    "assignment_expression": assignments.assignment,
    "update_expression": assignments.increments,
    "call_expression": assignments.assignments_by_call,
    "expression_statement": assignments.assignments_by_stream,
}


def _returned_value(node: Node, reading: Reading) -> Value:
    expressions = items(node)
    return result(expressions[-1], reading) if expressions else Hole()


MAX_QUALIFIED = 3
"""By how many namespaces and classes a type may be qualified, a function by one more: queries must say how many."""


def _qualified_pattern(name: str, template: str) -> str:
    """The pattern of a name that is called, of a template of it, and of both where they are qualified."""
    pattern = bare = f"({name}) @callee ({template} name: (_) @callee)"
    for _ in range(MAX_QUALIFIED):
        pattern = f"{bare} (qualified_identifier name: [{pattern}])"
    return pattern


_FUNCTION = _qualified_pattern("identifier", "template_function")
_TYPE = _qualified_pattern("type_identifier", "template_type")


def _language(name: str, dialects: tuple[str, ...], *queries: str) -> Language:
    text = query(__package__, *queries).replace("$function", _FUNCTION).replace("$type", _TYPE)
    return Language(
        name,
        dict.fromkeys(dialects, text),
        Declarations(
            definitions.read_declaration, _BINDINGS, _returned_value, namespaces.include_bindings, span=definitions.span
        ),
        Expressions(VALUES, LINKS, count_call),
        Control(conditions_of_arm, steps=partial(steps_of, BRANCHES)),
        Unparsed(outline, preamble=preamble),
        mend_tree,
        OfVariables,
        Introduction(apart=frozenset(("attribute_declaration",)), around=frozenset(("template_declaration",))),
    )


C = _language("c", ("c", "c header"), "declarations")

CPP = _language("cpp", ("cpp", "header"), "declarations", "cpp")
