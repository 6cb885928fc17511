"""Classes, methods and lambdas: what their syntax says of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from seamark.extract.facts import Call, Hole, Parameter, Value
from seamark.extract.language import DefinitionSyntax
from seamark.extract.nodes import items

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading

_CLASSES = (
    "class_declaration",
    "interface_declaration",
    "enum_declaration",
    "record_declaration",
    "annotation_type_declaration",
)
_HERITAGE = ("superclass", "super_interfaces", "extends_interfaces")
_ANNOTATIONS = ("annotation", "marker_annotation")
_HIDDEN = ("private", "protected")
_SETTING = ("constructor_declaration", "block")
"""What in a class's body may set its fields."""


def read_declaration(node: Node, reading: Reading) -> DefinitionSyntax:
    """What the syntax of a definition says of it."""
    name, words = node.child_by_field_name("name"), modifiers(node)
    if node.type in _CLASSES:
        return DefinitionSyntax(
            "class",
            name,
            decorators=annotations_of(node, reading),
            bases=tuple(_bases(node, reading)),
            abstract="abstract" in words or node.type == "interface_declaration",
        )
    if node.type == "class_body":
        return DefinitionSyntax("class", bases=_extended_in_place(node, reading))
    if node.type == "formal_parameters":
        return _unwritten_constructor(node.parent, items(node), reading)
    if node.type == "{":
        class_ = None if node.parent is None else node.parent.parent
        return _unwritten_constructor(class_, fields_left_to_constructor(node), reading)
    body = node.child_by_field_name("body")
    if node.type == "lambda_expression":
        given = () if body is None or body.type == "block" else (reading.value(body),)
        return DefinitionSyntax("function", parameters=_parameters(node, reading), returns=given)
    default = node.child_by_field_name("value")
    return DefinitionSyntax(
        "method",
        name,
        _parameters(node, reading),
        annotations_of(node, reading),
        returns=() if default is None else (reading.value(default),),
        return_type=type_of(node, reading),
        static="static" in words,
        hidden=any(word in _HIDDEN for word in words),
        abstract=body is None,
    )


def modifiers(node: Node) -> tuple[str, ...]:
    """The words before a declaration."""
    return tuple(word.type for child in node.children if child.type == "modifiers" for word in child.children)


def annotations_of(node: Node, reading: Reading) -> tuple[Value, ...]:
    """The annotations before a declaration."""
    listed = (child for child in node.children if child.type == "modifiers")
    return tuple(reading.value(one) for child in listed for one in child.named_children if one.type in _ANNOTATIONS)


def injecting_annotation(node: Node, reading: Reading) -> Value | None:
    """What an annotation may give to what it stands before: of several one that says something itself."""
    found = [one for one in annotations_of(node, reading) if isinstance(one, Call)]
    return next((one for one in found if one.arguments), found[0] if found else None)


def type_of(node: Node, reading: Reading) -> Value | None:
    """The type that is declared, if it is."""
    stated = node.child_by_field_name("type")
    kind = reading.value(stated)
    return None if stated is None or isinstance(kind, Hole) or stated.text == b"var" else kind


def _bases(node: Node, reading: Reading) -> Iterator[Value]:
    for clause in items(node):
        if clause.type in _HERITAGE:
            for one in items(clause):
                yield from map(reading.value, items(one) if one.type == "type_list" else [one])


def _extended_in_place(body: Node, reading: Reading) -> tuple[Value, ...]:
    """What a class inherits from that is written in place: the class that is made, or the enum."""
    maker = body.parent
    if maker is None:
        return ()
    if maker.type == "object_creation_expression":
        return (reading.value(maker.child_by_field_name("type")),)
    enum = None if maker.parent is None else maker.parent.parent
    return () if enum is None else (reading.function(enum),)


def _unwritten_constructor(class_: Node | None, fields: list[Node], reading: Reading) -> DefinitionSyntax:
    """The constructor that takes the fields of a record, or of a class whose annotations have one made, in order."""
    name = None if class_ is None else class_.child_by_field_name("name")
    called = "" if name is None else reading.text(name)
    return DefinitionSyntax("method", called=called, parameters=tuple(_each(fields, reading)))


def defines_nothing(node: Node, _reading: Reading) -> bool:
    """Whether the begin of a class's body stands for no constructor: one is written, or none is needed."""
    return node.type == "{" and not fields_left_to_constructor(node)


def fields_left_to_constructor(begin: Node) -> list[Node]:
    """The final fields that are given nothing, of a class without a constructor: without one it would not compile.

    So its annotations have one made, as Lombok does. They are given by their declarators: `final String base, path;`.
    """
    members = items(begin.parent)
    if any(one.type in _SETTING for one in members):
        return []
    final = (one for one in members if one.type == "field_declaration" and _is_final(one))
    declared = (declarator for one in final for declarator in one.children_by_field_name("declarator"))
    return [one for one in declared if one.child_by_field_name("value") is None]


def _is_final(field: Node) -> bool:
    words = modifiers(field)
    return "final" in words and "static" not in words


def declaration(declared: Node) -> Node:
    """What declares a parameter or a field: a field's declaration has a declarator for each."""
    return declared.parent or declared if declared.type == "variable_declarator" else declared


def _parameters(node: Node, reading: Reading) -> tuple[Parameter, ...]:
    listed = node.child_by_field_name("parameters")
    if listed is not None and listed.type == "identifier":
        return (Parameter(reading.text(listed), "plain", None, None),)
    return tuple(_each(items(listed), reading))


def _each(listed: list[Node], reading: Reading) -> Iterator[Parameter]:
    for one in listed:
        if one.type == "identifier":
            yield Parameter(reading.text(one), "plain", None, None)
        elif one.type in ("formal_parameter", "variable_declarator"):
            stated = declaration(one)
            yield Parameter(
                _name(one, reading), "plain", type_of(stated, reading), injecting_annotation(stated, reading)
            )
        elif one.type == "spread_parameter":
            yield Parameter(_name(items(one)[-1], reading), "rest", None, None)


def _name(node: Node, reading: Reading) -> str:
    named = node.child_by_field_name("name")
    return "" if named is None else reading.text(named)
