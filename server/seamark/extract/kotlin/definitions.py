"""Classes, objects, functions and lambdas: what their syntax says of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from seamark.extract.facts import Call, Hole, Parameter, Value
from seamark.extract.language import DefinitionSyntax
from seamark.extract.nodes import first, items

from .values import annotations_in

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading

_CLASSES = ("class_declaration", "object_declaration")
_CONSTRUCTORS = ("primary_constructor", "secondary_constructor", "constructor_invocation")
_TYPES = ("user_type", "nullable_type", "function_type", "parenthesized_type", "not_nullable_type")
_MODIFIERS = ("modifiers", "parameter_modifiers")
_PARAMETERS = ("parameter", "parameter_modifiers")
_HIDDEN = ("private", "protected")
_ITSELF = "it"
"""What a lambda calls what it is given, if it names nothing."""


def read_declaration(node: Node, reading: Reading) -> DefinitionSyntax:
    """What the syntax of a definition says of it."""
    words = _words(node, reading)
    if node.type in _CLASSES:
        is_interface = any(child.type == "interface" for child in node.children)
        return DefinitionSyntax(
            "class",
            _child(node, "type_identifier"),
            decorators=annotations_of(node, reading),
            bases=tuple(_bases(node, reading)),
            abstract=is_interface or "abstract" in words,
        )
    if node.type == "object_literal":
        return DefinitionSyntax("class", bases=tuple(_bases(node, reading)))
    if node.type == "class_body":
        enum = None if node.parent is None or node.parent.parent is None else node.parent.parent.parent
        return DefinitionSyntax("class", bases=() if enum is None else (reading.function(enum),))
    if node.type in _CONSTRUCTORS:
        taken = node if node.type == "primary_constructor" else _child(node, "function_value_parameters")
        return DefinitionSyntax("method", called=_class_around(node, reading), parameters=tuple(_each(taken, reading)))
    if node.type == "lambda_literal":
        return _lambda(node, reading)
    return _function(node, words, reading)


def defines_nothing(node: Node, _reading: Reading) -> bool:
    """Whether a call of a base's constructor stands in one that is declared; else it stands for one."""
    return node.type == "constructor_invocation" and primary_constructor(node) is not None


def primary_constructor(inherited: Node) -> Node | None:
    """The constructor that is declared with the class which inherits from something."""
    return _child(None if inherited.parent is None else inherited.parent.parent, "primary_constructor")


def _lambda(node: Node, reading: Reading) -> DefinitionSyntax:
    """A lambda gives what its last statement says."""
    listed, body = _child(node, "lambda_parameters"), _child(node, "statements")
    taken: tuple[Parameter, ...] = (Parameter(_ITSELF, "plain", None, None),)
    if listed is not None:
        variables = (one for one in items(listed) if one.type == "variable_declaration")
        taken = tuple(Parameter(_name_of(one, reading), "plain", type_of(one, reading), None) for one in variables)
    return DefinitionSyntax("function", parameters=taken, returns=() if body is None else (reading.value(body),))


def _function(node: Node, words: tuple[str, ...], reading: Reading) -> DefinitionSyntax:
    body, receiver = _child(node, "function_body"), node.child_by_field_name("receiver")
    parameters = list(_each(_child(node, "function_value_parameters"), reading))
    if receiver is not None:
        parameters.insert(0, Parameter("this", "self", reading.value(receiver), None))
    in_class = node.parent is not None and node.parent.type in ("class_body", "enum_class_body")
    around = None if node.parent is None else node.parent.parent
    is_given = body is not None and any(child.type == "=" for child in body.children)
    return DefinitionSyntax(
        "method" if in_class and receiver is None else "function",
        _child(node, "simple_identifier"),
        tuple(parameters),
        annotations_of(node, reading),
        returns=(reading.value(first(body)),) if is_given else (),
        return_type=type_of(node, reading),
        static=in_class and around is not None and around.type in ("companion_object", "object_declaration"),
        hidden=any(word in _HIDDEN for word in words),
        abstract=in_class and body is None,
    )


def _child(node: Node | None, kind: str) -> Node | None:
    return next((child for child in items(node) if child.type == kind), None)


def _name_of(node: Node, reading: Reading) -> str:
    named = _child(node, "simple_identifier")
    return "" if named is None else reading.text(named)


def _words(node: Node, reading: Reading) -> tuple[str, ...]:
    listed = (child for child in node.children if child.type in _MODIFIERS)
    return tuple(reading.text(word) for child in listed for word in child.named_children if word.type != "annotation")


def annotations_of(node: Node, reading: Reading) -> tuple[Value, ...]:
    """The annotations before a declaration."""
    listed = (child for child in node.children if child.type in _MODIFIERS)
    return tuple(value for child in listed for value in annotations_in(child, reading))


def injecting_annotation(annotations: tuple[Value, ...]) -> Value | None:
    """What an annotation may give to what it stands before: of several one that says something itself."""
    found = [one for one in annotations if isinstance(one, Call)]
    return next((one for one in found if one.arguments), found[0] if found else None)


def type_of(node: Node, reading: Reading) -> Value | None:
    """The type that is declared, if it is."""
    kind = next((reading.value(child) for child in reversed(items(node)) if child.type in _TYPES), None)
    return None if isinstance(kind, Hole) else kind


def _bases(node: Node, reading: Reading) -> Iterator[Value]:
    for clause in items(node):
        if clause.type == "delegation_specifier":
            inherited = first(clause)
            if inherited is not None and inherited.type != "user_type":
                inherited = first(inherited)
            yield reading.value(inherited)


def _class_around(node: Node, reading: Reading) -> str:
    around = node.parent
    while around is not None and around.type not in _CLASSES:
        around = around.parent
    named = _child(around, "type_identifier")
    return "" if named is None else reading.text(named)


def _each(listed: Node | None, reading: Reading) -> Iterator[Parameter]:
    """The parameters; what is said of one stands before it, and its default behind it."""
    said: tuple[Value, ...] = ()
    kind = "plain"
    children = items(listed)
    for number, one in enumerate(children):
        if one.type == "parameter_modifiers":
            said = tuple(annotations_in(one, reading))
            kind = "rest" if "vararg" in reading.text(one).split() else "plain"
        elif one.type in ("parameter", "class_parameter"):
            following = children[number + 1 : number + 2] if one.type == "parameter" else _default(one)
            stated = next((child for child in following if child.type not in _PARAMETERS), None)
            own = said or annotations_of(one, reading)
            default = injecting_annotation(own) if stated is None else reading.value(stated)
            yield Parameter(_name_of(one, reading), kind, type_of(one, reading), default, own)
            said, kind = (), "plain"


def _default(parameter: Node) -> list[Node]:
    """What a constructor's parameter is by default."""
    signs = [number for number, child in enumerate(parameter.children) if child.type == "="]
    return [one for one in parameter.children[signs[0] + 1 :] if one.is_named][:1] if signs else []
