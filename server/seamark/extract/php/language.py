"""What PHP's declarations say."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from seamark.extract.callee_patterns import ARROW, ATTRIBUTE, BASES, NEW, RENAMED, REQUIRED, TRAIT, callees
from seamark.extract.facts import Choice, Hole, Parameter, Scalar, Value
from seamark.extract.language import (
    Control,
    Declarations,
    DefinitionSyntax,
    Expressions,
    Introduction,
    Language,
    Unparsed,
    query,
)
from seamark.extract.nodes import before, items, part
from seamark.extract.steps import steps_of

from .bindings import BINDINGS, type_of
from .conditions import BRANCHES
from .doc_comments.comments import annotations_before
from .modules import exports, imports, returned_value
from .names import CLASSES
from .required import preamble
from .values import LINKS, VALUES

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading


def _read_declaration(node: Node, reading: Reading) -> DefinitionSyntax:
    name = node.child_by_field_name("name")
    decorators = tuple(_decorators(node, reading)) if node.type in _DECORATED else ()
    if node.type in CLASSES:
        abstract = any(child.type == "abstract_modifier" for child in node.children)
        return DefinitionSyntax(
            "class", name, decorators=decorators, bases=tuple(_bases(node, reading)), abstract=abstract
        )
    body = node.child_by_field_name("body")
    in_place = body is not None and body.type != "compound_statement"
    return DefinitionSyntax(
        "method" if node.type in ("method_declaration", "property_hook") else "function",
        name if name is not None or node.type == "property_hook" else _name_in_place(node, reading),
        tuple(_parameters(node.child_by_field_name("parameters"), reading)),
        decorators,
        returns=(reading.value(body),) if in_place else (),
        return_type=type_of(node.child_by_field_name("return_type"), reading),
        static=node.type == "method_declaration" and any(child.type == "static_modifier" for child in node.children),
        hidden=any(child.type == "visibility_modifier" and reading.text(child) in _HIDDEN for child in node.children),
        abstract=node.type == "method_declaration" and body is None,
    )


_HIDDEN = ("private", "protected")
_DECORATED = (*CLASSES, "method_declaration", "function_definition")


def _decorators(node: Node, reading: Reading) -> Iterator[Value]:
    """Annotations and attributes."""
    yield from annotations_before(node, reading)
    for group in items(node.child_by_field_name("attributes")):
        yield from (reading.value(attribute) for attribute in items(group))


def _bases(node: Node, reading: Reading) -> Iterator[Value]:
    """The class that is extended, the traits that are used, the interfaces."""
    interfaces: list[Value] = []
    for child in node.named_children:
        if child.type == "base_clause":
            yield from map(reading.value, items(child))
        elif child.type == "class_interface_clause":
            interfaces += map(reading.value, items(child))
        elif child.type in ("declaration_list", "enum_declaration_list"):
            for member in child.named_children:
                if member.type == "use_declaration":
                    yield from (reading.value(used) for used in items(member) if used.type != "use_list")
    yield from interfaces


def _name_in_place(node: Node, reading: Reading) -> Node | None:
    """The name that a nameless function is given where it stands."""
    if before(node, reading.data) not in b"=>":
        return None
    parent = reading.parent(node)
    if parent is None:
        return None
    if parent.type == "assignment_expression":
        left = part(parent, "left")
        if left.type == "variable_name":
            return left
        return left.child_by_field_name("name") if left.type == "member_access_expression" else None
    inner = items(parent)
    if parent.type == "array_element_initializer" and len(inner) == 2 and inner[0].type == "string":
        content = items(inner[0])
        return content[0] if len(content) == 1 else None
    return None


_OR_NULL = Choice((Hole(), Scalar("null")))
"""The type of a parameter of which nothing is known but that it may be null."""


def _may_be_null(kind: Node | None, reading: Reading) -> bool:
    written = "" if kind is None else reading.text(kind)
    return written.startswith("?") or "null" in written.lower().split("|")


def _parameters(listed: Node | None, reading: Reading) -> Iterator[Parameter]:
    for node in items(listed):
        name = node.child_by_field_name("name")
        if name is None:
            continue
        default, kind = node.child_by_field_name("default_value"), node.child_by_field_name("type")
        yield Parameter(
            reading.text(name).lstrip("&. "),
            "rest" if node.type == "variadic_parameter" else "plain",
            type_of(kind, reading) or (_OR_NULL if default is None and _may_be_null(kind, reading) else None),
            None if default is None else reading.value(default),
        )


PHP = Language(
    "php",
    {"php": query(__package__, "declarations")},
    Declarations(_read_declaration, BINDINGS, returned_value, imports, exports),
    Expressions(VALUES, LINKS),
    Control(BRANCHES.conditions_of_arm, BRANCHES.after, partial(steps_of, BRANCHES)),
    Unparsed(callees=callees([RENAMED], [ATTRIBUTE, BASES, NEW, REQUIRED, TRAIT], ARROW), preamble=preamble),
    introduction=Introduction(apart=frozenset(("attribute_list",))),
)
