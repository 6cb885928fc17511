"""Functions, methods, classes and types: what their syntax says of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from seamark.extract.facts import UNDEFINED, Name, Parameter, Value
from seamark.extract.language import DefinitionSyntax
from seamark.extract.nodes import items, part

from .decorators import CLASSES, decorator_value, decorators_of
from .inferred_names import name_in_place, stated_key
from .prototypes import BODY, CONSTRUCTOR, class_of, makes_objects, property_name

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading

METHODS = ("method_definition", "method_signature", "abstract_method_signature")
TYPES = ("interface_declaration", "enum_declaration", "type_alias_declaration")


def read_declaration(node: Node, reading: Reading) -> DefinitionSyntax:
    """What the syntax of a definition says of it."""
    if node.type == BODY:
        taken = () if node.parent is None else _parameters(node.parent, reading)
        return DefinitionSyntax("method", called=CONSTRUCTOR, parameters=taken)
    if makes_objects(node, reading):
        return DefinitionSyntax("class", node.child_by_field_name("name") or name_in_place(node, reading)[0])
    if node.type in CLASSES or node.type in TYPES:
        return DefinitionSyntax(
            "class",
            node.child_by_field_name("name") or name_in_place(node, reading)[0],
            decorators=tuple(decorator_value(decorator, reading) for decorator in decorators_of(node, reading)),
            bases=_bases(node, reading),
            abstract=node.type == "abstract_class_declaration",
        )
    body = node.child_by_field_name("body") if node.type == "arrow_function" else None
    return_type = node.child_by_field_name("return_type")
    name, kind = node.child_by_field_name("name"), "function"
    decorators: list[Value] = []
    static = False
    if node.type in METHODS:
        name, kind = stated_key(name), "method"
        decorators = [decorator_value(decorator, reading) for decorator in decorators_of(node, reading)]
        for child in node.children:
            if child.type == "get":
                decorators.append(Name("property", child.start_byte, child.end_byte))
            static = static or child.type == "static"
    elif name is None:
        name, kind, static = name_in_place(node, reading)
    receiver = None if name is None or node.type == "arrow_function" else class_of(node, reading)
    property_, is_accessor = property_name(node, reading) if receiver is not None else (None, False)
    if is_accessor and name is not None:
        is_getter, name = reading.text(name) == "get", property_
        decorators += [Name("property", node.start_byte, node.start_byte)] if is_getter else []
    return DefinitionSyntax(
        "method" if receiver is not None else kind,
        name,
        _parameters(node, reading),
        tuple(decorators),
        receiver=receiver,
        returns=() if body is None or body.type == "statement_block" else (reading.value(body),),
        return_type=None if return_type is None else reading.value(return_type),
        static=static,
        hidden=any(c.type == "accessibility_modifier" and reading.text(c) in _HIDDEN for c in node.children),
    )


_HIDDEN = ("private", "protected")


def _bases(node: Node, reading: Reading) -> tuple[Value, ...]:
    bases: list[Value] = []
    for child in node.named_children:
        clauses = items(child) if child.type == "class_heritage" else [child]
        for clause in clauses:
            if clause.type == "extends_clause":
                bases += [reading.value(base) for base in clause.children_by_field_name("value")]
            elif clause.type in ("implements_clause", "extends_type_clause"):
                bases += [reading.value(base) for base in items(clause)]
            elif child.type == "class_heritage":
                bases.append(reading.value(clause))
    return tuple(bases)


def _parameters(function: Node, reading: Reading) -> tuple[Parameter, ...]:
    single = function.child_by_field_name("parameter")
    if single is not None:
        return (Parameter(reading.text(single), "plain", None, None),)
    listed = each_parameter(function.child_by_field_name("parameters"))
    return tuple(
        Parameter(
            reading.text(pattern) if pattern.type == "identifier" else f"#{index}",
            kind,
            None if type_node is None else reading.value(type_node),
            _default(node, default, reading),
        )
        for index, (node, pattern, kind, type_node, default) in enumerate(listed)
    )


def _default(parameter: Node, stated: Node | None, reading: Reading) -> Value | None:
    """What a parameter is where nothing is given for it: its default, else what its decorator injects."""
    if stated is not None:
        return reading.value(stated)
    decorator = parameter.child_by_field_name("decorator")
    if decorator is None and parameter.type == "optional_parameter":
        return UNDEFINED
    return None if decorator is None else decorator_value(decorator, reading)


def each_parameter(parameters: Node | None) -> Iterator[tuple[Node, Node, str, Node | None, Node | None]]:
    """Each parameter's node, pattern, kind, type and default."""
    for child in items(parameters):
        pattern, type_node, default = child, None, None
        if child.type in ("required_parameter", "optional_parameter"):
            pattern = part(child, "pattern")
            if pattern.type == "this":
                continue
            type_node, default = child.child_by_field_name("type"), child.child_by_field_name("value")
        elif child.type == "assignment_pattern":
            pattern, default = part(child, "left"), part(child, "right")
        elif child.type == "ERROR":
            continue
        kind = "plain"
        if pattern.type == "rest_pattern":
            inner = items(pattern)
            pattern, kind = inner[0] if inner else pattern, "rest"
        yield child, pattern, kind, type_node, default
